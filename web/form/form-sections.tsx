import type { Correction, FormValue } from '../../contract/form/answers.ts'
import type { FormData } from '../../contract/form/rules.ts'
import type { FormField as Field, FormSection } from '../../contract/form/template.ts'
import type { Worked } from '../../contract/form/values.ts'
import { FormField } from './form-field.tsx'
import { capitalAmount, correctionAt, fieldId, isOpen, unitOf, valueText, type Typed } from './form-state.ts'
import { TableField } from './table-field.tsx'
import question from '../kit/form/question.module.css'
import styles from './form.module.css'

interface Props {
  section: FormSection
  typed: Typed
  worked: Worked
  errors: Readonly<Record<string, string>>
  unlocked?: readonly string[] | null
  corrections?: readonly Correction[]
  known?: Readonly<Record<string, { value: FormValue; source: string; asOf: string | null }>>
  onChange(field: Field, value: FormData[string]): void
  onLeave(): void
}

/** The visible questions of one section: inputs, tables, and calculated values. */
export function SectionFields({ section, typed, worked, errors, unlocked = null, corrections = [], known = {}, onChange, onLeave }: Props) {
  return section.fields
    .filter((f) => !worked.hidden.has(`form.${f.key}`))
    .map((f) => {
      const shared = {
        field: f,
        value: typed[f.key] ?? null,
        open: isOpen(unlocked, `form.${f.key}`),
        correction: correctionAt(corrections, `form.${f.key}`),
        error: errors[fieldId(f)],
        onChange: (v: FormData[string]) => onChange(f, v),
        onLeave,
      }
      if (f.calc !== undefined) return <Calculated key={f.key} field={f} worked={worked} error={errors[fieldId(f)]} />
      if (f.type === 'table') return <TableField key={f.key} {...shared} worked={worked.values[f.key] ?? null} />
      return <FormField key={f.key} {...shared} known={known[f.key]} />
    })
}

/** A calculated figure, which follows the inputs. */
function Calculated({ field: f, worked, error }: { field: Field; worked: Worked; error: string | undefined }) {
  const value = worked.values[f.key]
  const fault = error ?? worked.faults.find((x) => x.path === `formData.${f.key}`)?.message
  const capital = f.type === 'money' && !fault ? capitalAmount(value) : null
  return (
    <div className={question.field} id={fieldId(f)} tabIndex={-1}>
      <span className="field-label" id={`${fieldId(f)}-name`}>
        {f.label}
        {unitOf(f) && <span className={styles.unit}>（{unitOf(f)}）</span>} <span className="tag">自动计算</span>
      </span>
      {f.hint && <p className="meta">{f.hint}</p>}
      <p>
        <output className={`${styles.fixed} num`} aria-labelledby={`${fieldId(f)}-name`} aria-live="polite">
          {value === undefined ? '填写相关内容后自动计算' : valueText(f, value)}
        </output>
      </p>
      {capital && <p className="meta">大写：{capital}</p>}
      {fault && <p className="field-error">{fault}</p>}
    </div>
  )
}
