import { inYuan } from '../../../contract/money.ts'
import { engine } from '../catalogue.ts'
import { MET, NEAR, OPEN, type Answers, type CompiledPolicy, type Standings } from '../engine/index.ts'
import { companyPlace, counts } from '../company-place.ts'
import type { Here, Job, Outcome, StoredRule } from './protocol.ts'
import { countAuthorized, type Pace, type Progress, type Query } from './thread.ts'

/** A row of company_match_result as array literals, because arrays of arrays cannot be bound. */
export interface ResultRow {
  met: string
  least: string
  most: string
  near: string
  unknown: string
}

const literal = (list: readonly unknown[]) => `{${list.join(',')}}`

/**
 * The results of compiled rules for some companies, in the order of the rules; verdicts disregard the application window. A policy that
 * does not apply at a company's place is in none of its lists.
 */
export function resultRows(
  rules: readonly Pick<StoredRule, 'id' | 'place'>[],
  standings: Standings,
  companies: readonly Answers[],
  day: string,
  here: Here,
): ResultRow[] {
  standings.begin(companies.map((answers) => engine.wordless(answers, day)))
  const rows = companies.map(() => ({
    met: [] as number[],
    least: [] as (number | 'null')[],
    most: [] as (number | 'null')[],
    near: [] as number[],
    unknown: [] as number[],
  }))
  const at = companies.map((answers) => companyPlace(answers, here))
  rules.forEach(({ id, place: held }, place) => {
    const says = standings.of(place)
    rows.forEach((row, company) => {
      if (!counts(held, at[company])) return
      if (says[company] === NEAR) row.near.push(id)
      else if (says[company] === OPEN) row.unknown.push(id)
      else if (says[company] === MET) {
        const amount = standings.amount(place, company)
        row.met.push(id)
        row.least.push(amount ? inYuan(amount.min) : 'null')
        row.most.push(amount ? inYuan(amount.max) : 'null')
      }
    })
  })
  return rows.map(({ met, least, most, near, unknown }) => ({
    met: literal(met),
    least: literal(least),
    most: literal(most),
    near: literal(near),
    unknown: literal(unknown),
  }))
}

/** The result of one company for compiled rules. */
export const resultRow = (
  rules: readonly { id: number; place: string | null; compiled: CompiledPolicy }[],
  answers: Answers,
  day: string,
  here: Here,
): ResultRow =>
  resultRows(
    rules,
    engine.standings(
      rules.map(({ compiled }) => compiled),
      1,
    ),
    [answers],
    day,
    here,
  )[0]!

/** Returns the number of written rows; rows with an unchanged result are not written. */
export const UPSERT = `with written as (insert into company_match_result as r (company_id, met, amount_min, amount_max, near, unknown, as_of, facts_at)
  select v.company_id, v.met::int[], v.least::bigint[], v.most::bigint[], v.near::int[], v.unknown::int[], $7::date, v.facts_at
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::timestamptz[])
    v(company_id, met, least, most, near, unknown, facts_at)
    join company c on c.id = v.company_id
  on conflict (company_id) do update set met = excluded.met, amount_min = excluded.amount_min, amount_max = excluded.amount_max,
    near = excluded.near, unknown = excluded.unknown, as_of = excluded.as_of, facts_at = excluded.facts_at
    where (r.met, r.amount_min, r.amount_max, r.near, r.unknown, r.as_of, r.facts_at) is distinct from
      (excluded.met, excluded.amount_min, excluded.amount_max, excluded.near, excluded.unknown, excluded.as_of, excluded.facts_at)
  returning 1) select count(*)::int from written`

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

/** Missing, from another day, or older than the facts. */
export const STALE = '(r.company_id is null or r.as_of <> $2::date or r.facts_at <> f.updated_at)'

/** Companies per batch: enough to share the reading of a column, few enough to yield in between. */
const STEP = 200

/** Judges companies by every rule. */
export async function judgeCompanies(
  query: Query,
  { day, here, rules, all }: Job & { kind: 'companies' },
  progress: Progress,
  pace: Pace,
): Promise<Outcome> {
  const standings = engine.standings(
    rules.map(({ rule }) => engine.compilePolicy(rule)),
    STEP,
  )
  const total = await countAuthorized(query)
  let after = 0,
    done = 0,
    changed = 0
  for (;;) {
    const batch = await query<[number, string, string]>(
      `select f.company_id, f.facts::text, f.updated_at from company_facts f left join company_match_result r on r.company_id = f.company_id
        where f.authorized and f.company_id > $1 and ${all ? '$2::date is not null' : STALE} order by f.company_id limit ${STEP}`,
      [after, day],
    )
    if (batch.length === 0) break
    after = Number(batch.at(-1)![0])
    const rows = await pace(() => {
      const answers = batch.map(([, facts]) => JSON.parse(facts) as Answers)
      const judged = resultRows(rules, standings, answers, day, here)
      return batch.map(([id, , at], n) => ({ id: Number(id), at, row: judged[n]! }))
    })
    changed += (await query<[number]>(UPSERT, upsertValues(rows, day)))[0]![0]
    progress((done += rows.length), total)
    if (batch.length < STEP) break
  }
  // Deletes the results of companies that withdrew their consent (P-01).
  await query('delete from company_match_result r using company_facts f where f.company_id = r.company_id and not f.authorized')
  return { companies: done, changed }
}
