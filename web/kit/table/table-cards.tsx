import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '../form/fields.ts'
import type { RowKey } from './selection.ts'
import css from './table.module.css'

interface Props<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => RowKey
  fields: readonly Field<Row>[]
  cell: (field: Field<Row>, row: Row) => ReactNode
  actions: (row: Row) => ReactNode
  serial: (index: number) => number
  choosing: { isChosen: (row: Row) => boolean; canChoose: (row: Row) => boolean; onChoose: (row: Row, on: boolean) => void } | null
  nameOf: (row: Row) => string
}

/** Below 768 px: one card per row, from the same columns. */
export function TableCards<Row>({ rows, keyOf, fields, cell, actions, serial, choosing, nameOf }: Props<Row>) {
  const title = fields.find((f) => f.card === 'title') ?? fields[0]
  const lines = fields.filter((f) => f !== title && f.card !== 'none')
  return (
    <ul className={css.cards}>
      {rows.map((row, i) => (
        <li key={keyOf(row)} data-row-key={keyOf(row)} tabIndex={-1} className={css.card}>
          <div className={css.cardHead}>
            {choosing && (
              <Checkbox
                checked={choosing.isChosen(row)}
                disabled={!choosing.canChoose(row)}
                onChange={(e) => choosing.onChoose(row, e.target.checked)}
                aria-label={`选择 ${nameOf(row)}`}
              />
            )}
            <span className={css.serial}>{serial(i)}</span>
            <div className={css.cardTitle}>{title && cell(title, row)}</div>
          </div>
          <dl>
            {lines.map((f) => (
              <div key={f.key}>
                <dt>{f.label}</dt>
                <dd>{cell(f, row)}</dd>
              </div>
            ))}
          </dl>
          <div className={css.cardActions}>{actions(row)}</div>
        </li>
      ))}
    </ul>
  )
}
