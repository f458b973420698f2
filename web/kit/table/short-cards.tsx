import type { TableColumnsType, TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import css from './table.module.css'

interface Props<Row> {
  rows: readonly Row[]
  columns: TableColumnsType<Row>
  more?: ((row: Row) => ReactNode) | undefined
}

/** Below 768 px a short table is a list of cards: the first column is the title, 操作 and 处理 are at the foot, empty values are left out. */
export function ShortCards<Row extends { id: number }>({ rows, columns, more }: Props<Row>) {
  const [title, ...others] = columns as TableColumnType<Row>[]
  const acts = others.filter(isAct)
  const lines = others.filter((column) => !isAct(column))
  return (
    <ul className={css.cards}>
      {rows.map((row, index) => {
        const said = (of: readonly TableColumnType<Row>[]) =>
          of.map((column) => ({ column, value: valueOf(column, row, index) })).filter(({ value }) => !isEmpty(value))
        return (
          <li key={row.id} className={css.card}>
            <div className={css.cardHead}>
              <div className={css.cardTitle}>{title && valueOf(title, row, index)}</div>
            </div>
            <dl>
              {said(lines).map(({ column, value }) => (
                <div key={String(column.title)}>
                  <dt>{column.title as ReactNode}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {more?.(row)}
            <div className={css.cardActions}>
              {said(acts).map(({ column, value }) => (
                <span key={String(column.title)}>{value}</span>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const isAct = ({ title }: { title?: unknown }): boolean => title === '操作' || title === '处理'
const isEmpty = (value: ReactNode): boolean => value === '' || value === null || value === undefined || value === false
function valueOf<Row>({ dataIndex, render }: TableColumnType<Row>, row: Row, index: number): ReactNode {
  const stored: unknown = typeof dataIndex === 'string' ? row[dataIndex as keyof Row] : undefined
  return (render ? render(stored, row, index) : stored) as ReactNode
}
