import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import css from './archive/enterprise-archive.module.css'

export const LEDGER_PAGE = 20

interface Props {
  title: string
  total: number
  page: number
  onPage(page: number): void
  columns: readonly string[]
  children: ReactNode
}

/** A ledger that the company can open: the number of entries, and one page of them. */
export function Ledger({ title, total, page, onPage, columns, children }: Props) {
  return (
    <details className={css.log}>
      <summary>
        {title}（{total}）
      </summary>
      <div className={css.scroll}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      <Pagination
        aria-label={`${title}分页`}
        size="small"
        current={page}
        pageSize={LEDGER_PAGE}
        total={total}
        onChange={onPage}
        showSizeChanger={false}
        hideOnSinglePage
      />
    </details>
  )
}
