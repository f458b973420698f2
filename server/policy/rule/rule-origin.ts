import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'

/** The text and version on which a judgement is based. */
export interface RuleOrigin {
  policyNo: string | null
  version: number
  effectiveFrom: string | null
  sources: string[]
}

/** Document number, version in force on the day, and sources of policies, by policy id, in one query. */
export async function ruleOrigins(db: Db, ids: readonly number[], day: string): Promise<Map<number, RuleOrigin>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('policy as p')
    .innerJoin('policy_version as v', 'v.policy_id', 'p.id')
    .where('p.id', 'in', [...ids])
    .distinctOn('p.id')
    .select(['p.id', 'p.doc_no', 'p.sources', 'v.number', 'v.effective_from'])
    .orderBy('p.id')
    .orderBy(sql`(v.effective_from is null or v.effective_from <= ${day}::date) desc`)
    .orderBy(sql`case when v.effective_from is null or v.effective_from <= ${day}::date then v.number else -v.number end desc`)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { policyNo: row.doc_no, version: row.number, effectiveFrom: row.effective_from, sources: row.sources }]),
  )
}
