import { useState } from 'react'
import { highTech, type ScoreQuestion } from '../../../contract/matching/hightech.ts'
import type { DetailColumn } from '../../../contract/matching/score-details.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import { EvidenceDialog } from './evidence-dialog.tsx'
import css from './scoring.module.css'

type Table = NonNullable<ScoreQuestion['table']>
type Row = Table['rows'][number]
export const cellText = (column: DetailColumn, row: Record<string, string | number>): string => {
  const text = String(row[column.key] ?? '')
  return column.options?.find((o) => o.value === text)?.label ?? text
}

/** The rows of one kind of evidence; the counts in the archive are computed from them. */
export function EvidenceTable({ table, onSaved }: { table: Table; onSaved(): Promise<unknown> }) {
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  const remove = async (row: Row) => {
    const name = String(row.name ?? '')
    if ((await ask({ text: `确定删除“${name}”吗？数量会重新计算。`, confirm: '删除' })) !== 'confirm') return
    try {
      await call(highTech.deleteDetails, { body: { ids: [row.id] } }, { silent: true })
      await onSaved()
      toast.success('删除成功')
    } catch (error) {
      toast.error(readFailure(error).message)
    }
  }
  return (
    <section className={`card ${css.part}`} aria-labelledby={`evidence-${table.tableId}`}>
      <header className={css.partHead}>
        <h2 id={`evidence-${table.tableId}`}>{table.label}</h2>
        <button type="button" className="btn btn-small" data-print="hide" onClick={() => setOpen('new')}>
          新增一行
        </button>
      </header>
      <p className="meta">{table.counted}。</p>
      {table.rows.length === 0 ? (
        <p className={css.empty}>还没有明细。可以逐条新增，也可以不填明细、在下面直接填写数量。</p>
      ) : (
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                {table.columns.map((c) => (
                  <th key={c.key} scope="col">
                    {c.label}
                  </th>
                ))}
                <th scope="col" data-print="hide">
                  操作
                </th>
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row.id}>
                  {table.columns.map((c) => (
                    <td key={c.key}>{cellText(c, row)}</td>
                  ))}
                  <td data-print="hide" className={css.rowActions}>
                    <button type="button" onClick={() => setOpen(row)}>
                      修改<span className="visually-hidden">：{String(row.name ?? '')}</span>
                    </button>
                    <button type="button" onClick={() => void remove(row)}>
                      删除<span className="visually-hidden">：{String(row.name ?? '')}</span>
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open && <EvidenceDialog table={table} row={open === 'new' ? null : open} onClose={() => setOpen(null)} onSaved={onSaved} />}
    </section>
  )
}
