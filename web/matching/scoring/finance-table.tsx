import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { financeColumns } from '../../../contract/matching/finance.ts'
import { highTech, type FinanceRow } from '../../../contract/matching/hightech.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts'
import { toast } from '../../toast.ts'
import css from './scoring.module.css'

type Typed = Readonly<Record<string, string>>
const cellKey = (year: number, key: string) => `${year}.${key}`
const NUMBER = /^-?\d{1,12}(\.\d{1,4})?$/

/** Three years of finance as one table, the last year first; a figure needed for one year only has one cell. */
export function FinanceTable({ companyId, onSaved }: { companyId: number; onSaved(): Promise<unknown> }) {
  const client = useQueryClient()
  const key = ['score', 'finance', companyId]
  const rows = useQuery({
    queryKey: key,
    queryFn: () => call(highTech.finance, { body: {} }, { silent: true }),
    refetchOnWindowFocus: false,
  })
  const [typed, setTyped] = useState<Typed>({})
  const [faults, setFaults] = useState<Typed>({})
  const [busy, setBusy] = useState(false)
  const dirty = Object.keys(typed).length > 0
  useLeaveGuard(() => dirty, { standsAtQuery: true })
  if (!rows.data) return rows.error ? <p role="alert">财务数据没有读出来：{readFailure(rows.error).message}</p> : null
  const years = rows.data

  const save = async () => {
    const wrong = Object.fromEntries(
      Object.entries(typed).flatMap(([at, text]) => (text && !NUMBER.test(text.trim()) ? [[at, '请填写数字，最多 4 位小数']] : [])),
    )
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return document.getElementById(`finance-${Object.keys(wrong)[0]}`)?.focus()
    const body = years
      .map(({ year }) => ({
        year,
        ...Object.fromEntries(
          Object.entries(typed).flatMap(([at, text]) =>
            at.startsWith(`${year}.`) ? [[at.slice(5), text.trim() === '' ? null : Number(text)]] : [],
          ),
        ),
      }))
      .filter((row) => Object.keys(row).length > 1)
    setBusy(true)
    try {
      await call(highTech.saveFinance, { body: { rows: body } }, { silent: true })
      setTyped({})
      await Promise.all([client.invalidateQueries({ queryKey: key }), onSaved()])
      toast.success('财务数据已保存')
    } catch (error) {
      const failure = readFailure(error)
      const at = Object.fromEntries(
        failure.fields.flatMap((f) => {
          const [, i, column] = /^rows\.(\d+)\.(\w+)$/.exec(f.path) ?? []
          return column ? [[cellKey(body[Number(i)]!.year, column), f.message]] : []
        }),
      )
      setFaults(at)
      if (Object.keys(at).length === 0) toast.error(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={`card ${css.part}`} aria-labelledby="finance-title">
      <h2 id="finance-title">财务与人员数据</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">指标</th>
              {years.map(({ year }) => (
                <th key={year} scope="col" className="num">
                  {year} 年
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {financeColumns.map((column) => (
              <tr key={column.key}>
                <th scope="row">
                  {column.label}
                  <span className="meta">（{column.unit}）</span>
                </th>
                {years.map((row, ago) => {
                  const at = cellKey(row.year, column.key)
                  return (
                    <Cell
                      key={at}
                      at={at}
                      row={row}
                      column={column}
                      ago={ago}
                      typed={typed[at]}
                      fault={faults[at]}
                      onType={(text) => {
                        setTyped({ ...typed, [at]: text })
                        if (faults[at]) setFaults(Object.fromEntries(Object.entries(faults).filter(([k]) => k !== at)))
                      }}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.actions} data-print="hide">
        <button type="button" className="btn" disabled={busy || !dirty} onClick={() => void save()}>
          {busy ? '正在保存…' : '保存财务数据'}
        </button>
        {dirty && <span className="meta">有 {Object.keys(typed).length} 项修改未保存</span>}
      </div>
    </section>
  )
}

interface CellProps {
  at: string
  row: FinanceRow
  column: (typeof financeColumns)[number]
  /** years before the last one */
  ago: number
  typed: string | undefined
  fault: string | undefined
  onType(text: string): void
}
/** One figure of one year; years that the figure does not need have a dash. */
function Cell({ at, row, column, ago, typed, fault, onType }: CellProps) {
  if (!column.fields[ago])
    return (
      <td className={css.blank}>
        <span aria-hidden="true">—</span>
      </td>
    )
  return (
    <td>
      <input
        id={`finance-${at}`}
        className={`field num ${css.figure}`}
        inputMode="decimal"
        aria-label={`${row.year} 年${column.label}（${column.unit}）`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `finance-${at}-fault` : undefined}
        value={typed ?? row[column.key] ?? ''}
        onChange={(e) => onType(e.target.value)}
      />
      {fault && (
        <p id={`finance-${at}-fault`} className="field-error">
          {fault}
        </p>
      )}
    </td>
  )
}
