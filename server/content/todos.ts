import { contentCodes } from '../../contract/content/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { newsFlow } from './flow.ts'
import { seesNews } from './rights.ts'

/** Adds the to-do of articles that wait for a review, and the chart of articles published per month. */
export function offerContentTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'news',
    group: '资讯',
    of: ({ permissions }) => (permissions.has('news:review') ? { label: '待审核的资讯', to: '/work/newsManage?forReview=1' } : null),
    async find(_, actor) {
      return k.db
        .selectFrom('news as p')
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('p.updated_at').as('oldest')])
        .where(forReviewBy(actor, newsFlow, 'p'))
        .where('p.deleted', '=', false)
        .executeTakeFirstOrThrow()
    },
  })
  offersMonthly(k, {
    name: '发布的资讯',
    unit: '篇',
    of: seesNews,
    find: (_, __, { from, to }) =>
      k.db
        .selectFrom('news as n')
        .where('n.state', '=', contentCodes.code.published)
        .where('n.deleted', '=', false)
        .where(dayRange('n.publish_time', from, to))
        .select((e) => [monthOf('n.publish_time').as('month'), e.fn.countAll<number>().as('value')])
        .groupBy(monthOf('n.publish_time'))
        .execute(),
  })
}
