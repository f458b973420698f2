import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { MarketFacets, workshopInfo } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { facetCondition, facetsOf, plainConditions, distanceTo, placeOf, type Filters } from './filter.ts'
import { findItems } from './find.ts'
import { namesFor } from './names.ts'
import { columns, itemOf, items } from './queries.ts'
import { isListed, onMarketChange, staleBefore } from './visible.ts'

type Asked = Parsed<typeof workshopInfo.listReviewPassed>['query']
interface Counted {
  total: number
  facets: MarketFacets
}
/** Cache of totals and counts by filter, for five seconds and until the next change (domains/market.md F). */
const kept = perKernel((k) => {
  const cache = new LRUCache<string, Promise<Counted>>({ max: 500, ttl: 5000 })
  onMarketChange(k, () => cache.clear())
  return cache
})

/** Listed items that match the filters; `ids`: those that the search found for the words. */
export function listedItems(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null) {
  let rows = items(k.db, kind).where(isListed(k))
  if (ids) rows = rows.where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
  for (const condition of plainConditions(kind, f, staleBefore(k))) rows = rows.where(condition)
  for (const facet of facetsOf(kind)) {
    const condition = facetCondition(facet, f)
    if (condition) rows = rows.where(condition)
  }
  return rows
}
export const foundBy = async (k: Kernel, kind: MarketKind, words: string | undefined): Promise<readonly number[] | null> =>
  words ? findItems(k, kind, words) : null

/** The total for the filters, and for each option of a facet the number under all other filters, in one pass over the rows. */
async function count(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null): Promise<Counted> {
  const facets = facetsOf(kind)
  let base = items(k.db, kind).where(isListed(k))
  if (ids) base = base.where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
  for (const condition of plainConditions(kind, f, staleBefore(k))) base = base.where(condition)
  const passes = facets.map((facet) => facetCondition(facet, f) ?? sql<boolean>`true`)
  const valueOf = ({ attribute, several }: (typeof facets)[number]) =>
    attribute === null
      ? sql`to_jsonb(p.street_ids)`
      : several
        ? sql`coalesce(p.facts -> ${sql.lit(attribute)}, '[]')`
        : sql`jsonb_build_array(p.facts -> ${sql.lit(attribute)})`
  const rows = base.select([
    ...facets.map((facet, n) => valueOf(facet).as(`v${n}`)),
    ...passes.map((pass, n) => sql`coalesce(${pass}, false)`.as(`t${n}`)),
  ])
  const others = (n: number) => sql.join([sql`true`, ...facets.flatMap((_, m) => (m === n ? [] : [sql.ref(`t${m}`)]))], sql` and `)
  const whole = sql.join([sql`true`, ...facets.map((_, n) => sql.ref(`t${n}`))], sql` and `)
  const parts = facets.map(
    (_, n) =>
      sql`select ${sql.lit(n)} as n, v.value as value, count(*)::int as count from r, jsonb_array_elements_text(r.${sql.ref(`v${n}`)}) v where ${others(n)} and v.value is not null group by v.value`,
  )
  const { rows: counted } = await sql<{ n: number; value: string | null; count: number }>`with r as materialized (${rows})
    select -1 as n, null as value, count(*)::int as count from r where ${whole} union all ${sql.join(parts, sql` union all `)}`.execute(
    k.db,
  )
  const names = await namesFor(k.db, [kind])
  return {
    total: counted.find(({ n }) => n === -1)!.count,
    facets: Object.fromEntries(
      facets.map(({ key, dict }, n) => [
        key,
        counted
          .filter((row) => row.n === n)
          .map(({ value, count: many }) => ({ value: value!, label: names.get(dict)?.get(value!) ?? value!, count: many }))
          .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
      ]),
    ),
  }
}

export async function listPublic(k: Kernel, kind: MarketKind, { page, pageSize, sort, ...f }: Asked) {
  const ids = await foundBy(k, kind, f.keyword)
  // The place of the viewer changes the order but no number.
  const key = JSON.stringify([kind, { ...f, near: undefined }])
  const cache = kept(k)
  let counting = cache.get(key)
  if (!counting) {
    counting = count(k, kind, f, ids)
    cache.set(key, counting)
    counting.catch(() => cache.delete(key))
  }
  const { total, facets } = await counting
  const skipped = (page - 1) * pageSize
  if (total <= skipped) return { total, list: [], facets }
  let rows = listedItems(k, kind, f, ids).select(columns)
  if (f.near) rows = rows.select(distanceTo(f.near).as('distance'))
  const stale = sql`(p.fresh_at <= ${staleBefore(k)}::timestamptz)`
  if (sort === 'distance' && f.near)
    rows = rows.where('p.lng', 'is not', null).orderBy(sql`point(p.lng * 0.87, p.lat) <-> ${placeOf(f.near)}`)
  else if (sort === 'area' || sort === '-area') rows = rows.orderBy('p.area', sort === 'area' ? 'asc' : 'desc')
  else if (sort === 'price') rows = rows.orderBy(sql`p.price asc nulls last`)
  else if (sort === '-price') rows = rows.orderBy(sql`p.price desc nulls last`)
  else if (sort === 'views') rows = rows.orderBy('p.view_num', 'desc')
  else if (sort === 'default') {
    // Unconfirmed items come last; for a search the best match comes first.
    rows = rows.orderBy(stale)
    if (ids) rows = rows.orderBy(sql`array_position(${[...ids]}::bigint[], p.id)`)
  }
  const [list, names] = await Promise.all([
    rows.orderBy('p.publish_time', 'desc').orderBy('p.id', 'desc').limit(pageSize).offset(skipped).execute(),
    namesFor(k.db, [kind]),
  ])
  return { total, list: list.map((row) => itemOf(k, names, row, null)), facets }
}
