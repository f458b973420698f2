import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'
import { totalsOf } from './totals.ts'

/** Enough companies to say whether hardly any, half or nearly all have a field. */
const LOOKED_AT = 5000

interface Known {
  companies: number
  /** companies by field */
  known: ReadonlyMap<string, number>
}

/** How many consenting companies have each field of the archive, among the first LOOKED_AT companies; cached for seconds. */
export const knownFields = (k: Kernel): Promise<Known> =>
  totalsOf(k).get('known fields', async () => {
    const { rows } = await sql<{ key: string | null; count: number }>`
      with looked as materialized (select facts from company_facts where authorized order by company_id limit ${LOOKED_AT})
      select null as key, count(*)::int as count from looked
      union all
      select key, count(*)::int from looked, jsonb_object_keys(facts) as key group by key`.execute(k.db)
    return {
      companies: rows.find(({ key }) => key === null)?.count ?? 0,
      known: new Map(rows.flatMap(({ key, count }) => (key === null ? [] : [[key, count] as const]))),
    }
  })
