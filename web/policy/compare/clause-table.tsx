import { useState } from 'react'
import type { CompareRow } from '../../../contract/policy/compare.ts'
import css from './compare.module.css'

const kinds = { same: '未变', changed: '修改', added: '新增', removed: '删除' } as const

function Side({ pieces, as, label }: { pieces: CompareRow['before']; as: 'del' | 'ins'; label: string }) {
  const Mark = as
  return (
    <td data-label={label}>
      {pieces === null ? (
        <span className={css.none}>无</span>
      ) : (
        pieces.map((p, i) => (p.mark ? <Mark key={i}>{p.text}</Mark> : <span key={i}>{p.text}</span>))
      )}
    </td>
  )
}

/** “8% → 10%”: the changed numbers of a row, in order; empty when other words changed as well. */
function figuresOf({ kind, before, after }: CompareRow): string[] {
  if (kind !== 'changed') return []
  const marked = (pieces: CompareRow['before']) => (pieces ?? []).filter((p) => p.mark && p.text.trim() !== '').map((p) => p.text)
  const [was, is] = [marked(before), marked(after)]
  const isFigure = (text: string) => /^\D?\d/.test(text) && text.length < 24
  return was.length === is.length && [...was, ...is].every(isFigure) ? was.map((text, i) => `${text} → ${is[i]}`) : []
}

/** Clauses of two versions side by side; unchanged ones are folded. `before` null: there was no earlier version. */
export function ClauseTable({
  name,
  rows,
  before,
  after,
  whole = false,
}: {
  name: string
  rows: readonly CompareRow[]
  before: string | null
  after: string
  whole?: boolean
}) {
  const [all, setAll] = useState(whole)
  const same = rows.filter((r) => r.kind === 'same').length
  const shown = all ? rows : rows.filter((r) => r.kind !== 'same')
  return (
    <>
      {shown.length > 0 && (
        <table className={css.clauses} aria-label={before ? `${name}：${before}与${after}` : `${name}：${after}`}>
          <thead>
            <tr>
              <th scope="col" className={css.kind}>
                变化
              </th>
              {before && <th scope="col">{before}</th>}
              <th scope="col">{after}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr key={i} data-kind={row.kind}>
                <th scope="row" className={css.kind}>
                  {kinds[row.kind]}
                  {figuresOf(row).map((figure) => (
                    <span key={figure} className={css.figure}>
                      {figure}
                    </span>
                  ))}
                </th>
                {before && <Side pieces={row.before} as="del" label={before} />}
                <Side pieces={before ? row.after : (row.after?.map((p) => ({ ...p, mark: false })) ?? null)} as="ins" label={after} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {same > 0 && (
        <button type="button" className="btn btn-small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '只看变化' : `显示未变的 ${same} 条`}
        </button>
      )}
    </>
  )
}
