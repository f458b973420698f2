import { sql } from 'kysely'
import type { MarketPrices } from '../../contract/market/item.ts'
import { marketStates, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { DAY } from './visible.ts'

/** With fewer items or owners the figures would reveal the price of one of them. */
const MIN_ITEMS = 5
const MIN_OWNERS = 3
const HALF_YEAR = 183 * DAY

/**
 * Median and quartiles of asking prices of similar items in the same street over half a year, and separately of closing prices. Null when
 * there are too few.
 */
export async function pricesOf(
  k: Kernel,
  row: { id: number; kind: MarketKind; street_ids: string[]; facts: Record<string, unknown> },
): Promise<MarketPrices | null> {
  const { side, of, priceUnit } = marketKinds[row.kind]
  const nature = of === 'land' ? 'landNature' : 'nature'
  const like = row.facts[nature]
  if (side !== 'supply' || row.street_ids.length === 0 || typeof like !== 'string') return null
  const since = new Date(k.clock.now().getTime() - HALF_YEAR).toISOString()
  const key = of === 'land' ? 'price' : 'rentPrice'
  const figure = sql<number>`(p.facts ->> ${sql.lit(key)})::numeric`
  const alike = k.db
    .selectFrom('market_item as p')
    .where('p.kind', '=', row.kind)
    .where('p.deleted', '=', false)
    .where(sql<boolean>`p.street_ids && ${row.street_ids}::text[]`)
    .where(sql<boolean>`p.facts ->> ${sql.lit(nature)} = ${like}`)
  const owners = sql<number>`count(distinct coalesce('c' || p.company_id, 'u' || p.user_id, 'g' || p.created_by))::int`
  const closing = await alike
    .where('p.closing', '=', 'deal')
    .where('p.closed_at', '>', since)
    .where('p.closing_price', 'is not', null)
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      owners.as('owners'),
      sql<number | null>`(percentile_cont(0.5) within group (order by p.closing_price))::float8`.as('median'),
    ])
    .executeTakeFirstOrThrow()
  const found = await alike
    .where('p.state', 'in', [marketStates.code.passed, marketStates.code.down])
    .where('p.publish_time', '>', since)
    .where(sql<boolean>`p.facts ->> ${sql.lit(key)} is not null`)
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      owners.as('owners'),
      sql<number | null>`(percentile_cont(0.5) within group (order by ${figure}))::float8`.as('median'),
      sql<number | null>`(percentile_cont(0.25) within group (order by ${figure}))::float8`.as('low'),
      sql<number | null>`(percentile_cont(0.75) within group (order by ${figure}))::float8`.as('high'),
    ])
    .executeTakeFirstOrThrow()
  if (found.count < MIN_ITEMS || found.owners < MIN_OWNERS || found.median === null) return null
  const own = row.facts[key]
  const round = (n: number) => Math.round(n * 100) / 100
  return {
    median: round(found.median),
    low: round(found.low!),
    high: round(found.high!),
    count: found.count,
    unit: priceUnit,
    deals:
      closing.count < MIN_ITEMS || closing.owners < MIN_OWNERS || closing.median === null
        ? null
        : { median: round(closing.median), count: closing.count },
    against: typeof own === 'number' && found.median > 0 ? Math.round((own / found.median - 1) * 100) : null,
  }
}
