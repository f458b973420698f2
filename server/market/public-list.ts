import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { MarketFacets, workshopInfo } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { today } from '../kernel/clock.ts'
import { siteArea } from '../kernel/config.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { inSlices } from '../matching/index.ts'
import { countStored, listedRows } from './count-stored.ts'
import { facetsOf, distanceTo, METRES, placeOf, SHRINK, type Filters } from './filter.ts'
import { knownAnswers } from './answers.ts'
import { enumsOf } from './detail.ts'
import { findItems } from './find.ts'
import { counting, type Counted } from './listing.ts'
import type { Board } from './match/board.ts'
import { orderOf, ranked } from './match/ranked.ts'
import { boardOf, shelfOf } from './match/shelf.ts'
import { keptNames, streetsOf, type Names } from './names.ts'
import { knownAgainst } from './prices.ts'
import { columns, itemOf, items, type ItemRecord } from './queries.ts'
import { hiddenBefore, listedText, staleBefore } from './visible.ts'

type Asked = Parsed<typeof workshopInfo.listReviewPassed>['query']
/** Counts and items of a filter, for five seconds, and only until something changes (domains/market.md F). One has a bit for each item. */
const kept = perKernel(() => new LRUCache<string, Promise<Counted>>({ max: 200, ttl: 5000 }))
/** Until the shelf is filled, the choices of more items are not counted: that would take longer than a request may take. */
const COUNTED = 200_000
const LIMIT_MS = 5000

