import { Input, Radio } from 'antd'
import { GROUND_LETTERS, groundKinds, groundTooShort, lettersOf, type GroundKind } from '../../../contract/declaration/ground-words.ts'
import type { Ground } from './desk-verdict.tsx'
import css from './review.module.css'

interface Props {
  value: Ground
  /** errors of the server or the check, by path: ground, ground.kind, ground.about, ground.words */
  wrong: Readonly<Record<string, string>>
  onChange: (next: Ground) => void
}
const kinds = Object.entries(groundKinds) as [GroundKind, (typeof groundKinds)[GroundKind]][]

/** The ground for passing a declaration that is not 符合: one of four kinds, its subject, and a text. */
export function GroundInput({ value, wrong, onChange }: Props) {
  const ask = value.kind && groundKinds[value.kind].ask
  const set = (part: Partial<Ground>) => onChange({ ...value, ...part })
  const kindFault = wrong['ground.kind'] ?? wrong.ground
  return (
    <fieldset className={css.ground}>
      <legend>通过的依据（结论不是“符合”时必填，企业看不到）</legend>
      <Radio.Group
        aria-label="通过的依据"
        value={value.kind}
        options={kinds.map(([kind, { label }]) => ({ value: kind, label }))}
        onChange={(e) => set({ kind: e.target.value as GroundKind })}
      />
      <Fault text={kindFault} />
      {ask && (
        <label htmlFor="ground-about">
          {value.kind === 'archive' ? '哪一项档案数据' : '政策条款'}
          <Input
            id="ground-about"
            maxLength={200}
            value={value.about}
            status={wrong['ground.about'] ? 'error' : ''}
            onChange={(e) => set({ about: e.target.value })}
          />
          <Fault text={wrong['ground.about']} />
        </label>
      )}
      <label htmlFor="ground-words">
        理由（至少 10 个字，写明本件的情况）
        <Input.TextArea
          id="ground-words"
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={300}
          value={value.words}
          status={wrong['ground.words'] ? 'error' : ''}
          onChange={(e) => set({ words: e.target.value })}
        />
        <Fault text={wrong['ground.words']} />
      </label>
    </fieldset>
  )
}

const Fault = ({ text }: { text: string | undefined }) =>
  text ? (
    <span role="alert" className={css.wrong}>
      {text}
    </span>
  ) : null

/** The errors of the ground, by path; empty: none. */
export function groundFaults({ kind, about, words }: Ground): Record<string, string> {
  if (!kind) return { 'ground.kind': '请选择通过的依据' }
  const { ask } = groundKinds[kind]
  if (ask && !about.trim()) return { 'ground.about': ask }
  return lettersOf(words) < GROUND_LETTERS ? { 'ground.words': groundTooShort } : {}
}
