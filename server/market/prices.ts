import { sql } from 'kysely'
import type { MarketPrices } from '../../contract/market/item.ts'
import { marketStates, marketKinds, WORKSHOP_ONLY_SALE, type MarketKind } from '../../contract/market/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { KeptFigures } from './kept-figures.ts'
import { DAY, onMarketChange } from './visible.ts'

/** With fewer items or owners the figures would reveal the price of one of them. */
const MIN_ITEMS = 5
const MIN_OWNERS = 3
const HALF_YEAR = 183 * DAY

type Usual = Omit<MarketPrices, 'against'> | null
const figures = perKernel((k) => {
  const kept = new KeptFigures<Usual>()
  onMarketChange(k, () => kept.changed())
  return kept
})

interface Of {
  kind: MarketKind
  street_ids: string[]
  facts: Record<string, unknown>
}
/** The key of similar items: the same kind and nature in the same street; null when nothing can be compared. */
function likeOf({ kind, street_ids: [street], facts }: Of): { kind: MarketKind; street: string; nature: string } | null {
  const { side, of } = marketKinds[kind]
  const nature = facts[of === 'land' ? 'landNature' : 'nature']
  return side === 'supply' && street !== undefined && typeof nature === 'string' ? { kind, street, nature } : null
}
const round = (n: number): number => Math.round(n * 100) / 100

/**
 * Median and quartiles of asking prices of similar items in the same street over half a year, and separately of closing prices. Null when
 * there are too few.
 */
async function usualOf(k: Kernel, { kind, street, nature }: NonNullable<ReturnType<typeof likeOf>>): Promise<Usual> {
  const since = new Date(k.clock.now().getTime() - HALF_YEAR).toISOString()
  // As in the indexes of migration 0856. A supply has one street, and its price column holds the asking price of its kind.
  const alike = k.db
    .selectFrom('market_item as p')
    .where(sql<boolean>`p.kind = ${sql.lit(kind)} and not p.deleted and p.street_ids[1] = ${street}`)
    .where(sql<boolean>`coalesce(p.facts ->> 'nature', p.facts ->> 'landNature') = ${nature}`)
  const owners = sql<number>`count(distinct coalesce('c' || p.company_id, 'u' || p.user_id, 'g'))::int`
  const [closing, found] = await Promise.all([
    alike
      .where('p.closing', '=', sql.lit('deal'))
      .where('p.closed_at', '>', since)
      .where('p.closing_price', 'is not', null)
      // The closing price of a workshop that is only sold is of another unit.
      .where(sql<boolean>`coalesce(p.facts ->> 'trade', '') <> ${sql.lit(WORKSHOP_ONLY_SALE)}`)
      .select((e) => [
        e.fn.countAll<number>().as('count'),
        owners.as('owners'),
        sql<number | null>`(percentile_cont(0.5) within group (order by p.closing_price))::float8`.as('median'),
      ])
      .executeTakeFirstOrThrow(),
    alike
      .where(sql<boolean>`p.state in (${sql.lit(marketStates.code.passed)}, ${sql.lit(marketStates.code.down)})`)
      .where('p.publish_time', '>', since)
      .where('p.price', 'is not', null)
      .select((e) => [
        e.fn.countAll<number>().as('count'),
        owners.as('owners'),
        sql<number | null>`(percentile_cont(0.5) within group (order by p.price))::float8`.as('median'),
        sql<number | null>`(percentile_cont(0.25) within group (order by p.price))::float8`.as('low'),
        sql<number | null>`(percentile_cont(0.75) within group (order by p.price))::float8`.as('high'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const isTold = ({ count, owners: many }: { count: number; owners: number }) => count >= MIN_ITEMS && many >= MIN_OWNERS
  if (!isTold(found) || found.median === null) return null
  return {
    median: round(found.median),
    low: round(found.low!),
    high: round(found.high!),
    count: found.count,
    unit: marketKinds[kind].priceUnit,
    deals: isTold(closing) && closing.median !== null ? { median: round(closing.median), count: closing.count } : null,
  }
}
const keyOf = (like: object): string => Object.values(like).join(' ')

/** Difference from the median in percent, negative below it. */
function againstOf({ kind, facts }: Of, usual: Usual | undefined): number | null {
  const own = facts[marketKinds[kind].of === 'land' ? 'price' : 'rentPrice']
  return usual && usual.median > 0 && typeof own === 'number' ? Math.round((own / usual.median - 1) * 100) : null
}

export async function pricesOf(k: Kernel, row: Of): Promise<MarketPrices | null> {
  const like = likeOf(row)
  const usual = like && (await figures(k).get(keyOf(like), () => usualOf(k, like)))
  return usual && { ...usual, against: againstOf(row, usual) }
}
/** The cached figure for a list, without waiting. */
export function knownAgainst(k: Kernel, row: Of): number | null {
  const like = likeOf(row)
  return (
    like
    && againstOf(
      row,
      figures(k).known(keyOf(like), () => usualOf(k, like)),
    )
  )
}
