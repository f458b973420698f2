import { engine } from '../catalogue.ts'
import type { Answers } from '../engine/index.ts'
import type { Job, Outcome } from './protocol.ts'
import { countAuthorized, type Pace, type Progress, type Query } from './thread.ts'

const STEP = 200

/** Updates the rows of the reverse question: derived values and scores of every company on the day. */
export async function makeRows(query: Query, { day }: Job & { kind: 'rows' }, progress: Progress, pace: Pace): Promise<Outcome> {
  const total = await countAuthorized(query)
  let done = 0,
    after = 0
  for (;;) {
    const batch = await query<[number, string, string]>(
      `select f.company_id, f.facts::text, f.updated_at from company_facts f left join company_match_row m on m.company_id = f.company_id
        where f.authorized and f.company_id > $1 and (m.company_id is null or m.as_of <> $2::date or m.facts_at <> f.updated_at)
        order by f.company_id limit ${STEP}`,
      [after, day],
    )
    if (batch.length === 0) return { companies: done, changed: done }
    after = Number(batch.at(-1)![0])
    const facts = await pace(() => batch.map(([, facts]) => JSON.stringify(engine.factRow(JSON.parse(facts) as Answers, day))))
    await query(
      `insert into company_match_row (company_id, facts, as_of, facts_at)
        select v.company_id, v.facts::jsonb, $3::date, v.facts_at from unnest($1::bigint[], $2::text[], $4::timestamptz[]) v(company_id, facts, facts_at)
          join company c on c.id = v.company_id
        on conflict (company_id) do update set facts = excluded.facts, as_of = excluded.as_of, facts_at = excluded.facts_at`,
      [batch.map(([id]) => id), facts, day, batch.map(([, , at]) => at)],
    )
    progress((done += batch.length), total)
  }
}
