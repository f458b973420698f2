import { useState } from 'react'
import { typedNumber, type Typed } from '../../contract/matching/typed-number.ts'
import type { Answers, Question } from '../../contract/matching.ts'
import styles from './question-field.module.css'

/**
 * A number as typed. A ratio is typed in per cent and stored as a decimal. Text that is not a number stays in the field, and the form
 * cannot be submitted.
 */
export function Figure({
  id,
  question: { type, unit, min, max },
  value,
  note,
  invalid,
  fault,
  onTyped,
  onChange,
}: {
  id: string
  question: Question
  value: number | null
  note: string | undefined
  invalid: boolean
  fault: string | null
  onTyped(typed: Typed): void
  onChange(v: Answers[string] | undefined): void
}) {
  const ratio = unit === 'ratio'
  const asText = (n: number | null) => (n === null ? '' : String(ratio ? Number((n * 100).toPrecision(12)) : n))
  const [text, setText] = useState<string | null>(null)
  return (
    <span className={styles.figure}>
      <input
        id={id}
        className={`field ${styles.short}`}
        inputMode="text"
        aria-describedby={note}
        aria-invalid={invalid}
        maxLength={24}
        // The browser then refuses to submit the form and focuses the field.
        ref={(input) => input?.setCustomValidity(fault ?? '')}
        value={text ?? asText(value)}
        onChange={(e) => {
          const found = typedNumber(e.target.value, { type, unit, min, max })
          setText(e.target.value)
          onTyped(found)
          onChange(found && 'value' in found ? found.value : undefined)
        }}
        onBlur={() => {
          if (fault === null) setText(null)
        }}
      />
      {ratio && <span>%</span>}
    </span>
  )
}
