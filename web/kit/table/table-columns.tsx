import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { TABLE_VARIANT_ACTION_WIDTH } from '../../../contract/constants.ts'
import { isNumeric } from './cell.tsx'
import { ColumnGrip } from './column-grip.tsx'
import { fittedWidths } from './fitted-widths.ts'
import type { Field, Kind } from '../form/fields.ts'
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
/** Minimum width of the column that takes the remaining room. */
const FLEXIBLE = 240
const SERIAL = 64
const SELECTION = 48

interface Shape<Row> {
  fields: readonly (Field<Row> & { pinned: boolean })[]
  sort: string | null
  /** a column was given another width */
  onWidth: (key: string, width: number) => void
  serial: (index: number) => number
  cell: (field: Field<Row>, row: Row) => ReactNode
  actions: ((row: Row) => ReactNode) | null
  variant: Variant
  /** shows skeleton rows instead of values */
  bones: boolean
  selectable: boolean
  /** width of the action column, outside of panels */
  actionsWidth: number
  /** width of the table on the screen; null while unknown */
  room: number | null
}

/** antd columns from the fields: serial number, title pinned left, numbers right aligned, actions pinned right. */
export function tableColumns<Row>({
  fields,
  sort,
  onWidth,
  serial,
  cell,
  actions,
  variant,
  bones,
  selectable,
  actionsWidth,
  room,
}: Shape<Row>): {
  columns: TableColumnType<Row>[]
  width: number
} {
  const lastWidth = actions ? (variant === 'panel' ? TABLE_VARIANT_ACTION_WIDTH : actionsWidth) : 0
  const isPinned = (f: (typeof fields)[number]) => f.card === 'title' || f.pinned
  const wanted = (f: (typeof fields)[number]) => widthOf(f) ?? FLEXIBLE
  const pinnedWidth = fields.filter(isPinned).reduce((sum, f) => sum + wanted(f), SERIAL + lastWidth + (selectable ? SELECTION : 0))
  const moving = fields.filter((f) => !isPinned(f))
  const fitted = fittedWidths(moving.map(wanted), room === null ? null : room - pinnedWidth)
  const everyWidth = pinnedWidth + moving.reduce((sum, f) => sum + wanted(f), 0)
  const scrolls = room !== null && everyWidth > room
  const shownWidth = (f: (typeof fields)[number]) => (scrolls ? (isPinned(f) ? wanted(f) : fitted[moving.indexOf(f)]!) : widthOf(f))
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
      ...(shownWidth(f) === undefined ? {} : { width: shownWidth(f)! }),
      ...(isPinned(f) ? { fixed: 'start' as const } : {}),
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
            width: lastWidth,
            fixed: 'end' as const,
            render: (_v: unknown, row: Row) => (bones ? bone(70) : actions(row)),
          },
        ]
      : []),
  ]
  return {
    columns,
    width: columns.reduce((sum, c) => sum + (typeof c.width === 'number' ? c.width : FLEXIBLE), selectable ? SELECTION : 0),
  }
}
