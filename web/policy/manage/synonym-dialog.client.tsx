import { Button, Select } from 'antd'
import { createContext, use, useState } from 'react'
import {
  SaveSynonyms,
  SYNONYM_LENGTH,
  SYNONYMS_MAX,
  synonyms,
  type SynonymEffect,
  type SynonymGroup,
} from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'

const GroupId = createContext<number | undefined>(undefined)

const shownOf = (group: Partial<SynonymGroup>) => ({
  ...(group.id ? { id: group.id, version: group.version } : {}),
  words: group.words ?? [],
  enabled: group.enabled ?? true,
  note: group.note ?? '',
})
const latest = async (id: number | undefined) => {
  const { list } = await call(synonyms.list, { query: { pageSize: 100 } }, { silent: true })
  return shownOf(list.find((group) => group.id === id)!)
}

/** A group of synonyms; its effect is shown before it is saved. */
export function SynonymDialog({ group, onClose, onDone }: { group: Partial<SynonymGroup>; onClose(): void; onDone(): Promise<void> }) {
  const fields = formFields(
    SaveSynonyms,
    { key: 'words', label: '同义词', as: WordsInput, hint: '每个词输完按回车。搜其中任一个词，也找到说其他词的政策' },
    { key: 'enabled', label: '启用', kind: 'switch' },
    { key: 'note', label: '备注', kind: 'longText', maxLength: 200 },
  )
  return (
    <FormModal open title={group.id ? '编辑同义词' : '新增同义词'} onClose={onClose} width={720}>
      <GroupId value={group.id}>
        <RecordForm
          schema={SaveSynonyms}
          draft={group.id ? undefined : { key: 'synonyms:new' }}
          fields={fields}
          initial={shownOf(group)}
          latest={group.id ? () => latest(group.id) : undefined}
          onCancel={onClose}
          onSubmit={async (values) => {
            const { answered } = await call(synonyms.save, { body: values }, { silent: true })
            toast.success(values.enabled ? `已保存，现在能回答 ${answered} 个过去没找到的问题` : '已保存，停用的一组不影响搜索')
            onClose()
            await onDone()
          }}
        />
      </GroupId>
    </FormModal>
  )
}

function WordsInput({ value, onChange, id, disabled }: ControlProps) {
  const group = use(GroupId)
  const words = Array.isArray(value) ? value.map(String) : []
  const [effect, setEffect] = useState<SynonymEffect | null>(null)
  const [busy, setBusy] = useState(false)
  const tryIt = async () => {
    setBusy(true)
    try {
      setEffect(await call(synonyms.tryIt, { body: { ...(group ? { id: group } : {}), words } }))
    } catch {
      setEffect(null)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Select
        {...(id ? { id } : {})}
        mode="tags"
        open={false}
        suffixIcon={null}
        value={words}
        disabled={disabled ?? false}
        maxCount={SYNONYMS_MAX}
        tokenSeparators={[' ', '，', ',', '、']}
        onChange={(next: string[]) => {
          setEffect(null)
          onChange?.(next.map((word) => word.trim().slice(0, SYNONYM_LENGTH)).filter(Boolean))
        }}
        placeholder="如：展位费、摊位费"
        style={{ width: '100%' }}
      />
      <p style={{ marginTop: 8 }}>
        <Button size="small" loading={busy} disabled={words.length < 2} onClick={() => void tryIt()}>
          试一试
        </Button>
      </p>
      {effect && <Effect effect={effect} />}
    </>
  )
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`
const effects = { [-1]: '变差', 0: '有变化', 1: '变好' } as const

function Effect({ effect: { questions, changed, before, after, answers } }: { effect: SynonymEffect }) {
  return (
    <section aria-label="试一试的结果" aria-live="polite">
      <p>
        {questions} 个样例问题：前五条里有答案 {percent(before.recall)} → {percent(after.recall)}，排序 {percent(before.order)} →{' '}
        {percent(after.order)}
      </p>
      <p>
        {answers.length > 0
          ? `保存后能回答 ${answers.length} 个过去没找到的问题：${answers.join('；')}`
          : '保存后能回答 0 个过去没找到的问题'}
      </p>
      {changed.length === 0 ? (
        <p className="meta">样例问题的结果没有变化</p>
      ) : (
        <ul style={{ maxHeight: 280, overflow: 'auto' }} aria-label="结果有变化的样例问题">
          {changed.map((one) => (
            <li key={one.words} style={{ marginTop: 8 }}>
              <strong>{one.words}</strong>（{effects[Math.sign(one.effect) as -1 | 0 | 1]}）
              <div className="meta">原来：{one.before.join('；') || '没有结果'}</div>
              <div className="meta">之后：{one.after.join('；') || '没有结果'}</div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
