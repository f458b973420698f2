import { callbackCodes } from '../../contract/callcentre/states.ts'
import { offersRows } from '../kernel/access/row-sources.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { callCount, found } from './queries.ts'

const openCallbacks = (db: Db, now: Date) =>
  db
    .selectFrom('call_callback')
    .where('state', 'in', [callbackCodes.code.waiting, callbackCodes.code.taken])
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.countAll<number>().filterWhere('due_at', '<', now.toISOString()).as('late')])
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
      const { count, late } = await openCallbacks(db, clock.now())
      return { count, ...(late > 0 ? { note: `${late} 个已超过承诺时间` } : {}) }
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
    find: async ({ db, clock }) => ({ count: (await openCallbacks(db, clock.now())).late }),
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
