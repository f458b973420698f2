import type { OrderEnds } from '../../../contract/order-ends.ts'
import type { RowAction } from './row-actions.tsx'

interface Placed<Row> {
  /** where the row stands in its whole order */
  ends(row: Row): OrderEnds | undefined
  when?(row: Row): boolean
  move(row: Row, direction: 'up' | 'down'): Promise<unknown>
}

/** 上移 and 下移: exchange a row with its neighbour; at the end of the whole order they are disabled. */
export const placeActions = <Row>({ ends, when, move }: Placed<Row>): [up: RowAction<Row>, down: RowAction<Row>] => [
  {
    label: '上移',
    ...(when ? { when } : {}),
    disabled: (row) => ends(row)?.first === true,
    run: (row) => move(row, 'up'),
  },
  {
    label: '下移',
    ...(when ? { when } : {}),
    disabled: (row) => ends(row)?.last === true,
    run: (row) => move(row, 'down'),
  },
]
