import { CompiledQuery, sql } from 'kysely'
import type { TagSource } from '../../contract/tag.ts'
import type { Db } from '../kernel/db/index.ts'

export interface Pair {
  tagId: number
  companyId: number
}
interface Change {
  source: TagSource
  reason: string
  at: Date
  by: number | null
}
/** Puts tags on companies and records it. Pairs that exist already are not changed. Returns the new pairs. */
export async function joinTags(db: Db, pairs: readonly Pair[], how: Change): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<Pair>`
    with come as (
      insert into tag_company (tag_id, company_id, source, created_at, created_by)
      select x.tag_id, x.company_id, ${how.source}, ${how.at.toISOString()}::timestamptz, ${how.by}::bigint
      from unnest(${pairs.map((p) => p.tagId)}::bigint[], ${pairs.map((p) => p.companyId)}::bigint[]) as x (tag_id, company_id)
      on conflict do nothing returning tag_id, company_id
    ), noted as (
      insert into tag_change (tag_id, company_id, joined, source, reason, at, by_user)
      select tag_id, company_id, true, ${how.source}, ${how.reason}, ${how.at.toISOString()}::timestamptz, ${how.by}::bigint from come
    ) select tag_id as "tagId", company_id as "companyId" from come`.execute(db)
  return rows
}

/** Takes tags off companies and records it. Returns the removed pairs. */
export async function leaveTags(
  db: Db,
  { tagIds, companyIds }: { tagIds: readonly number[]; companyIds: readonly number[] },
  how: Omit<Change, 'source'>,
): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with gone as (
      delete from tag_company where tag_id = any(${[...tagIds]}::bigint[]) and company_id = any(${[...companyIds]}::bigint[])
      returning tag_id, company_id, source
    ), noted as (
      insert into tag_change (tag_id, company_id, joined, source, reason, at, by_user)
      select tag_id, company_id, false, source, ${how.reason}, ${how.at.toISOString()}::timestamptz, ${how.by}::bigint from gone
    ) select tag_id as "tagId", company_id as "companyId" from gone`.execute(db)
  return rows
}

/**
 * Makes the members of a smart tag the consenting companies that meet its condition (SQL over m.facts, `params` bound). Returns the
 * companies that joined and left.
 */
export async function settleMembers(
  db: Db,
  tagId: number,
  condition: string,
  params: readonly unknown[],
  at: Date,
): Promise<{ joined: number[]; left: number[] }> {
  const [tag, time] = [`$${params.length + 1}::bigint`, `$${params.length + 2}::timestamptz`]
  const { rows } = await db.executeQuery<{ joined: number[]; left: number[] }>(
    CompiledQuery.raw(
      `with fit as (
         select m.company_id from company_match_row m join company_facts f on f.company_id = m.company_id and f.authorized where (${condition})
       ), gone as (
         delete from tag_company t where t.tag_id = ${tag} and not exists (select 1 from fit where fit.company_id = t.company_id)
         returning company_id
       ), come as (
         insert into tag_company (tag_id, company_id, source, created_at) select ${tag}, company_id, 'smart', ${time} from fit
         on conflict do nothing returning company_id
       ), noted as (
         insert into tag_change (tag_id, company_id, joined, source, reason, at)
         select ${tag}, company_id, true, 'smart', '符合规则', ${time} from come
         union all select ${tag}, company_id, false, 'smart', '不再符合规则', ${time} from gone
       ) select array(select company_id from come) as joined, array(select company_id from gone) as left`,
      [...params, tagId, at.toISOString()],
    ),
  )
  return rows[0]!
}

/** Counts the members of these tags again and stores the numbers. */
export const recount = (db: Db, tagIds: readonly number[]) =>
  sql`update tag t set company_count = (select count(*) from tag_company c where c.tag_id = t.id) where t.id = any(${[...tagIds]}::bigint[])`.execute(
    db,
  )
