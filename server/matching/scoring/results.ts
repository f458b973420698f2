import type { FactValue } from '../../../contract/company.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { engine, scoreSchemes } from '../catalogue.ts'

const BATCH = 200
type Facts = Readonly<Record<string, FactValue>>
interface Scored {
  companyId: number
  facts: Facts
  factsAt: string
}

/** Stores the results of every score table for the given companies, for the staff's list. */
export async function keepScores(k: Pick<Kernel, 'clock'>, db: Db, companies: readonly Scored[]): Promise<void> {
  const day = today(k.clock)
  const rows = companies.flatMap(({ companyId, facts, factsAt }) =>
    scoreSchemes.map(({ id }) => {
      const { scoreMin, scoreMax, status, groups, missing } = engine.score(id, facts, day)
      return {
        company_id: companyId,
        scheme: id,
        score_min: scoreMin,
        score_max: scoreMax,
        status,
        groups: JSON.stringify(groups),
        missing: missing.length,
        as_of: day,
        facts_at: factsAt,
        updated_at: k.clock.now(),
      }
    }),
  )
  if (rows.length === 0) return
  await db
    .insertInto('score_result')
    .values(rows)
    .onConflict((c) =>
      c.columns(['company_id', 'scheme']).doUpdateSet((e) => ({
        score_min: e.ref('excluded.score_min'),
        score_max: e.ref('excluded.score_max'),
        status: e.ref('excluded.status'),
        groups: e.ref('excluded.groups'),
        missing: e.ref('excluded.missing'),
        as_of: e.ref('excluded.as_of'),
        facts_at: e.ref('excluded.facts_at'),
        updated_at: e.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Consenting companies whose result is missing, from another day, or older than their facts. */
const stale = (db: Db, day: string) =>
  db
    .selectFrom('company_facts as f')
    .leftJoin('score_result as r', (j) => j.onRef('r.company_id', '=', 'f.company_id').on('r.scheme', '=', scoreSchemes[0]!.id))
    .select(['f.company_id as companyId', 'f.facts', 'f.updated_at as factsAt'])
    .where('f.authorized', '=', true)
    .where((e) => e.or([e('r.company_id', 'is', null), e('r.as_of', '<>', day), e('r.facts_at', '<>', e.ref('f.updated_at'))]))
    .orderBy('f.company_id')
    .limit(BATCH)
    .execute()

/** Updates stored results in small steps and deletes those of companies that withdrew (P-01). Returns the number of scored companies. */
export async function refreshScores(k: Kernel): Promise<number> {
  await k.db
    .deleteFrom('score_result')
    .where('company_id', 'in', (e) => e.selectFrom('company_facts').select('company_id').where('authorized', '=', false))
    .execute()
  for (let done = 0; ;) {
    const companies = await stale(k.db, today(k.clock))
    if (companies.length === 0) return done
    for (let at = 0; at < companies.length; at += 20) {
      await keepScores(k, k.db, companies.slice(at, at + 20))
      await new Promise((next) => {
        setImmediate(next)
      })
    }
    done += companies.length
  }
}
