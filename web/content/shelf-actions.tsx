import type { Endpoint } from '../../contract/endpoint.ts'
import type { OrderEnds } from '../../contract/order-ends.ts'
import type { ShelfMove } from '../../contract/content/states.ts'
import { call } from '../api.ts'
import { placeActions } from '../kit/table/place-actions.ts'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { toast } from '../toast.ts'

interface Shelved {
  id: number
  standing: { version: number; state: number; allowed: readonly ShelfMove[]; ends?: OrderEnds | undefined } | null
}
interface Endpoints {
  publish: Endpoint<any, any, any>
  offPublish: Endpoint<any, any, any>
  remove: Endpoint<any, any, any>
  move: Endpoint<any, any, any>
}

/** Actions on a row that is published and withdrawn without a review: services and products. */
export function shelfActions<Row extends Shelved>(
  endpoints: Endpoints,
  nameOf: (row: Row) => string,
  { edit, refresh }: { edit(row: Row): void; refresh(): Promise<unknown> },
): RowAction<Row>[] {
  const may = (move: ShelfMove) => (row: Row) => row.standing?.allowed.includes(move) ?? false
  const send = (endpoint: Endpoint<any, any, any>, said: string) => async (row: Row) => {
    await call(endpoint, { body: { id: row.id, version: row.standing?.version } })
    toast.success(said)
    await refresh()
  }
  return [
    { label: '编辑', when: may('edit'), open: edit },
    { label: '发布', when: may('publish'), run: send(endpoints.publish, '已发布') },
    {
      label: '下架',
      when: may('offPublish'),
      danger: true,
      ask: (row) => ({ title: `下架“${nameOf(row)}”？`, effect: '公开页面立即不再显示。' }),
      run: send(endpoints.offPublish, '已下架'),
    },
    ...placeActions<Row>({
      ends: (row) => row.standing?.ends,
      move: async (row, direction) => {
        await call(endpoints.move, { body: { id: row.id, direction } })
        await refresh()
      },
    }),
    {
      label: '删除',
      danger: true,
      when: may('delete'),
      ask: (row) => ({ title: `删除“${nameOf(row)}”？`, effect: '删除后不能在页面上恢复。' }),
      run: send(endpoints.remove, '删除成功!'),
    },
  ]
}
