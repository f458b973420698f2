import { useState, type ComponentProps } from 'react'
import type { Correction, FormValue } from '../../contract/form/answers.ts'
import { isTable, type FormData } from '../../contract/form/rules.ts'
import type { FormField as Field } from '../../contract/form/template.ts'
import { Corrected } from './corrected.tsx'
import { capitalOf, faultOnLeave, fieldId, unitOf, valueText, wireValue } from './form-state.ts'
import question from '../kit/form/question.module.css'
import styles from './form.module.css'

interface Props {
  field: Field
  value: FormData[string]
  open: boolean
  correction: Correction | undefined
  known: { value: FormValue; source: string; asOf: string | null } | undefined
  error: string | undefined
  onChange(value: FormData[string]): void
  onLeave(): void
}

/** Label on top, hint below, the reviewer's note and old value for returned fields, the archive's source for prefilled ones. */
export function FormField({ field: f, value, open, correction, known, error, onChange, onLeave }: Props) {
  const [left, setLeft] = useState<string | null>(null)
  const id = fieldId(f)
  const fault = error ?? left
  const notes = [f.hint && `${id}-hint`, correction && `${id}-note`, fault && `${id}-error`].filter(Boolean).join(' ') || undefined
  const leave = () => {
    setLeft(faultOnLeave(f, value))
    onLeave()
  }
  const change = (v: FormData[string]) => {
    setLeft(null)
    onChange(v)
  }
  const common = {
    id,
    'aria-describedby': notes,
    'aria-invalid': fault ? true : undefined,
    'aria-required': f.required || undefined,
    onBlur: leave,
  }
  const text = typeof value === 'string' ? value : ''
  const grouped = f.type === 'boolean' || f.type === 'multiEnum' || (f.type === 'enum' && (f.options?.length ?? 0) <= 5)
  const label = (
    <>
      {f.label}
      {f.required && (
        <span className={question.required} aria-hidden="true">
          {' '}
          *
        </span>
      )}
      {unitOf(f) && <span className={styles.unit}>（{unitOf(f)}）</span>}
    </>
  )
  const head = (
    <>
      {f.hint && (
        <p id={`${id}-hint`} className="meta">
          {f.hint}
        </p>
      )}
      {correction && <Corrected id={`${id}-note`} field={f} correction={correction} />}
    </>
  )
  const foot = (
    <>
      {fault && (
        <p id={`${id}-error`} className="field-error">
          {fault}
        </p>
      )}
      {known && open && <FromArchive field={f} value={value} known={known} onTake={change} />}
    </>
  )
  if (!open)
    return (
      <div className={question.field}>
        <span className="field-label">{label}</span>
        <p className={styles.fixed}>{valueText(f, wireValue(f, value))}</p>
      </div>
    )
  if (grouped) {
    return (
      <fieldset className={question.field} data-field={id} aria-describedby={notes}>
        <legend className="field-label">{label}</legend>
        {head}
        <Choices field={f} id={id} value={value} onLeave={leave} onChange={change} />
        {foot}
      </fieldset>
    )
  }
  const capital = capitalOf(f, value)
  return (
    <div className={question.field}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {head}
      <Input field={f} common={common} text={text} onChange={change} />
      {capital && <p className="meta">大写：{capital}</p>}
      {f.type === 'textarea' && (
        <p className="meta num">
          {text.length} / {f.maxLength ?? 2000}
        </p>
      )}
      {foot}
    </div>
  )
}

interface FromArchiveProps {
  field: Field
  value: FormData[string]
  known: NonNullable<Props['known']>
  onTake(value: FormData[string]): void
}
/** The source of the value, or a note that the archive has another one. */
function FromArchive({ field: f, value, known, onTake }: FromArchiveProps) {
  if (JSON.stringify(known.value) === JSON.stringify(wireValue(f, value)))
    return (
      <p className="meta">
        <span className="tag tag-info">
          已自动带入 · {known.source}
          {known.asOf && ` ${known.asOf.slice(0, 10)}`}
        </span>
      </p>
    )
  return (
    <p className="meta">
      档案为 {valueText(f, known.value)}（{known.source}）
      <button
        type="button"
        className={question.link}
        onClick={() => onTake(typeof known.value === 'number' ? String(known.value) : (known.value as FormData[string]))}
      >
        用档案中的值
      </button>
    </p>
  )
}

interface ChoicesProps {
  field: Field
  id: string
  value: FormData[string]
  onLeave(): void
  onChange(value: FormData[string]): void
}
/** 是 or 否, one of few, or several. */
function Choices({ field: f, id, value, onLeave, onChange }: ChoicesProps) {
  const choices =
    f.type === 'boolean'
      ? [
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]
      : (f.options ?? [])
  const chosen: string[] = Array.isArray(value) && !isTable(value) ? value : []

  return (
    <div className={styles.choices} id={id}>
      {choices.map((c) => (
        <label key={c.value}>
          {f.type === 'multiEnum' ? (
            <input
              type="checkbox"
              checked={chosen.includes(c.value)}
              onBlur={onLeave}
              onChange={(e) => onChange(e.target.checked ? [...chosen, c.value] : chosen.filter((v) => v !== c.value))}
            />
          ) : (
            <input
              type="radio"
              name={id}
              checked={String(value) === c.value}
              onBlur={onLeave}
              onChange={() => onChange(f.type === 'boolean' ? c.value === 'true' : c.value)}
            />
          )}{' '}
          {c.label}
        </label>
      ))}
    </div>
  )
}

interface InputProps {
  field: Field
  /** id, what describes it, what happens when it is left */
  common: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required'> & { onBlur(): void }
  text: string
  onChange(value: FormData[string]): void
}
/** The input for the field's type. */
function Input({ field: f, common, text, onChange }: InputProps) {
  return f.type === 'textarea' ? (
    <textarea
      {...common}
      className="field"
      rows={4}
      maxLength={f.maxLength ?? 2000}
      value={text}
      onChange={(e) => onChange(e.target.value)}
    />
  ) : f.type === 'enum' || f.type === 'dict' ? (
    <select {...common} className={`field ${question.short}`} value={text} onChange={(e) => onChange(e.target.value || null)}>
      <option value="">请选择</option>
      {f.options?.map((o) => (
        <option key={o.value} value={o.value}>
          {o.label}
        </option>
      ))}
    </select>
  ) : f.type === 'date' ? (
    <input {...common} type="date" className={`field ${question.short}`} value={text} onChange={(e) => onChange(e.target.value || null)} />
  ) : f.type === 'text' ? (
    <input {...common} className="field" maxLength={f.maxLength ?? 200} value={text} onChange={(e) => onChange(e.target.value)} />
  ) : (
    <input
      {...common}
      className={`field ${question.short}`}
      inputMode={f.type === 'phone' ? 'tel' : f.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete={f.type === 'phone' ? 'tel' : 'off'}
      maxLength={24}
      value={text}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}
