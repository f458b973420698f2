import { useState } from 'react'
import { highTech, type ScoreQuestion } from '../../../contract/matching/hightech.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { ask } from '../../shell/confirm.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { toast } from '../../toast.ts'
import css from './scoring.module.css'

type Table = NonNullable<ScoreQuestion['table']>
interface Props {
  table: Table
  row: Table['rows'][number] | null
  onClose(): void
  onSaved(): Promise<unknown>
}

/** Adds or changes one row of evidence. Errors are shown at their field; closing asks for confirmation when something was typed. */
export function EvidenceDialog({ table, row, onClose, onSaved }: Props) {
  const start = Object.fromEntries(table.columns.map((c) => [c.key, String(row?.[c.key] ?? '')]))
  const [typed, setTyped] = useState(start)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const dirty = table.columns.some((c) => typed[c.key] !== start[c.key])
  const close = async () => {
    if (dirty && (await ask({ text: '填写的内容还没有保存，确定关闭吗？', confirm: '关闭' })) !== 'confirm') return
    onClose()
  }
  const save = async () => {
    setBusy(true)
    try {
      const cells = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
      await call(
        highTech.saveDetails,
        { body: { tableId: table.tableId, rows: [row ? { ...cells, id: row.id } : cells] } },
        { silent: true },
      )
      await onSaved()
      toast.success('保存成功')
      onClose()
    } catch (error) {
      const failure = readFailure(error)
      const at = Object.fromEntries(failure.fields.map((f) => [f.path.replace(/^rows\.0\./, ''), f.message.replace(/^第 1 行：/, '')]))
      setFaults(at)
      setGeneral(failure.fields.length ? null : failure.message)
      const first = table.columns.find((c) => at[c.key])
      if (first) document.getElementById(`evidence-${first.key}`)?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={row ? `修改${table.label}` : `新增${table.label}`}
      onClose={() => void close()}
      footer={
        <>
          <button type="button" className="btn" onClick={() => void close()}>
            {messages.cancel}
          </button>
          <button type="submit" form="evidence-form" className="btn btn-primary" disabled={busy}>
            {busy ? '正在保存…' : messages.save}
          </button>
        </>
      }
    >
      <form
        id="evidence-form"
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          void save()
        }}
      >
        {general && (
          <p role="alert" className="field-error">
            {general}
          </p>
        )}
        {table.columns.map((c) => {
          const shared = {
            id: `evidence-${c.key}`,
            className: 'field',
            value: typed[c.key] ?? '',
            'aria-invalid': faults[c.key] ? true : undefined,
            'aria-describedby': faults[c.key] ? `evidence-${c.key}-fault` : undefined,
            onChange: (e: { target: { value: string } }) => setTyped({ ...typed, [c.key]: e.target.value }),
          }
          return (
            <p key={c.key} className={css.row}>
              <label className="field-label" htmlFor={shared.id}>
                {c.label}
                {c.required && <span aria-hidden="true"> *</span>}
              </label>
              {c.type === 'select' ? (
                <select {...shared}>
                  <option value="">请选择</option>
                  {c.options?.map((o) => (
                    <option key={o.value} value={o.value}>
                      {o.label}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...shared}
                  type={c.type === 'date' ? 'date' : 'text'}
                  inputMode={c.type === 'year' ? 'numeric' : undefined}
                  maxLength={c.max}
                />
              )}
              {faults[c.key] && (
                <span id={`evidence-${c.key}-fault`} className="field-error">
                  {faults[c.key]}
                </span>
              )}
            </p>
          )
        })}
      </form>
    </Dialog>
  )
}
