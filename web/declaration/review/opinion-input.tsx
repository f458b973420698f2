import { Input, Tag } from 'antd'
import { useEffect } from 'react'
import css from './review.module.css'
import { phraseKey } from '../../kit/table/step-keys.ts'

interface Props {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  phrases: readonly string[]
  /** the keys 1 to 9 insert the phrases while nothing is typed */
  numbered?: boolean
  required?: boolean
  wrong?: string | null
  maxLength?: number
}

/** A text with prepared phrases; pressing one adds it, pressing it again removes it. */
export function OpinionInput({
  id,
  label,
  value,
  onChange,
  phrases,
  numbered = false,
  required = false,
  wrong = null,
  maxLength = 300,
}: Props) {
  const parts = value
    .split('；')
    .map((s) => s.trim())
    .filter(Boolean)
  const turn = (p: string) => onChange((parts.includes(p) ? parts.filter((s) => s !== p) : [...parts, p]).join('；'))
  useEffect(() => {
    if (!numbered) return
    const onKey = (e: KeyboardEvent) => {
      const phrase = phrases[phraseKey(e, document.activeElement)]
      if (phrase === undefined || document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])')) return
      e.preventDefault()
      turn(phrase)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <div className={css.opinion}>
      <label htmlFor={id}>
        {required && (
          <span aria-hidden="true" className={css.star}>
            *{' '}
          </span>
        )}
        {label}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        onChange={(e) => onChange(e.target.value)}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={maxLength}
        showCount
        status={wrong ? 'error' : ''}
        aria-invalid={wrong !== null}
        aria-required={required}
        aria-describedby={`${id}-wrong`}
      />
      <p id={`${id}-wrong`} className={css.wrong} role="alert">
        {wrong}
      </p>
      <div className={css.phrases} role="group" aria-label={`${label}：常用语`}>
        {phrases.map((p, i) => (
          <Tag.CheckableTag
            key={p}
            className={css.phrase!}
            checked={parts.includes(p)}
            onChange={() => turn(p)}
            data-key={numbered && i < 9 ? i + 1 : undefined}
          >
            {p}
          </Tag.CheckableTag>
        ))}
      </div>
    </div>
  )
}
