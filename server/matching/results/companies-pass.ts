import { engine } from '../catalogue.ts'
import type { Answers, CompiledPolicy } from '../engine/index.ts'
import type { Job, Outcome } from './protocol.ts'
import { countAuthorized, entryOf, type Progress, type Query } from './thread.ts'

/** A row of company_match_result as array literals, because arrays of arrays cannot be bound. */
export interface ResultRow {
  met: string
  least: string
  most: string
  near: string
  unknown: string
}

export function resultRow(rules: readonly { id: number; compiled: CompiledPolicy }[], answers: Answers, day: string): ResultRow {
  const facts = engine.facts(answers, day)
  const met: number[] = [],
    least: (number | 'null')[] = [],
    most: (number | 'null')[] = [],
    near: number[] = [],
    unknown: number[] = []
  for (const { id, compiled } of rules) {
    const { verdict, min, max } = entryOf(compiled, facts, day)
    if (verdict === 'm') {
      met.push(id)
      least.push(min ?? 'null')
      most.push(max ?? 'null')
    } else if (verdict === 'n') near.push(id)
    else if (verdict === 'u') unknown.push(id)
  }
  const literal = (list: readonly unknown[]) => `{${list.join(',')}}`
  return { met: literal(met), least: literal(least), most: literal(most), near: literal(near), unknown: literal(unknown) }
}

export const UPSERT = `insert into company_match_result as r (company_id, met, amount_min, amount_max, near, unknown, as_of, facts_at)
  select v.company_id, v.met::int[], v.least::bigint[], v.most::bigint[], v.near::int[], v.unknown::int[], $7::date, v.facts_at
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::timestamptz[])
    v(company_id, met, least, most, near, unknown, facts_at)
    join company c on c.id = v.company_id
  on conflict (company_id) do update set met = excluded.met, amount_min = excluded.amount_min, amount_max = excluded.amount_max,
    near = excluded.near, unknown = excluded.unknown, as_of = excluded.as_of, facts_at = excluded.facts_at`

export const upsertValues = (rows: readonly { id: number; at: string; row: ResultRow }[], day: string): unknown[] => {
  const each = (of: (row: ResultRow) => string) => rows.map(({ row }) => of(row))
  return [
    rows.map(({ id }) => id),
    each((r) => r.met),
    each((r) => r.least),
    each((r) => r.most),
    each((r) => r.near),
    each((r) => r.unknown),
    day,
    rows.map(({ at }) => at),
  ]
}

/** Missing, of another day, or older than the facts. */
export const STALE = '(r.company_id is null or r.as_of <> $2::date or r.facts_at <> f.updated_at)'

const STEP = 500

/** Companies against every rule. */
export async function judgeCompanies(query: Query, { day, rules, all }: Job & { kind: 'companies' }, progress: Progress): Promise<Outcome> {
  const compiled = rules.map(({ id, rule }) => ({ id, compiled: engine.compilePolicy(rule) }))
  const total = await countAuthorized(query)
  let after = 0,
    done = 0
  let writing: Promise<unknown> = Promise.resolve()
  for (;;) {
    const batch = await query<[number, string, string]>(
      `select f.company_id, f.facts::text, f.updated_at from company_facts f left join company_match_result r on r.company_id = f.company_id
        where f.authorized and f.company_id > $1 and ${all ? '$2::date is not null' : STALE} order by f.company_id limit ${STEP}`,
      [after, day],
    )
    if (batch.length === 0) break
    after = Number(batch.at(-1)![0])
    const rows = batch.map(([id, facts, at]) => ({ id: Number(id), at, row: resultRow(compiled, JSON.parse(facts) as Answers, day) }))
    await writing
    writing = query(UPSERT, upsertValues(rows, day))
    progress((done += rows.length), total)
    if (batch.length < STEP) break
  }
  await writing
  // Who has withdrawn has no results any more (P-01).
  await query('delete from company_match_result r using company_facts f where f.company_id = r.company_id and not f.authorized')
  return { companies: done, changed: done }
}
