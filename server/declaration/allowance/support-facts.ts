import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { sql } from 'kysely'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { SUPPORT, writeFacts } from '../../company/index.ts'

interface Support {
  policy: string | null
  title: string
  level: string | null
  year: number
  amount: number
  paid: boolean
  paidOn: string | null
}

/** The supports that a company was granted or paid on this platform, for rules about earlier supports. */
export async function supportOf(db: Db, companyId: number): Promise<Support[]> {
  const rows = await db
    .selectFrom('allowance as a')
    .leftJoin('policy as p', 'p.id', 'a.policy_id')
    .select(['p.code as policy', 'a.project_name as title', 'p.level', 'a.year', 'a.pay_date as paidOn'])
    .select([sql<number>`a.amount / 1000000.0`.as('amount'), sql<boolean>`a.state = ${allowanceStates.paid}`.as('paid')])
    .where('a.company_id', '=', companyId)
    .where('a.state', 'in', [allowanceStates.approved, allowanceStates.paid])
    .where('a.deleted', '=', false)
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** Stores them among the company's facts, in the transaction of the change. */
export async function rememberSupport(k: Kernel, db: Db, companyId: number): Promise<void> {
  const rows = (await supportOf(db, companyId)).map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
  await writeFacts(k, db, companyId, [{ key: SUPPORT, value: rows, source: '经信', asOf: today(k.clock) }], null)
}

/** Fills these facts for older data: who received something; all other companies received nothing here. */
export async function rememberSupportOfAll(k: Kernel): Promise<void> {
  await sql`update company_facts set facts = jsonb_build_object(${sql.lit(SUPPORT)}, '[]'::jsonb) || facts where not jsonb_exists(facts, ${SUPPORT})`.execute(
    k.db,
  )
  const rows = await k.db
    .selectFrom('allowance')
    .select('company_id')
    .distinct()
    .where('state', 'in', [allowanceStates.approved, allowanceStates.paid])
    .where('deleted', '=', false)
    .execute()
  for (const { company_id } of rows) await k.db.transaction().execute((db) => rememberSupport(k, db, company_id))
}
