import { inWan } from '../../../contract/money.ts'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { seenBy } from './queries.ts'

/** A company's subsidies in the sight of a member of staff, newest first; null for who reads none. Money in 万元. */
export async function allowancesOf(db: Db, actor: Actor, companyId: number, limit: number) {
  if (!actor.permissions.has('allowance:read')) return null
  const base = seenBy(db, actor).where('a.company_id', '=', companyId)
  const { total, paid } = await base
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      e.fn.sum<number | null>('a.amount').filterWhere('a.state', '=', allowanceStates.paid).as('paid'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await base
    .select(['a.id', 'a.project_name', 'a.year', 'a.amount', 'o.name as office_name', 'a.state', 'a.pay_date'])
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  return {
    total,
    paidAmount: inWan(Number(paid ?? 0)),
    list: rows.map((r) => ({
      id: r.id,
      projectName: r.project_name,
      year: r.year,
      amount: inWan(r.amount),
      officeName: r.office_name,
      state: r.state,
      payDate: r.pay_date,
    })),
  }
}
