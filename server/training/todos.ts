import { activityFacts } from '../../contract/training/states.ts'
import { officeOptions, offersRows } from '../kernel/access/row-sources.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { activities, managedBy } from './activity-queries.ts'
import { activityFlow } from './flow.ts'

/** Registers the to-do of activities to review, the chart of activities per month, and the counts for access rules. */
export function offerTrainingTodos(k: Kernel): void {
  offersRows(k, 'training', {
    options: { office: () => officeOptions(k) },
    count: async (actor, id) =>
      (
        await activities(k.db)
          .where(managedBy(actor))
          .$if(id !== undefined, (q) => q.where('a.id', '=', id!))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  })
  offersTodo(k, {
    kind: 'training',
    group: '培训活动',
    of: ({ permissions }) => (permissions.has('train:review') ? { label: '待审核的培训活动', to: '/work/trainActive?forReview=1' } : null),
    async find(_, actor) {
      const { count, oldest } = await activities(k.db)
        .where(managedBy(actor))
        .where(forReviewBy(actor, activityFlow, 'a'))
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('a.updated_at').as('oldest')])
        .executeTakeFirstOrThrow()
      return { count, oldest }
    },
  })
  offersMonthly(k, {
    name: '举办的活动',
    unit: '场',
    of: (actor) => actor.permissions.has('train:read'),
    find: (_, actor, { from, to }) =>
      activities(k.db)
        .where(managedBy(actor))
        .where('a.state', '=', activityFacts.code.passed)
        .where(dayRange('a.start_at', from, to))
        .select((e) => [monthOf('a.start_at').as('month'), e.fn.countAll<number>().as('value')])
        .groupBy(monthOf('a.start_at'))
        .execute(),
  })
}
