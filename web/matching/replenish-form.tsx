import { useState } from 'react'
import { isBlank, REQUIRED_ANSWER, shownOf, unansweredOf } from '../../contract/matching/asked.ts'
import type { AskedQuestion } from '../../contract/matching/forms.ts'
import type { ArchiveValue, Answers } from '../../contract/matching.ts'
import type { Sheet } from './answers.ts'
import { QuestionField } from './question-field.tsx'
import styles from './calculator.module.css'

interface Props {
  questions: readonly AskedQuestion[]
  archive: Readonly<Record<string, ArchiveValue>>
  sheet: Sheet
  onChange(key: string, value: Answers[string] | undefined): void
  onDone(): void
}

/** The match form of one policy, in its editor's order and wording; a missing required answer is marked at its question. */
export function ReplenishForm({ questions, archive, sheet, onChange, onDone }: Props) {
  const [tried, setTried] = useState(false)
  const known: Record<string, unknown> = {}
  for (const { key } of questions) known[key] = sheet.answers[key] === undefined ? archive[key]?.value : sheet.answers[key]
  const open = new Set(tried ? unansweredOf(questions, known).map((q) => q.key) : [])
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        setTried(true)
        const [first] = unansweredOf(questions, known)
        if (!first) return onDone()
        document.getElementById(`q-${first.key}`)?.querySelector<HTMLElement>('input, select, button')?.focus()
      }}
    >
      {open.size > 0 && (
        <p role="alert" className="field-error">
          还有 {open.size} 道必答题没有回答
        </p>
      )}
      {shownOf(questions, known).map((q) => (
        <QuestionField
          key={q.key}
          question={q}
          required={q.required}
          value={sheet.answers[q.key]}
          skipped={sheet.skipped.includes(q.key) && isBlank(sheet.answers[q.key])}
          archive={archive[q.key]}
          error={open.has(q.key) ? REQUIRED_ANSWER : undefined}
          onChange={(v) => onChange(q.key, v)}
        />
      ))}
      <div className={styles.buttons}>
        <button type="submit" className="btn btn-primary">
          查看结果
        </button>
      </div>
    </form>
  )
}
