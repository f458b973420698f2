import { useState } from 'react'
import type { FormTemplate, Paper } from '../../../contract/form/template.ts'
import { workOutForm } from '../../../contract/form/values.ts'
import { ErrorSummary, type SummaryLine } from '../../kit/form/error-summary.tsx'
import { FormPreview } from '../../kit/form/form-preview.tsx'
import { SectionFields } from '../form-sections.tsx'
import { placeOf, faultsOf, typedOf, wireOf, type Typed } from '../form-state.ts'
import styles from '../form.module.css'

interface Tried extends FormTemplate {
  name: string
  materials: readonly (Paper & { accept: readonly string[]; maxCount: number; hint?: string | undefined })[]
}

/** A form to try: conditions and calculations work, and errors are shown as on submitting; nothing is stored. */
export function FormTry({ template: t, note }: { template: Tried; note: string }) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(t, {}))
  const [tried, setTried] = useState(0)
  const worked = workOutForm(t, wireOf(t, typed))
  // Files cannot be uploaded in a trial, so none counts as missing.
  const faults = tried > 0 ? faultsOf(t, typed, Object.fromEntries(t.materials.map((m) => [m.key, [{ filePath: '', fileName: '' }]]))) : []
  const lines = faults.map((f): SummaryLine => {
    const place = placeOf(t, f.path)
    return place ? { id: place.id, label: place.label, message: f.message } : { message: f.message }
  })
  const errors = Object.fromEntries(
    faults.flatMap((f) => {
      const place = placeOf(t, f.path)
      return place ? [[place.id, f.message]] : []
    }),
  )
  const materials = t.materials.filter((m) => !worked.hidden.has(`files.${m.key}`))
  return (
    <FormPreview title={t.name || '未命名的申报表'} note={note}>
      <div className={styles.tried}>
        <ErrorSummary lines={lines} traceId={null} round={tried} />
        {tried > 0 && faults.length === 0 && (
          <p role="status" className="tag tag-success">
            填写完整，没有需要修改的地方
          </p>
        )}
        {t.sections
          .filter((s) => !worked.hidden.has(`section.${s.key}`))
          .map((s) => (
            <section key={s.key} aria-labelledby={`try-${s.key}`}>
              <h2 id={`try-${s.key}`}>{s.title}</h2>
              {s.hint && <p className="meta">{s.hint}</p>}
              <SectionFields
                section={s}
                typed={typed}
                worked={worked}
                errors={errors}
                onChange={(f, v) => setTyped((now) => ({ ...now, [f.key]: v }))}
                onLeave={() => {}}
              />
            </section>
          ))}
        {materials.length > 0 && (
          <section aria-labelledby="try-materials">
            <h2 id="try-materials">申报材料</h2>
            <ul>
              {materials.map((m) => (
                <li key={m.key}>
                  {m.name}（{m.required ? '必交' : '选交'}，{m.accept.map((a) => a.slice(1)).join('、')}，最多 {m.maxCount} 个）
                  {m.hint && <span className="meta"> {m.hint}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className={styles.bar} data-print="hide">
          <button type="button" className="btn btn-primary" onClick={() => setTried((n) => n + 1)}>
            检查填写
          </button>
          <button type="button" className="btn" onClick={() => setTyped(typedOf(t, {}))}>
            清空
          </button>
        </p>
      </div>
    </FormPreview>
  )
}
