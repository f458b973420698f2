import { sql } from 'kysely'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { inWan } from '../../../contract/money.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersMonthly } from '../../kernel/monthly.ts'
import { offersTodo } from '../../kernel/todos.ts'
import { asked, seenBy } from './queries.ts'

/** Subsidies that wait for a review, and what was paid by month. */
export function offerAllowanceTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'allowance',
    of: ({ permissions }) => (permissions.has('allowance:review') ? { label: '待审核的补贴', to: '/work/subsidies?state=0' } : null),
    find: (_, actor) =>
      asked(seenBy(k.db, actor), { state: allowanceStates.pending })
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
  })
  offersMonthly(k, {
    name: '拨付的补贴',
    unit: '万元',
    of: ({ permissions }) => permissions.has('allowance:read'),
    find: (_, actor, { from, to }) => paidByMonth(k, actor, from, to),
  })
}

async function paidByMonth(k: Kernel, actor: Actor, from: string, to: string) {
  const month = sql<string>`to_char(a.pay_date, 'YYYY-MM')`
  const rows = await seenBy(k.db, actor)
    .where('a.state', '=', allowanceStates.paid)
    .where('a.pay_date', '>=', from)
    .where('a.pay_date', '<=', to)
    .select((e) => [month.as('month'), e.fn.sum<number>('a.amount').as('sum')])
    .groupBy(month)
    .execute()
  return rows.map((row) => ({ month: row.month, value: inWan(Number(row.sum)) }))
}