/** Listed items that match the filters; `ids`: those that the search found for the words. */
export function listedItems(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null) {
  const rows = listedRows(k, kind, f)
  return ids ? rows.where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`) : rows
}
export const foundBy = async (k: Kernel, kind: MarketKind, words: string | undefined): Promise<readonly number[] | null> =>
  words ? findItems(k, kind, words) : null

/** Counts a list, with what it leaves. `ids`: those that the search found for its words. */
export async function countItems(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null, most = COUNTED): Promise<Counted> {
  const shelf = shelfOf(k)
  const counted = (board: Board) =>
    inSlices(
      counting(board, kind, f, { hiddenSince: Date.parse(hiddenBefore(k)), staleSince: Date.parse(staleBefore(k)), found: ids }),
      LIMIT_MS,
    )
  if (!shelf.isFilled) return ids ? counted(await boardOf(k, kind, ids)) : beforeShelf(k, kind, f, most)
  const board = await shelf.board(kind)
  // The position of the searcher changes the order, but no count.
  return keeping(k, JSON.stringify([board.revision, today(k.clock), kind, { ...f, near: undefined }]), () => counted(board))
}
/** Until the shelf is filled. */
const beforeShelf = (k: Kernel, kind: MarketKind, f: Filters, most: number): Promise<Counted> =>
  keeping(k, JSON.stringify(['stored', most, shelfOf(k).heard, today(k.clock), kind, { ...f, near: f.near !== undefined }]), () =>
    countStored(k, kind, f, most),
  )

function keeping(k: Kernel, key: string, make: () => Promise<Counted>): Promise<Counted> {
  const cache = kept(k)
  const before = cache.get(key)
  if (before) return before
  const made = make()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}
async function facetsIn(k: Kernel, kind: MarketKind, names: Names, { choices }: Counted): Promise<MarketFacets> {
  const facets = facetsOf(kind)
  if (!choices) {
    const all = await enumsOf(k, kind, await streetsOf(k.db, siteArea(k.config)))
    return Object.fromEntries(facets.map(({ key, attribute }) => [key, all[attribute ?? 'streetId'] ?? []]))
  }
  return Object.fromEntries(
    facets.map(({ key, dict }) => [
      key,
      [...(choices.get(key) ?? [])]
        .map(([value, count]) => ({ value, label: names.get(dict)?.get(value) ?? value, count }))
        .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
    ]),
  )
}

const order: Readonly<Partial<Record<Asked['sort'], RawBuilder<unknown>>>> = {
  area: sql`p.area asc`,
  '-area': sql`p.area desc`,
  price: sql`p.price asc nulls last`,
  '-price': sql`p.price desc nulls last`,
  views: sql`p.view_num desc`,
}

interface Page {
  sort: Asked['sort']
  from: number
  size: number
}
/** One page along an index, until the shelf is filled. Items without a recent confirmation come last, so the usual order is read in two parts. */
export async function alongIndex(
  k: Kernel,
  kind: MarketKind,
  f: Filters,
  { sort, from, size }: Page,
  fresh: number,
): Promise<ItemRecord[]> {
  const rows = listedRows(k, kind, f)
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
  if (sort === 'distance' && f.near) return nearest(k, kind, f, { near: f.near, from, size })
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
  { near, from, size }: { near: readonly number[]; from: number; size: number },
): Promise<ItemRecord[]> {
  const far = sql<number>`point(p.lng * 0.87, p.lat) <-> ${placeOf(near)}`
  const found = listedRows(k, kind, f)
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

/** Pages of counts that are kept, because ordering a million items takes some milliseconds. */
const pages = new WeakMap<Counted, LRUCache<string, readonly number[]>>()
function pageOf(counted: Counted, key: string, make: () => readonly number[]): readonly number[] {
  let known = pages.get(counted)
  if (!known) pages.set(counted, (known = new LRUCache({ max: 100 })))
  const before = known.get(key)
  if (before) return before
  const page = make()
  known.set(key, page)
  return page
}

const CARDS = `select ${columns.join(', ')}, round((point(p.lng * ${SHRINK}, p.lat) <-> point($4, $5)) * ${METRES})::float8 as distance
  from market_item p left join company c on c.id = p.company_id where p.id = any($1::bigint[]) and p.kind = $2 and ${listedText('$3::timestamptz')}`
/** The rows of these ids in this order, prepared once per connection; items that are no longer listed are left out. */
async function inOrder(k: Kernel, kind: MarketKind, ids: readonly number[], near: readonly number[] | undefined): Promise<ItemRecord[]> {
  if (ids.length === 0) return []
  const [east, north] = near ? [near[0]! * SHRINK, near[1]!] : [null, null]
  const { rows } = await k.pool.query<ItemRecord>({ name: 'market-cards', text: CARDS, values: [ids, kind, hiddenBefore(k), east, north] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The public list. `most`: see COUNTED. */
export async function listPublic(
  k: Kernel,
  kind: MarketKind,
  { page, pageSize, sort, ...f }: Asked,
  { most = COUNTED }: { most?: number } = {},
) {
  const ids = await foundBy(k, kind, f.keyword)
  const shelf = shelfOf(k)
  const [counted, names] = await Promise.all([
    countItems(k, kind, f, ids, most),
    keptNames(k, kind),
    sort === 'views' && shelf.isFilled ? shelf.takeViews() : undefined,
  ])
  // By distance only what has a place is listed.
  const total = sort === 'distance' && f.near ? counted.placed : counted.total
  const facets = await facetsIn(k, kind, names, counted)
  const from = (page - 1) * pageSize
  const size = Math.min(pageSize, total - from)
  if (size <= 0) return { total, list: [], facets }
  const inMemory = (left: NonNullable<Counted['left']>): readonly number[] => {
    const { figures } = left.board
    const order = orderOf(figures, sort, { staleSince: Date.parse(staleBefore(k)), ids, near: f.near })
    const ordered = () => Array.from(ranked(left.parts, figures, order, from, size), (place) => figures.rows.id[place]!)
    // Views change without the counts.
    return sort === 'views' ? ordered() : pageOf(counted, JSON.stringify([sort, f.near, from, size]), ordered)
  }
  const rows = counted.left
    ? await inOrder(k, kind, inMemory(counted.left), f.near)
    : await alongIndex(k, kind, f, { sort, from, size }, counted.fresh)
  return {
    total,
    list: rows.map((item) => ({ ...itemOf(k, names, item, null), against: knownAgainst(k, item), answers: knownAnswers(k, item) })),
    facets,
  }
}
