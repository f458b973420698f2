import type { RowAction } from '../kit/table/row-actions.tsx'
import { toast } from '../toast.ts'

interface Row {
  id: number
  version: number
  name: string
  allowed: readonly string[]
}
/** 删除 of a template or a send, in the version that is shown. */
export const deletion = <R extends Row>(
  remove: (shown: Pick<Row, 'id' | 'version'>) => Promise<unknown>,
  refresh: () => Promise<unknown>,
): RowAction<R> => ({
  label: '删除',
  danger: true,
  when: ({ allowed }) => allowed.includes('delete'),
  ask: ({ name }) => ({ title: `删除“${name}”？`, effect: '删除后不能恢复。' }),
  run: async ({ id, version }) => {
    await remove({ id, version })
    toast.success('已删除')
    await refresh()
  },
})
