import type { ClipboardEvent } from 'react'
import type { Correction } from '../../contract/form/answers.ts'
import { fieldOfColumn, isEmpty, isTable, type FormData, type TableRow } from '../../contract/form/rules.ts'
import type { FormField as Field } from '../../contract/form/template.ts'
import { showNumber } from '../kit/form/values.ts'
import { Corrected } from './corrected.tsx'
import { cellFaults, faultOnLeave, fieldId, unitOf, valueText } from './form-state.ts'
import question from '../kit/form/question.module.css'
import styles from './form.module.css'

interface Props {
  field: Field
  value: FormData[string]
  /** including the calculated cells */
  worked: FormData[string]
  open: boolean
  correction: Correction | undefined
  error: string | undefined
  onChange(value: FormData[string]): void
  onLeave(): void
}
type Column = NonNullable<Field['columns']>[number]

/** A table question: cells are typed, or pasted from a spreadsheet starting at the focused cell. */
export function TableField({ field: f, value, worked, open, correction, error, onChange, onLeave }: Props) {
  const id = fieldId(f)
  const columns = f.columns ?? []
  const rows: TableRow[] = isTable(value) ? value : []
  const done: TableRow[] = isTable(worked) ? worked : []
  const max = f.maxRows ?? 50
  const wrong = cellFaults(columns, rows)
  const put = (i: number, key: string, cell: TableRow[string]) => onChange(rows.map((row, n) => (n === i ? { ...row, [key]: cell } : row)))
  const paste = (e: ClipboardEvent, i: number, key: string) => {
    const text = e.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
    if (!/[\t\n]/.test(text)) return
    e.preventDefault()
    const typable = columns.filter((c) => c.calc === undefined)
    const from = typable.findIndex((c) => c.key === key)
    const next = rows.map((row) => ({ ...row }))
    text.split(/\r?\n/).forEach((line, n) => {
      if (i + n >= max) return
      const row = (next[i + n] ??= {})
      line.split('\t').forEach((cell, m) => {
        const column = typable[from + m]
        if (column) row[column.key] = cellOf(column, cell.trim())
      })
    })
    onChange(next)
  }
  if (!open)
    return (
      <div className={question.field}>
        <span className="field-label">{f.label}</span>
        <p className={styles.fixed}>{valueText(f, worked)}</p>
      </div>
    )
  return (
    <div className={question.field} role="group" aria-labelledby={`${id}-name`} id={id} tabIndex={-1}>
      <span className="field-label" id={`${id}-name`}>
        {f.label}
        {f.required && (
          <span className={question.required} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </span>
      {f.hint && <p className="meta">{f.hint}</p>}
      {correction && <Corrected field={f} correction={correction} />}
      {rows.length > 0 && (
        <div className={styles.grid}>
          <table>
            <thead>
              <tr>
                <th scope="col">序号</th>
                {columns.map((c) => (
                  <th key={c.key} scope="col">
                    {c.label}
                    {c.required && <span aria-hidden="true"> *</span>}
                    {unitOf(fieldOfColumn(c)) && `（${unitOf(fieldOfColumn(c))}）`}
                  </th>
                ))}
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                // Rows have no name of their own; they only move when one before them is removed.
                // eslint-disable-next-line react/no-array-index-key
                <tr key={i}>
                  <td className="num">{i + 1}</td>
                  {columns.map((c) => (
                    <td key={c.key}>
                      {c.calc === undefined ? (
                        <Cell
                          column={c}
                          label={`第 ${i + 1} 行 ${c.label}`}
                          value={row[c.key] ?? null}
                          lacking={error !== undefined && c.required === true && isBegun(row) && isEmpty(row[c.key])}
                          onChange={(v) => put(i, c.key, v)}
                          onLeave={onLeave}
                          onPaste={(e) => paste(e, i, c.key)}
                        />
                      ) : (
                        <output className="num">{typeof done[i]?.[c.key] === 'number' ? showNumber(done[i][c.key] as number) : '—'}</output>
                      )}
                    </td>
                  ))}
                  <td>
                    <RemoveRow
                      row={i + 1}
                      onRemove={() => {
                        onChange(rows.filter((_, n) => n !== i))
                        onLeave()
                      }}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.buttons}>
        <button type="button" className="btn btn-small" disabled={rows.length >= max} onClick={() => onChange([...rows, {}])}>
          添加一行
        </button>
        <span className="meta">
          已填 {rows.length} 行，最多 {max} 行{f.minRows ? `，至少 ${f.minRows} 行` : ''}；可从表格软件复制后粘贴
        </span>
      </p>
      {wrong.map((text) => (
        <p key={text} className="field-error">
          {text}
        </p>
      ))}
      {error && !wrong.includes(error) && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** A pasted cell in the column's input form. */
function cellOf(c: Column, text: string): TableRow[string] {
  if (text === '') return null
  if (c.type === 'boolean') return text === '是' || text === 'true'
  if (c.type === 'enum') return c.options?.find((o) => o.label === text)?.value ?? null
  if (c.type === 'date')
    return text.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/, (_, y, m, d) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`)
  return text
}

/** An empty row is not sent. */
const isBegun = (row: TableRow) => Object.values(row).some((cell) => !isEmpty(cell))

interface CellProps {
  column: Column
  label: string
  value: TableRow[string]
  /** was missing when sending */
  lacking: boolean
  onChange(v: TableRow[string]): void
  onLeave(): void
  onPaste(e: ClipboardEvent): void
}
function Cell({ column: c, label, value, lacking, onChange, onLeave, onPaste }: CellProps) {
  const fault = faultOnLeave(fieldOfColumn(c), value)
  const text = typeof value === 'string' ? value : ''
  const common = {
    'aria-label': label,
    'aria-required': c.required || undefined,
    'aria-invalid': fault || lacking ? true : undefined,
    title: fault ?? (lacking ? '请填写' : undefined),
    onBlur: onLeave,
    onPaste,
    className: 'field',
  }
  if (c.type === 'boolean' || c.type === 'enum') {
    const choices =
      c.type === 'boolean'
        ? [
            { value: 'true', label: '是' },
            { value: 'false', label: '否' },
          ]
        : (c.options ?? [])
    return (
      <select
        {...common}
        value={value === null ? '' : String(value)}
        onChange={(e) => onChange(e.target.value === '' ? null : c.type === 'boolean' ? e.target.value === 'true' : e.target.value)}
      >
        <option value="">请选择</option>
        {choices.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...common}
      type={c.type === 'date' ? 'date' : 'text'}
      inputMode={c.type === 'text' || c.type === 'date' ? undefined : 'decimal'}
      maxLength={c.type === 'text' ? (c.maxLength ?? 200) : 24}
      value={text}
      onChange={(e) => onChange(e.target.value || null)}
    />
  )
}

const RemoveRow = ({ row, onRemove }: { row: number; onRemove(): void }) => (
  <button type="button" className={question.link} aria-label={`删除第 ${row} 行`} onClick={onRemove}>
    删除
  </button>
)
