import { useEffect, useId, useState } from 'react'
import type { Answers, Question } from '../../../contract/matching.ts'
import { simulation } from '../../../contract/matching/simulation.ts'
import { call } from '../../api.ts'
import { QuestionField } from '../question-field.tsx'
import styles from './simulation.module.css'

/** All other facts of the simulated company: found by name and answered as in the calculator. The catalogue is loaded on demand. */
export function OtherFacts({
  answers,
  known,
  open: openAtFirst,
  onChange,
}: {
  answers: Answers
  /** keys with a slider */
  known: readonly string[]
  open: boolean
  onChange(key: string, value: Answers[string] | undefined): void
}) {
  const id = useId()
  const [open, setOpen] = useState(openAtFirst)
  const [fields, setFields] = useState<Question[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [picked, setPicked] = useState('')
  useEffect(() => {
    if (!open || fields) return
    call(simulation.fields, { query: {} }, { silent: true }).then(
      ({ list }) => setFields(list),
      () => setFailed(true),
    )
  }, [open, fields])
  const groups = [...Map.groupBy(fields ?? [], (field) => field.group || '其他')]
  const question = fields?.find((field) => field.key === picked)
  const value = answers[picked]
  return (
    <details className={styles.other} open={open} onToggle={(e) => setOpen(e.currentTarget.open)} data-print="hide">
      <summary>调整其他条件</summary>
      {failed && <p role="alert">字段没有加载成功，请刷新后重试。</p>}
      {!fields && !failed && (
        <p role="status" className="meta">
          正在加载…
        </p>
      )}
      {fields && (
        <>
          <label className="field-label" htmlFor={id}>
            选择一项
          </label>
          <select id={id} className="field" value={picked} onChange={(e) => setPicked(e.target.value)}>
            <option value="">请选择</option>
            {groups.map(([group, list]) => (
              <optgroup key={group} label={group}>
                {list
                  .filter((field) => !known.includes(field.key))
                  .map((field) => (
                    <option key={field.key} value={field.key}>
                      {field.label}
                      {answers[field.key] === undefined ? '' : '（已填）'}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          {question && (
            <QuestionField
              key={question.key}
              question={question}
              value={value ?? undefined}
              skipped={value === null}
              onChange={(v) => onChange(question.key, v)}
            />
          )}
        </>
      )}
    </details>
  )
}
