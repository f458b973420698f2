import { sql, type RawBuilder } from 'kysely'
import { allowanceStates } from '../../contract/declaration/allowance-states.ts'
import type { DeclarationState } from '../../contract/declaration/states.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'

const unsent: DeclarationState[] = ['draft', 'withdrawn']

/** Whether the company in this column has sent a declaration for the policy; a condition for statements of other domains. */
export const hasDeclared = (policyId: number, company: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from declaration d join project p on p.id = d.project_id
  where d.company_id = ${sql.ref(company)} and p.policy_id = ${policyId} and d.deleted_at is null and d.state <> all(${unsent}::text[]))`

/** What these companies achieved with a policy since then: which of them sent a declaration, and which were paid how much, in 分. */
export async function outcomeSince(db: Db, policyId: number, companyIds: readonly number[], since: string) {
  if (companyIds.length === 0) return { declared: [], paid: [] }
  const declared = await db
    .selectFrom('declaration as d')
    .innerJoin('project as p', 'p.id', 'd.project_id')
    .select('d.company_id')
    .distinct()
    .where('p.policy_id', '=', policyId)
    .where('d.company_id', '=', (e) => e.fn.any(e.val([...companyIds])))
    .where('d.deleted_at', 'is', null)
    .where('d.state', 'not in', unsent)
    .where('d.submit_time', '>=', since)
    .execute()
  const paid = await db
    .selectFrom('allowance as a')
    .leftJoin('declaration as d', 'd.id', 'a.declaration_id')
    .leftJoin('project as p', 'p.id', 'd.project_id')
    .select(['a.company_id', (e) => e.fn.sum<string>('a.amount').as('amount')])
    .where((e) => e(e.fn.coalesce('a.policy_id', 'p.policy_id'), '=', policyId))
    .where('a.company_id', '=', (e) => e.fn.any(e.val([...companyIds])))
    .where('a.deleted', '=', false)
    .where('a.state', '=', allowanceStates.paid)
    .where('a.pay_date', '>=', dateOf(new Date(since)))
    .groupBy('a.company_id')
    .execute()
  return {
    declared: declared.map(({ company_id }) => company_id),
    paid: paid.map(({ company_id, amount }) => ({ companyId: company_id, amount: Number(amount) })),
  }
}
