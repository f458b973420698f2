import { sql } from 'kysely'
import { allowanceStates, type AllowanceStep } from '../../../contract/declaration/allowance-states.ts'
import { inWan } from '../../../contract/money.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersMonthly } from '../../kernel/offers/monthly.ts'
import { offersOpenMatters } from '../../kernel/offers/open-matters.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { asked, seenBy, type AllowanceFilters } from './queries.ts'

/** How many of the oldest of each kind the start page names. */
const SHOWN = 5

const steps: readonly { kind: string; who: string; label: string; filter: { state: number } | { step: AllowanceStep } }[] = [
  { kind: 'allowance', who: 'allowance:review', label: '待审核的补贴', filter: { state: allowanceStates.pending } },
  { kind: 'allowance-publicise', who: 'allowance:manage', label: '待公示的补贴', filter: { step: 'publicise' } },
  { kind: 'allowance-objection', who: 'allowance:review', label: '待核实的补贴异议', filter: { step: 'objection' } },
  { kind: 'allowance-pay', who: 'allowance:pay', label: '待拨付的补贴', filter: { step: 'pay' } },
  { kind: 'allowance-confirm', who: 'allowance:review', label: '待确认的拨付更正', filter: { step: 'confirm' } },
]

/** To-dos for subsidies (review, publicity, an objection, payment, a second person), and the paid sums by month. */
export function offerAllowanceTodos(k: Kernel): void {
  for (const { kind, who, label, filter } of steps)
    offersTodo(k, {
      kind,
      group: '财政补贴',
      of: ({ permissions }) =>
        permissions.has(who)
          ? { label, to: `/work/subsidies?${new URLSearchParams(Object.entries(filter).map(([n, v]) => [n, String(v)]))}` }
          : null,
      async find(_, actor) {
        const rows = await asked(seenBy(k.db, actor), filter as AllowanceFilters, today(k.clock))
          .select(['a.id', 'c.name as company_name', 'a.project_name', 'a.amount', 'a.created_at'])
          .select(sql<number>`(count(*) over ())::int`.as('total'))
          .orderBy('a.id')
          .limit(SHOWN)
          .execute()
        const list = rows.map((r) => ({
          id: r.id,
          title: r.company_name,
          about: `${r.project_name} · ${inWan(r.amount)} 万元`,
          deadline: null,
          since: r.created_at,
          to: `/work/subsidies?id=${r.id}`,
        }))
        return { count: rows[0]?.total ?? 0, oldest: rows[0]?.created_at ?? null, first: { title: label, list } }
      },
    })
  offersOpenMatters(k, async ({ type, companyId }) => {
    if (type !== 'QY' || companyId === null) return []
    const { count } = await k.db
      .selectFrom('allowance')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId)
      .where('state', 'in', [allowanceStates.pending, allowanceStates.approved])
      .executeTakeFirstOrThrow()
    return [{ title: '还没有拨付的补贴', count, deadline: null, to: '/work/mySubsidy' }]
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
