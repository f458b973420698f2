import { Button } from 'antd'
import { type FieldChoice, SubjectChoice } from '../../rule/index.ts'
import type { Benefit, Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

const WORDS = {
  limits: { row: '不超过', caption: '封顶以后，最高不超过', choose: '不超过什么', remove: '不限' },
  less: { row: '扣除', caption: '封顶以后再扣除', choose: '扣除什么', remove: '不扣除' },
} as const

/** Other figures of the company for a benefit: its limits, or its deductions. */
export function SubjectRows({
  benefit,
  of,
  fields,
  faults,
  set,
}: {
  benefit: Benefit
  of: keyof typeof WORDS
  fields: ReadonlyMap<string, FieldChoice>
  faults: readonly Fault[]
  set(change: Partial<Record<keyof Benefit, unknown>>): void
}) {
  const words = WORDS[of]
  const keys = benefit[of] ?? []
  return keys.map((key, i) => (
    <div key={i} className={styles.leaf} role="group" aria-label={`${words.row} ${i + 1}`}>
      <span className={styles.caption}>{words.caption}</span>
      <SubjectChoice
        value={key}
        fields={fields}
        label={words.choose}
        only="number"
        onChange={(next) => set({ [of]: keys.with(i, next) })}
      />
      <Button danger type="text" size="small" onClick={() => set({ [of]: keys.length > 1 ? keys.toSpliced(i, 1) : undefined })}>
        {words.remove}
      </Button>
      {faults
        .filter((f) => f.path.startsWith(`${of}[${i}]`))
        .map((f) => (
          <p key={f.message} role="alert" className={styles.fault}>
            {f.message}
          </p>
        ))}
    </div>
  ))
}
