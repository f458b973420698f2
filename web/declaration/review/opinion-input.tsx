import { Input, Tag } from 'antd'
import css from './review.module.css'

interface Props {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  phrases: readonly string[]
  required?: boolean
  wrong?: string | null
  maxLength?: number
}

/** A text with phrases at hand; pressing one adds it, pressing it again takes it out. */
export function OpinionInput({ id, label, value, onChange, phrases, required = false, wrong = null, maxLength = 300 }: Props) {
  const parts = value
    .split('；')
    .map((s) => s.trim())
    .filter(Boolean)
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
        {phrases.map((p) => (
          <Tag.CheckableTag
            key={p}
            className={css.phrase!}
            checked={parts.includes(p)}
            onChange={(yes) => onChange((yes ? [...parts, p] : parts.filter((s) => s !== p)).join('；'))}
          >
            {p}
          </Tag.CheckableTag>
        ))}
      </div>
    </div>
  )
}
