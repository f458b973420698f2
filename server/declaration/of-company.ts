import { inWan } from '../../contract/money.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { visibleTo } from './access.ts'
import { reviewable } from './reviewable.ts'

/** A company's declarations in the sight of a member of staff, newest first; null for who reads none. Money in 万元. */
export async function declarationsOf({ db, clock }: Kernel, actor: Actor, companyId: number, limit: number) {
  if (!actor.permissions.has('declaration:read')) return null
  const base = reviewable(db).where('d.company_id', '=', companyId).where(visibleTo(actor, clock.now()))
  const { total, approved } = await base
    .select((e) => [e.fn.countAll<number>().as('total'), e.fn.sum<number | null>('d.approved_amount').as('approved')])
    .executeTakeFirstOrThrow()
  const rows = await base
    .select(['d.id', 'd.declare_no', 'p.name', 'd.state', 'd.submit_time', 'd.approved_amount'])
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
  return {
    total,
    approvedAmount: inWan(Number(approved ?? 0)) ?? 0,
    list: rows.map((r) => ({
      id: r.id,
      declareNo: r.declare_no,
      projectName: r.name,
      state: declarationStates[r.state].code as number,
      submitTime: r.submit_time,
      approvedAmount: r.approved_amount === null ? null : inWan(r.approved_amount),
    })),
  }
}
