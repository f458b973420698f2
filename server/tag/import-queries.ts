import { sql } from 'kysely'
import { companiesOf, tagsOf } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'

export async function companiesByCode(db: Db, actor: Actor, codes: readonly string[]): Promise<Map<string, { id: number; name: string }>> {
  const rows = await db
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.credit_code'])
    .where('c.credit_code', '=', (e) => e.fn.any(e.val([...codes])))
    .where(companiesOf(actor))
    .execute()
  return new Map(rows.map((r) => [r.credit_code, { id: r.id, name: r.name }]))
}

export async function tagsByName(db: Db, actor: Actor, names: readonly string[]) {
  const rows = await db
    .selectFrom('tag as t')
    .select([
      't.id',
      't.name',
      't.smart',
      't.enabled',
      (e) => e.exists(e.selectFrom('tag as c').whereRef('c.parent_id', '=', 't.id').select(sql.lit(1).as('one'))).as('heading'),
    ])
    .where('t.name', '=', (e) => e.fn.any(e.val([...names])))
    .where(tagsOf(actor))
    .execute()
  return new Map(rows.map((r) => [r.name, r]))
}

/** Those of the pairs that exist already, as `tagId companyId`. */
export async function pairsStanding(db: Db, pairs: readonly { tagId: number; companyId: number }[]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const { rows } = await sql<{ pair: string }>`
    select tc.tag_id || ' ' || tc.company_id as pair from tag_company tc
    join unnest(${pairs.map((p) => p.tagId)}::bigint[], ${pairs.map((p) => p.companyId)}::bigint[]) as x (tag_id, company_id)
      on x.tag_id = tc.tag_id and x.company_id = tc.company_id`.execute(db)
  return new Set(rows.map((r) => r.pair))
}
