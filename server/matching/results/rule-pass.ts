import { engine } from '../catalogue.ts'
import type { Job, Outcome } from './protocol.ts'
import { companies, countAuthorized, entriesOf, STEP, type Letter, type Pace, type Progress, type Query } from './thread.ts'

/** The stored result of policy $id, so that only changed rows are written. */
const known = (id: number) => `case when r.company_id is null then null
    when ${id} = any(r.met) then 'm' when ${id} = any(r.near) then 'n' when ${id} = any(r.unknown) then 'u' else '-' end,
  r.amount_min[array_position(r.met, ${id})], r.amount_max[array_position(r.met, ${id})]`

const without = (list: string, id: number) =>
  `case when ${id} = any(r.met) then r.${list}[:array_position(r.met, ${id}) - 1] || r.${list}[array_position(r.met, ${id}) + 1:] else r.${list} end`

const update = (id: number) => `update company_match_result r set
    met = array_remove(r.met, ${id}) || case when v.verdict = 'm' then array[${id}] else '{}'::int[] end,
    amount_min = ${without('amount_min', id)} || case when v.verdict = 'm' then array[v.least] else '{}'::bigint[] end,
    amount_max = ${without('amount_max', id)} || case when v.verdict = 'm' then array[v.most] else '{}'::bigint[] end,
    near = array_remove(r.near, ${id}) || case when v.verdict = 'n' then array[${id}] else '{}'::int[] end,
    unknown = array_remove(r.unknown, ${id}) || case when v.verdict = 'u' then array[${id}] else '{}'::int[] end
  from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) v(company_id, verdict, least, most) where r.company_id = v.company_id`

/** Judges every company by one rule; missing rows are left to the pass over companies. `write` may be a separate connection. */
export async function judgeRule(
  query: Query,
  write: Query,
  { day, here, rule: { id, rule, place } }: Job & { kind: 'rule' },
  progress: Progress,
  pace: Pace,
): Promise<Outcome> {
  const total = await countAuthorized(query)
  const standings = engine.standings([engine.compilePolicy(rule)], STEP)
  let done = 0,
    changed = 0
  let writing: Promise<unknown> = Promise.resolve()
  const joins = 'left join company_match_result r on r.company_id = f.company_id'
  for await (const batch of companies(query, [rule], { columns: known(id), joins })) {
    const ids: number[] = [],
      verdicts: Letter[] = [],
      least: (number | null)[] = [],
      most: (number | null)[] = []
    await pace(() => {
      standings.begin(batch.map(({ answers }) => engine.wordless(answers, day)))
      entriesOf(standings, 0, batch, { held: place, here }).forEach((entry, n) => {
        const { id: company, more } = batch[n]!
        const [verdict, min, max] = more as [Letter | null, number | null, number | null]
        if (verdict === null || (entry.verdict === verdict && entry.min === min && entry.max === max)) return
        ids.push(company)
        verdicts.push(entry.verdict)
        least.push(entry.min)
        most.push(entry.max)
      })
    })
    await writing
    if (ids.length) writing = write(update(id), [ids, verdicts, least, most])
    changed += ids.length
    progress((done += batch.length), total)
  }
  await writing
  return { companies: done, changed }
}
