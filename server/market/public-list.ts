import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { MarketFacets, workshopInfo } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { inSlices } from '../matching/index.ts'
import { countStored, listedRows } from './count-stored.ts'
import { facetsOf, distanceTo, placeOf, type Filters } from './filter.ts'
import { knownAnswers } from './answers.ts'
import { findItems } from './find.ts'
import { boundsOf, counting, pageIn, type Counted } from './listing.ts'
import { shelfOf, shelvedOf, type Shelved } from './match/shelf.ts'
import { keptNames, type Names } from './names.ts'
import { knownAgainst } from './prices.ts'
import { columns, itemOf, items, type ItemRecord } from './queries.ts'
import { isListed, staleBefore } from './visible.ts'

type Asked = Parsed<typeof workshopInfo.listReviewPassed>['query']
/** Counts and items of a filter, for five seconds, and only until something changes (domains/market.md F). */
const kept = perKernel(() => new LRUCache<string, Promise<Counted>>({ max: 500, ttl: 5000 }))
/** Filters with more matches are read along an index, which finds one page of many rows at once. */
const MOST = 2000
const LIMIT_MS = 5000

/** Listed items that match the filters; `ids`: those that the search found for the words. */
export function listedItems(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null) {
  const rows = listedRows(k, kind, f)
  return ids ? rows.where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`) : rows
}
export const foundBy = async (k: Kernel, kind: MarketKind, words: string | undefined): Promise<readonly number[] | null> =>
  words ? findItems(k, kind, words) : null

async function count(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null, most: number): Promise<Counted> {
  const shelf = shelfOf(k)
  const counted = (all: readonly Shelved[], bounded: boolean) =>
    inSlices(counting(all, kind, f, { staleSince: Date.parse(staleBefore(k)), found: ids && new Set(ids), most, bounded }), LIMIT_MS)
  if (!shelf.isFilled) return ids ? counted(await shelvedOf(k, kind, ids), false) : beforeShelf(k, kind, f)
  // The position of the searcher changes the order, but no count.
  const key = JSON.stringify([await shelf.revision(kind), today(k.clock), kind, { ...f, near: undefined }, most])
  return keeping(k, key, async () => counted(await shelf.within(kind, boundsOf(f)), true))
}
/** Until the shelf is filled. */
const beforeShelf = (k: Kernel, kind: MarketKind, f: Filters): Promise<Counted> =>
  keeping(k, JSON.stringify(['stored', shelfOf(k).heard, today(k.clock), kind, { ...f, near: undefined }]), () => countStored(k, kind, f))

function keeping(k: Kernel, key: string, make: () => Promise<Counted>): Promise<Counted> {
  const cache = kept(k)
  const before = cache.get(key)
  if (before) return before
  const made = make()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}
const facetsIn = (kind: MarketKind, names: Names, { choices }: Counted): MarketFacets =>
  Object.fromEntries(
    facetsOf(kind).map(({ key, dict }) => [
      key,
      [...(choices.get(key) ?? [])]
        .map(([value, many]) => ({ value, label: names.get(dict)?.get(value) ?? value, count: many }))
        .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
    ]),
  )

const order: Readonly<Partial<Record<Asked['sort'], RawBuilder<unknown>>>> = {
  area: sql`p.area asc`,
  '-area': sql`p.area desc`,
  price: sql`p.price asc nulls last`,
  '-price': sql`p.price desc nulls last`,
  views: sql`p.view_num desc`,
}

/** One page along an index. Items without a recent confirmation come last, so the usual order is read in two parts. */
async function alongIndex(
  k: Kernel,
  kind: MarketKind,
  f: Filters,
  ids: readonly number[] | null,
  { sort, from, size, fresh }: { sort: Asked['sort']; from: number; size: number; fresh: number },
): Promise<ItemRecord[]> {
  const rows = listedItems(k, kind, f, ids)
    .select(columns)
    .$if(f.near !== undefined, (q) => q.select(distanceTo(f.near!).as('distance')))
  const page = (q: typeof rows, offset: number, limit: number) =>
    q.orderBy('p.publish_time', 'desc').orderBy('p.id', 'desc').limit(limit).offset(offset).execute()
  if (sort === 'default') {
    const since = staleBefore(k)
    const first = from < fresh ? await page(rows.where('p.fresh_at', '>', since), from, size) : []
    if (first.length === size) return first
    return [...first, ...(await page(rows.where('p.fresh_at', '<=', since), Math.max(0, from - fresh), size - first.length))]
  }
  if (sort === 'distance' && f.near) return nearest(k, kind, f, ids, { near: f.near, from, size })
  const by = order[sort]
  return page(by ? rows.orderBy(by) : rows, from, size)
}

/**
 * One page by distance. The index yields items by distance alone, with all that are as far as the last; ordered by more than that, every
 * item would be read and sorted.
 */
function nearest(
  k: Kernel,
  kind: MarketKind,
  f: Filters,
  ids: readonly number[] | null,
  { near, from, size }: { near: readonly number[]; from: number; size: number },
): Promise<ItemRecord[]> {
  const far = sql<number>`point(p.lng * 0.87, p.lat) <-> ${placeOf(near)}`
  const found = listedItems(k, kind, f, ids)
    .where('p.lng', 'is not', null)
    .select(['p.id', far.as('far')])
    .orderBy(far)
    .fetch(from + size, 'with ties')
  return items(k.db, kind)
    .innerJoin(found.as('n'), 'n.id', 'p.id')
    .select(columns)
    .select(distanceTo(near).as('distance'))
    .orderBy('n.far')
    .orderBy('p.publish_time', 'desc')
    .orderBy('p.id', 'desc')
    .limit(size)
    .offset(from)
    .execute()
}

/** Views are counted in the database and are not on the shelf. */
async function mostViewed(k: Kernel, left: readonly Shelved[], from: number, size: number): Promise<number[]> {
  const rows = await k.db
    .selectFrom('market_item')
    .select('id')
    .where('id', '=', (e) => e.fn.any(e.val(left.map(({ id }) => id))))
    .orderBy('view_num', 'desc')
    .orderBy('publish_time', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(from)
    .execute()
  return rows.map(({ id }) => id)
}

/** The rows of these ids in this order; items that are no longer listed are left out. */
async function inOrder(k: Kernel, kind: MarketKind, ids: readonly number[], near: readonly number[] | undefined): Promise<ItemRecord[]> {
  if (ids.length === 0) return []
  const rows: ItemRecord[] = await items(k.db, kind)
    .select(columns)
    .$if(near !== undefined, (q) => q.select(distanceTo(near!).as('distance')))
    .where('p.id', 'in', [...ids])
    .where(isListed(k))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The public list. `most`: up to so many items are sorted in memory. */
export async function listPublic(k: Kernel, kind: MarketKind, { page, pageSize, sort, ...f }: Asked, most = MOST) {
  const ids = await foundBy(k, kind, f.keyword)
  const [counted, names] = await Promise.all([count(k, kind, f, ids, ids ? Infinity : most), keptNames(k, kind)])
  const { fresh, left } = counted
  // By distance only what has a place is listed.
  const total = sort === 'distance' && f.near ? counted.placed : counted.total
  const facets = facetsIn(kind, names, counted)
  const from = (page - 1) * pageSize
  if (total <= from) return { total, list: [], facets }
  const staleSince = Date.parse(staleBefore(k))
  const rows = left
    ? await inOrder(
        k,
        kind,
        sort === 'views'
          ? await mostViewed(k, left, from, pageSize)
          : pageIn(left, sort, { staleSince, ids, near: f.near, from, size: pageSize }),
        f.near,
      )
    : await alongIndex(k, kind, f, ids, { sort, from, size: pageSize, fresh })
  return {
    total,
    list: rows.map((row) => ({ ...itemOf(k, names, row, null), against: knownAgainst(k, row), answers: knownAnswers(k, row) })),
    facets,
  }
}
