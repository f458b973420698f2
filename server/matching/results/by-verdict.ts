import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'

/** The stored verdict of a company and a policy, regardless of the application window. */
export type KeptVerdict = 'match' | 'near' | 'unknown' | 'nomatch'

const consenting = (db: Db) =>
  db
    .selectFrom('company_match_result as r')
    .innerJoin('company_facts as f', (on) => on.onRef('f.company_id', '=', 'r.company_id').on('f.authorized', '=', true))
const verdictOf = (
  policyId: number,
) => sql<KeptVerdict>`case when ${policyId}::int = any(r.met) then 'match' when ${policyId}::int = any(r.near) then 'near'
  when ${policyId}::int = any(r.unknown) then 'unknown' else 'nomatch' end`

/**
 * Consenting companies with one of these verdicts for a policy, ordered by id, after the id `after`, at most `limit`. `among`: a condition
 * on `r.company_id`.
 */
export const companiesStanding = (
  db: Db,
  policyId: number,
  verdicts: readonly KeptVerdict[],
  { after, limit, among }: { after: number; limit: number; among?: RawBuilder<boolean> | undefined },
) =>
  consenting(db)
    .select(['r.company_id as companyId', verdictOf(policyId).as('verdict')])
    .where(sql<boolean>`${verdictOf(policyId)} = any(${[...verdicts]}::text[])`)
    .where('r.company_id', '>', after)
    .$if(among !== undefined, (q) => q.where(among!))
    .orderBy('r.company_id')
    .limit(limit)
    .execute()

/** The number of consenting companies for each verdict of a policy. */
export async function countStanding(db: Db, policyId: number, among?: RawBuilder<boolean>): Promise<Record<KeptVerdict, number>> {
  const rows = await db
    .selectFrom(
      consenting(db)
        .select(verdictOf(policyId).as('verdict'))
        .$if(among !== undefined, (q) => q.where(among!))
        .as('s'),
    )
    .select(['s.verdict', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('s.verdict')
    .execute()
  const n = (verdict: KeptVerdict) => rows.find((row) => row.verdict === verdict)?.n ?? 0
  return { match: n('match'), near: n('near'), unknown: n('unknown'), nomatch: n('nomatch') }
}

/** The verdicts of these companies for a policy; those without consent are left out. At most 5000. */
export async function standingOfCompanies(db: Db, policyId: number, companyIds: readonly number[]): Promise<Map<number, KeptVerdict>> {
  if (companyIds.length === 0) return new Map()
  const rows = await consenting(db)
    .select(['r.company_id', verdictOf(policyId).as('verdict')])
    .where(sql<boolean>`r.company_id = any(${[...companyIds]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.company_id, row.verdict]))
}
