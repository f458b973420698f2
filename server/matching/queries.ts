import type pg from 'pg'
import type { Db } from '../kernel/db/index.ts'
import type { Answers } from '../../contract/matching.ts'

/** Consenting companies whose row is missing, from another day, or older than their facts. */
export const staleCompanies = (db: Db, day: string, limit: number) =>
  db
    .selectFrom('company_facts as f')
    .leftJoin('company_match_row as m', 'm.company_id', 'f.company_id')
    .select(['f.company_id as id', 'f.facts', 'f.updated_at'])
    .where('f.authorized', '=', true)
    .where((e) => e.or([e('m.company_id', 'is', null), e('m.as_of', '<>', day), e('m.facts_at', '<>', e.ref('f.updated_at'))]))
    .orderBy('f.company_id')
    .limit(limit)
    .execute()

export const writeMatchRows = (db: Db, rows: { company_id: number; facts: string; as_of: string; facts_at: string }[]) =>
  db
    .insertInto('company_match_row')
    .values(rows)
    .onConflict((c) =>
      c
        .column('company_id')
        .doUpdateSet((e) => ({ facts: e.ref('excluded.facts'), as_of: e.ref('excluded.as_of'), facts_at: e.ref('excluded.facts_at') })),
    )
    .execute()

const FROM = 'from company_match_row m join company_facts f on f.company_id = m.company_id and f.authorized'

export interface Counts {
  matched: number
  unknown: number
  companies: number
}

/**
 * `condition` is the engine's SQL over m.facts with bound parameters, `sight` the condition for the counted companies (null: all). `stale`
 * counts the consenting companies whose row is missing, from another day or older than their facts; the same scan counts them, because a
 * separate scan would cost a third more.
 */
export async function countByTruth(
  pool: pg.Pool,
  condition: string,
  params: unknown[],
  sight: string | null,
  day: string,
): Promise<Counts & { stale: number }> {
  const { rows } = await pool.query<Counts & { stale: number }>(
    `select count(*) filter (where v) as matched, count(*) filter (where v is null and known) as unknown, count(*) filter (where known) as companies,
        count(*) filter (where fresh is not true) as stale
      from (select ${condition} as v, m.company_id is not null as known, m.as_of = $${params.length + 1}::date and m.facts_at = f.updated_at as fresh
        from company_facts f left join company_match_row m on m.company_id = f.company_id${sight === null ? '' : ' join company c on c.id = f.company_id'}
        where f.authorized${sight === null ? '' : ` and ${sight}`}) t`,
    [...params, day],
  )
  return rows[0]!
}

/** The day of the oldest row that is used; null when there is none. */
export const oldestRow = async (db: Db): Promise<string | null> =>
  (
    await db
      .selectFrom('company_match_row')
      .select((e) => e.fn.min<string | null>('as_of').as('day'))
      .executeTakeFirstOrThrow()
  ).day

export interface ReverseRow {
  id: number
  name: string
  street_name: string | null
  industry: string | null
  facts: Answers
}

export async function authorizedPage(
  pool: pg.Pool,
  condition: string,
  params: unknown[],
  sight: string | null,
  { state, page, pageSize }: { state: 'match' | 'unknown'; page: number; pageSize: number },
): Promise<ReverseRow[]> {
  const { rows } = await pool.query<ReverseRow>(
    `select c.id, c.name, c.street_name, c.industry, f.facts ${FROM} join company c on c.id = m.company_id
     where (${condition}) is ${state === 'match' ? 'true' : 'null'}${sight === null ? '' : ` and ${sight}`} order by c.id limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, pageSize, (page - 1) * pageSize],
  )
  return rows
}
