import type { Endpoint } from '../../contract/endpoint.ts'
import type { InfoMove } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { toast } from '../toast.ts'

interface Published {
  id: number
  title: string
  standing: { version: number; allowed: readonly InfoMove[] } | null
}
type Called = Endpoint<any, any, any>

/** Actions on a row that is published and withdrawn without a review: reports and live sessions; `more` are shown between them. */
export function publishActions<Row extends Published>(
  endpoints: Record<'publish' | 'offPublish' | 'remove', Called>,
  { edit, refresh, more = [] }: { edit(row: Row): void; refresh(): Promise<unknown>; more?: readonly RowAction<Row>[] },
): RowAction<Row>[] {
  const may = (move: InfoMove) => (row: Row) => row.standing?.allowed.includes(move) ?? false
  const send = (endpoint: Called, said: string) => async (row: Row) => {
    await call(endpoint, { body: { id: row.id, version: row.standing!.version } })
    toast.success(said)
    await refresh()
  }
  return [
    { label: '编辑', when: may('edit'), open: edit },
    { label: '发布', when: may('publish'), run: send(endpoints.publish, '已发布') },
    ...more,
    {
      label: '取消发布',
      when: may('offPublish'),
      ask: (row) => ({ title: `取消发布“${row.title}”？`, effect: '公开页面立即不再显示。' }),
      run: send(endpoints.offPublish, '已取消发布'),
    },
    {
      label: '删除',
      danger: true,
      when: may('delete'),
      ask: (row) => ({ title: `删除“${row.title}”？`, effect: '删除后不能在页面上恢复。' }),
      run: send(endpoints.remove, '已删除'),
    },
  ]
}
