import { sql } from 'kysely'
import type { market } from '../../../contract/market/dealing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { inSlices } from '../../matching/index.ts'
import { SHRINK, type Filters } from '../filter.ts'
import { BLOCK, putPlaces, type Part } from '../match/bits.ts'
import type { Board, Walk } from '../match/board.ts'
import { shelfOf } from '../match/shelf.ts'
import { countItems, foundBy, listedItems } from '../public-list.ts'
import { items } from '../queries.ts'
import { isListed } from '../visible.ts'

/** Most pins of one map; items in the same cell form one pin. */
const MOST = 400
/** Size of a cell at zoom 0, in degrees of longitude; halved with each step. */
const CELL = 60
/** A grid with up to so many cells is one row of numbers; a larger one has only the cells that are filled. */
const MOST_CELLS = 1 << 20
/** More than a grid has rows, so that one number names a cell. */
const ROWS = 1 << 22

interface Mark {
  column: number
  row: number
  lng: number
  lat: number
  count: number
  /** one of its items: its place on the board, later its id */
  first: number
}

interface Area {
  west: number
  east: number
  south: number
  north: number
}
/** Gathers items by the cell in which they stand. */
class Marks {
  readonly all: Mark[] = []
  readonly #cell: number
  readonly #left: number
  readonly #bottom: number
  readonly #rows: number
  readonly #grid: Int32Array | null
  readonly #known = new Map<number, number>()

  constructor({ west, east, south, north }: Area, cell: number) {
    this.#cell = cell
    this.#left = Math.floor(west / cell)
    this.#bottom = Math.floor(south / cell)
    const rows = Math.floor(north / cell) - this.#bottom + 1
    const cells = rows * (Math.floor(east / cell) - this.#left + 1)
    this.#grid = cells <= MOST_CELLS ? new Int32Array(cells) : null
    this.#rows = this.#grid ? rows : ROWS
  }
  add(lng: number, lat: number, place: number): void {
    const [column, row] = [Math.floor(lng / this.#cell), Math.floor(lat / this.#cell)]
    const at = (column - this.#left) * this.#rows + row - this.#bottom
    // Numbers of marks from one on.
    const seen = this.#grid ? this.#grid[at]! : (this.#known.get(at) ?? 0)
    if (seen > 0) {
      const mark = this.all[seen - 1]!
      mark.lng += lng
      mark.lat += lat
      mark.count++
      return
    }
    const number = this.all.push({ column, row, lng, lat, count: 1, first: place })
    if (this.#grid) this.#grid[at] = number
    else this.#known.set(at, number)
  }
}
/** The marks of cells that are twice as wide and high. */
function joined(marks: readonly Mark[]): Mark[] {
  const cells = new Map<number, Mark>()
  for (const mark of marks) {
    const [column, row] = [mark.column >> 1, mark.row >> 1]
    const known = cells.get(column * ROWS + row)
    if (!known) cells.set(column * ROWS + row, { ...mark, column, row })
    else {
      known.lng += mark.lng
      known.lat += mark.lat
      known.count += mark.count
    }
  }
  return [...cells.values()]
}
/** The marks in the smallest cells that make few enough of them. */
function fewer(marks: readonly Mark[]): readonly Mark[] {
  while (marks.length > MOST) marks = joined(marks)
  return marks
}
/** The marks of the listed items, without those that are not on the map. */
function* marking({ figures: { rows } }: Board, parts: readonly Part[], cell: number): Walk<readonly Mark[]> {
  const { id, east, north } = rows
  const area = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const part of parts) {
    const places = room.subarray(0, putPlaces(part, room))
    for (let n = 0; n < places.length; n++) {
      const [lng, lat] = [east[places[n]!]!, north[places[n]!]!]
      if (Number.isNaN(lng)) continue
      if (lng < area.west) area.west = lng
      if (lng > area.east) area.east = lng
      if (lat < area.south) area.south = lat
      if (lat > area.north) area.north = lat
    }
  }
  if (area.west === Infinity) return []
  const marks = new Marks({ ...area, west: area.west / SHRINK, east: area.east / SHRINK }, cell)
  for (const part of parts) {
    const places = room.subarray(0, putPlaces(part, room))
    for (let n = 0; n < places.length; n++) {
      const place = places[n]!
      if (!Number.isNaN(east[place]!)) marks.add(east[place]! / SHRINK, north[place]!, place)
    }
    yield
  }
  return fewer(marks.all).map((mark) => ({ ...mark, first: id[mark.first]! }))
}
/** For one block. New memory for all places made the collector run, which takes two seconds beside a million items. */
const room = new Int32Array(BLOCK)
/** The same from the database, until the shelf is filled. */
async function storedMarks(k: Kernel, kind: MarketKind, f: Filters, ids: readonly number[] | null, cell: number): Promise<readonly Mark[]> {
  const rows = await listedItems(k, kind, f, ids)
    .where('p.lng', 'is not', null)
    .select([
      sql<number>`floor(p.lng / ${cell}::float8)::int`.as('column'),
      sql<number>`floor(p.lat / ${cell}::float8)::int`.as('row'),
      sql<number>`sum(p.lng)`.as('lng'),
      sql<number>`sum(p.lat)`.as('lat'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`min(p.id)`.as('first'),
    ])
    .groupBy([sql.lit(1), sql.lit(2)])
    .execute()
  return fewer(rows)
}
/** The titles of those that are still listed. */
async function titlesOf(k: Kernel, kind: MarketKind, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await items(k.db, kind)
    .select(['p.id', 'p.title'])
    .where('p.id', 'in', [...ids])
    .where(isListed(k))
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
const round = (sum: number, count: number): number => Math.round((sum / count) * 1e6) / 1e6

/** The marks of the map under the same filter as the list; each is one item or a group of items that are close together. */
export async function pinsOf(k: Kernel, { kind, zoom, ...f }: Parsed<typeof market.map>['query']) {
  const ids = await foundBy(k, kind, f.keyword)
  const cell = CELL / 2 ** zoom
  let marks: readonly Mark[]
  if (shelfOf(k).isFilled) {
    const { left } = await countItems(k, kind, f, ids)
    const { board, parts } = left!
    marks = await inSlices(marking(board, parts, cell), Infinity)
  } else marks = await storedMarks(k, kind, f, ids, cell)
  const titles = await titlesOf(
    k,
    kind,
    marks.flatMap(({ count, first }) => (count === 1 ? [first] : [])),
  )
  return {
    total: marks.reduce((sum, { count }) => sum + count, 0),
    pins: marks.map(({ lng, lat, count, first }) => ({
      lng: round(lng, count),
      lat: round(lat, count),
      count,
      id: count === 1 ? first : null,
      title: titles.get(first) ?? '',
    })),
  }
}
