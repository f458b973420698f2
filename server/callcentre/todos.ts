import { callbackCodes } from '../../contract/callcentre/states.ts'
import { offersRows } from '../kernel/access/row-sources.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { callCount, found } from './queries.ts'

/** Callbacks that are not made yet; `since`: only those that were due before. */
const openCallbacks = (db: Db, since?: Date) =>
  db
    .selectFrom('call_callback')
    .where('state', 'in', [callbackCodes.code.waiting, callbackCodes.code.taken])
    .$if(since !== undefined, (q) => q.where('due_at', '<', since!.toISOString()))
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()

export function offerCallTodos(k: Kernel): void {
  offersRows(k, 'call', {
    options: {},
    count: (actor, id) => callCount(k, k.db, actor, id === undefined ? {} : { ids: [id] }),
  })
  offersTodo(k, {
    kind: 'callback',
    group: '呼叫中心',
    of: (actor) => (actor.permissions.has('call:agent') ? { label: '待回拨的来电', mark: '回拨', to: '/ecall' } : null),
    async find({ db, clock }) {
      const { count, oldest } = await openCallbacks(db)
      const { count: overdue } = await openCallbacks(db, clock.now())
      return { count, overdue, oldest, ...(overdue > 0 ? { note: `${overdue} 个已超过承诺时间` } : {}) }
    },
  })
  // Leaders see the callbacks that were not made in time.
  offersTodo(k, {
    kind: 'late-callback',
    group: '呼叫中心',
    of: ({ permissions }) =>
      permissions.has('call:read') && permissions.has('insight:read')
        ? { label: '超时未回拨的来电', mark: '回拨', to: '/work/cal?tab=callbacks' }
        : null,
    async find({ db, clock }) {
      const late = await openCallbacks(db, clock.now())
      return { ...late, overdue: late.count }
    },
  })
  offersMonthly(k, {
    name: '通话',
    unit: '次',
    of: ({ permissions }) => permissions.has('call:read'),
    find: (kernel, actor, { from, to }) =>
      found(kernel, kernel.db, actor, { startTime: from, endTime: to })
        .select((e) => [monthOf('r.start_time').as('month'), e.fn.countAll<number>().as('value')])
        .groupBy(monthOf('r.start_time'))
        .execute(),
  })
}
