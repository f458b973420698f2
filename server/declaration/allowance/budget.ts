import { inFen, inWan } from '../../../contract/money.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { payment as endpoints } from '../../../contract/declaration/payment.ts'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { conflict } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { sql } from 'kysely'
import { seenBy } from './queries.ts'

/** How much of a year's budget is committed, paid and left. The budget is the county's, so these are sums over all allowances. */
export async function budgetOf(k: Kernel, year: number) {
  const kept = await k.db.selectFrom('allowance_budget').select(['amount', 'version']).where('year', '=', year).executeTakeFirst()
  const { approved, paid } = await k.db
    .selectFrom('allowance as a')
    .where('a.deleted', '=', false)
    .where('a.year', '=', year)
    .select(sql<string>`coalesce(sum(a.amount) filter (where a.state = ${sql.lit(allowanceStates.approved)}), 0)`.as('approved'))
    .select(sql<string>`coalesce(sum(a.amount) filter (where a.state = ${sql.lit(allowanceStates.paid)}), 0)`.as('paid'))
    .executeTakeFirstOrThrow()
  const spent = Number(approved) + Number(paid)
  return {
    year,
    budget: kept ? inWan(kept.amount) : null,
    version: kept?.version ?? 0,
    approved: inWan(Number(approved)),
    paid: inWan(Number(paid)),
    left: kept ? inWan(kept.amount - spent) : null,
  }
}

/** Sets a year's budget; expects the version that the user saw. */
export function saveBudget(k: Kernel, call: Call, { year, version, budget }: Parsed<typeof endpoints.saveBudget>['body']): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    const at = { amount: inFen(budget), updated_at: k.clock.now() }
    const saved =
      version === 0
        ? await db
            .insertInto('allowance_budget')
            .values({ year, ...at })
            .onConflict((c) => c.doNothing())
            .returning('year')
            .executeTakeFirst()
        : await db
            .updateTable('allowance_budget')
            .set({ ...at, version: version + 1 })
            .where('year', '=', year)
            .where('version', '=', version)
            .returning('year')
            .executeTakeFirst()
    if (!saved) throw conflict()
    await audit(db, call, { action: 'allowance.budget', objectType: 'allowance_budget', objectId: year, detail: { budget } })
    return true
  })
}

/** How many publicities of unpaid sums end on each day. */
export async function publicityCalendar(k: Kernel, actor: Actor) {
  const day = today(k.clock)
  const rows = await seenBy(k.db, actor)
    .where('a.state', '=', allowanceStates.approved)
    .where('a.public_to', 'is not', null)
    .select(['a.public_to as day', (e) => e.fn.countAll<number>().as('count'), sql<string>`sum(a.amount)`.as('amount')])
    .select(sql<number>`count(*) filter (where a.open_objections > 0)`.as('objected'))
    .groupBy('a.public_to')
    .orderBy('a.public_to')
    .limit(60)
    .execute()
  return rows.map((r) => ({
    day: r.day!,
    count: r.count,
    amount: inWan(Number(r.amount)),
    objected: Number(r.objected),
    ended: day > r.day!,
  }))
}
