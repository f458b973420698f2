import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { TABLE_VARIANT_ACTION_WIDTH } from '../../contract/constants.ts'
import { isNumeric } from './cell.tsx'
import { ColumnGrip } from './column-grip.tsx'
import type { Field, Kind } from './fields.ts'
import css from './table.module.css'

export type Variant = 'page' | 'panel'
const widths: Partial<Record<Kind, number>> = {
  number: 100,
  money: 130,
  date: 112,
  dateTime: 144,
  month: 96,
  status: 112,
  switch: 80,
  picture: 96,
  select: 130,
}
const widthOf = <Row,>(f: Field<Row>): number | undefined => f.width ?? (f.card === 'title' ? undefined : (widths[f.kind ?? 'text'] ?? 150))
/** Least room for a column that takes the rest. */
const FLEXIBLE = 240
const SERIAL = 64

interface Shape<Row> {
  fields: readonly (Field<Row> & { pinned: boolean })[]
  sort: string | null
  /** a column was given another width */
  onWidth: (key: string, width: number) => void
  serial: (index: number) => number
  cell: (field: Field<Row>, row: Row) => ReactNode
  actions: ((row: Row) => ReactNode) | null
  variant: Variant
  /** skeleton rows instead of values */
  bones: boolean
  selectable: boolean
}

/** Columns of antd from the fields: serial number, identity pinned left, numbers right aligned, actions pinned right. */
export function tableColumns<Row>({ fields, sort, onWidth, serial, cell, actions, variant, bones, selectable }: Shape<Row>): {
  columns: TableColumnType<Row>[]
  width: number
} {
  const bone = (percent: number) => <span className={css.bone} style={{ width: `${percent}%` }} />
  const columns: TableColumnType<Row>[] = [
    {
      key: '#',
      title: messages.serialNumber,
      width: SERIAL,
      fixed: 'start',
      className: css.num!,
      render: (_v, _row, i) => (bones ? bone(60) : serial(i)),
    },
    ...fields.map((f, i): TableColumnType<Row> => ({
      key: f.key,
      title: (
        <>
          {f.label}
          <ColumnGrip onWidth={(width) => onWidth(f.key, width)} />
        </>
      ),
      ellipsis: { showTitle: false },
      ...(widthOf(f) === undefined ? {} : { width: widthOf(f)! }),
      ...(f.card === 'title' || f.pinned ? { fixed: 'start' as const } : {}),
      ...(isNumeric(f) ? { align: 'right' as const, className: css.num! } : {}),
      ...(f.sortable
        ? { sorter: true, sortOrder: sort === f.sortable ? ('ascend' as const) : sort === `-${f.sortable}` ? ('descend' as const) : null }
        : {}),
      render: (_v, row) => (bones ? bone(i === 0 ? 80 : 60) : cell(f, row)),
    })),
    ...(actions
      ? [
          {
            key: '*',
            title: '操作',
            width: variant === 'panel' ? TABLE_VARIANT_ACTION_WIDTH : 172,
            fixed: 'end' as const,
            render: (_v: unknown, row: Row) => (bones ? bone(70) : actions(row)),
          },
        ]
      : []),
  ]
  return { columns, width: columns.reduce((sum, c) => sum + (typeof c.width === 'number' ? c.width : FLEXIBLE), selectable ? 48 : 0) }
}
