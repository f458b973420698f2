import { sql } from 'kysely'
import type { market } from '../../../contract/market/dealing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { inSlices } from '../../matching/index.ts'
import { SHRINK, type Filters } from '../filter.ts'
import { placesIn } from '../match/bits.ts'
import type { Board, Walk } from '../match/board.ts'
import { shelfOf } from '../match/shelf.ts'
import { countItems, foundBy, listedItems } from '../public-list.ts'
import { items } from '../queries.ts'
import { isListed } from '../visible.ts'

/** Most pins of one map; items in the same cell form one pin. */
const MOST = 400
/** Size of a cell at zoom 0, in degrees of longitude; halved with each step. */
const CELL = 60
/** Items marked between two turns of other requests. */
const BATCH = 16_384
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

/** Items that stand in one cell are one mark in their middle. */
function* marksOf(places: Int32Array, lngs: Float64Array, lats: Float64Array, cell: number): Walk<Mark[]> {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let n = 0; n < places.length; n++) {
    west = Math.min(west, lngs[n]!)
    east = Math.max(east, lngs[n]!)
    south = Math.min(south, lats[n]!)
    north = Math.max(north, lats[n]!)
  }
  const [left, bottom] = [Math.floor(west / cell), Math.floor(south / cell)]
  const rows = Math.floor(north / cell) - bottom + 1
  const cells = rows * (Math.floor(east / cell) - left + 1)
  const grid = cells <= MOST_CELLS ? new Int32Array(cells) : null
  const known = new Map<number, number>()
  const marks: Mark[] = []
  for (let n = 0; n < places.length; n++) {
    if (n % BATCH === BATCH - 1) yield
    const [lng, lat] = [lngs[n]!, lats[n]!]
    const [column, row] = [Math.floor(lng / cell), Math.floor(lat / cell)]
    const at = (column - left) * (grid ? rows : ROWS) + row - bottom
    // Numbers of marks from one on.
    const seen = grid ? grid[at]! : (known.get(at) ?? 0)
    if (seen > 0) {
      const mark = marks[seen - 1]!
      mark.lng += lng
      mark.lat += lat
      mark.count++
      continue
    }
    const number = marks.push({ column, row, lng, lat, count: 1, first: places[n]! })
    if (grid) grid[at] = number
    else known.set(at, number)
  }
  return marks
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
function* marking({ figures }: Board, places: Int32Array, cell: number): Walk<readonly Mark[]> {
  const { id, east, north } = figures.rows
  const [lngs, lats] = [new Float64Array(places.length), new Float64Array(places.length)]
  for (let n = 0; n < places.length; n++) {
    lngs[n] = east[places[n]!]! / SHRINK
    lats[n] = north[places[n]!]!
  }
  yield
  const marks = fewer(yield* marksOf(places, lngs, lats, cell))
  return marks.map((mark) => ({ ...mark, first: id[mark.first]! }))
}
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
    marks = await inSlices(marking(board, board.figures.placed(placesIn(parts)), cell), Infinity)
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
