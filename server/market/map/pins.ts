import type { market } from '../../../contract/market/dealing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { inSlices } from '../../matching/index.ts'
import { BATCH, leaving } from '../listing.ts'
import { shelfOf, type Shelved } from '../match/shelf.ts'
import { foundBy } from '../public-list.ts'
import { staleBefore } from '../visible.ts'

/** Most pins of one map; items in the same cell form one pin. */
const MOST = 400
/** Size of a cell at zoom 0, in degrees of longitude; halved with each step. */
const CELL = 60

interface Mark {
  lng: number
  lat: number
  count: number
  first: Shelved
}
type Walk<T> = Generator<undefined, T, boolean | undefined>
/** Items that stand in one cell are one mark in their middle. */
function* marksOf(items: readonly Shelved[], cell: number): Walk<Mark[]> {
  const cells = new Map<string, Mark>()
  for (const [n, item] of items.entries()) {
    if (n % BATCH === BATCH - 1) yield
    const key = `${Math.floor(item.lng! / cell)} ${Math.floor(item.lat! / cell)}`
    const mark = cells.get(key)
    if (!mark) {
      cells.set(key, { lng: item.lng!, lat: item.lat!, count: 1, first: item })
      continue
    }
    mark.lng += item.lng!
    mark.lat += item.lat!
    mark.count++
  }
  return [...cells.values()]
}
/** What a filter leaves that has a place, and its marks in the smallest cells that make few enough of them. */
function* marking(all: readonly Shelved[], leaves: (item: Shelved) => boolean, zoom: number): Walk<{ total: number; marks: Mark[] }> {
  const shown: Shelved[] = []
  for (const [n, item] of all.entries()) {
    if (n % BATCH === BATCH - 1) yield
    if (item.lng !== null && leaves(item)) shown.push(item)
  }
  for (let cell = CELL / 2 ** zoom; ; cell *= 2) {
    const marks = yield* marksOf(shown, cell)
    if (marks.length <= MOST) return { total: shown.length, marks }
  }
}
const round = (sum: number, count: number): number => Math.round((sum / count) * 1e6) / 1e6

/** The marks of the map under the same filter as the list; each is one item or a group of items that are close together. */
export async function pinsOf(k: Kernel, { kind, zoom, ...f }: Parsed<typeof market.map>['query']) {
  const ids = await foundBy(k, kind, f.keyword)
  const leaves = leaving(kind, f, Date.parse(staleBefore(k)), ids && new Set(ids))
  const { total, marks } = await inSlices(marking(await shelfOf(k).of(kind), leaves, zoom), Infinity)
  return {
    total,
    pins: marks.map(({ lng, lat, count, first }) => ({
      lng: round(lng, count),
      lat: round(lat, count),
      count,
      id: count === 1 ? first.id : null,
      title: count === 1 ? first.title : '',
    })),
  }
}
