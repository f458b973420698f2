import { contentCodes } from '../../contract/content/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersTodo } from '../kernel/offers/todos.ts'

/** Articles that wait for a review. */
export const offerContentTodos = (k: Kernel): void =>
  offersTodo(k, {
    kind: 'news',
    group: '资讯',
    of: ({ permissions }) =>
      permissions.has('news:review') ? { label: '待审核的资讯', to: `/work/newsManage?state=${contentCodes.code.pending}` } : null,
    async find() {
      const rows = await k.db
        .selectFrom('news')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('state', '=', contentCodes.code.pending)
        .where('deleted', '=', false)
        .executeTakeFirstOrThrow()
      return { count: Number(rows.n) }
    },
  })
