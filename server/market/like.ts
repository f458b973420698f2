import type { MarketLike, market } from '../../contract/market/dealing.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { blocksFor, partsOf, unmark, type Bits } from './match/bits.ts'
import type { Board } from './match/board.ts'
import { byNumber, ranked } from './match/ranked.ts'
import { shelfOf } from './match/shelf.ts'
import type { Shelved } from './match/shelved.ts'
import { areaText, keptNames, priceText, streetsText } from './names.ts'
import { hiddenBefore } from './visible.ts'

const MOST = 5

/** A demand may name several natures; the first is compared. */
function natureOf(kind: MarketKind, attributes: Shelved['attributes']): string | undefined {
  const nature = attributes[marketKinds[kind].of === 'land' ? 'landNature' : 'nature']
  const first = Array.isArray(nature) ? nature[0] : nature
  return typeof first === 'string' ? first : undefined
}
interface Base {
  id: number
  streetIds: readonly string[]
  area: number | null
  nature: string | undefined
}

/** The listed items of a board but one. */
function listedBut(board: Board, id: number, since: number): Bits {
  const { freshAt } = board.figures.rows
  const bits = blocksFor(board.places)
  for (let place = 0; place < board.places; place++) if (freshAt[place]! > since) bits[place >>> 5]! |= 1 << (place & 31)
  const own = board.placeOf(id)
  if (own !== undefined && own < board.places) unmark(bits, own)
  return bits
}
/** The items that have one of the values of a facet; demands of the whole county are in no street. */
function having(board: Board, key: 'streetId' | 'nature', values: readonly string[]): Bits {
  const choice = board.choices.find(({ facet }) => facet.key === key)!
  const found = blocksFor(board.places)
  for (const { from, words } of partsOf(found)) choice.having(values, from, words)
  return found
}

/**
 * The items most like one: the same street counts more than the same nature, and either counts more than a similar size. So first those
 * with both are ranked by their size, then those of the street, and so on until there are enough.
 */
function alike(board: Board, base: Base, since: number): Shelved[] {
  const [listed, street, nature] = [
    listedBut(board, base.id, since),
    having(board, 'streetId', base.streetIds),
    having(board, 'nature', base.nature === undefined ? [] : [base.nature]),
  ]
  const { area } = board.figures.rows
  /** sizes are compared by their ratio */
  const apart = (place: number) => (base.area && area[place]! > 0 ? Math.abs(Math.log(area[place]! / base.area)) : Infinity)
  const best: Shelved[] = []
  for (const [inStreet, ofNature] of [
    [-1, -1],
    [-1, 0],
    [0, -1],
    [0, 0],
  ] as const) {
    const bits = listed.map((word, n) => word & (street[n]! ^ ~inStreet) & (nature[n]! ^ ~ofNature))
    for (const place of ranked(partsOf(bits), board.figures, byNumber(apart), 0, MOST - best.length)) best.push(board.at(place)!)
    if (best.length === MOST) break
  }
  return best
}

/**
 * Open items similar to one that is or was public, the most similar first. For any other id it returns the newest, so that it does not
 * reveal whether an item exists that was never public.
 */
export async function likeItem(k: Kernel, { kind, id }: Parsed<typeof market.like>['query']): Promise<MarketLike[]> {
  const shelf = shelfOf(k)
  const [row, names] = await Promise.all([
    k.db
      .selectFrom('market_item')
      .select(['street_ids', 'area', 'facts'])
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('publish_time', 'is not', null)
      .executeTakeFirst(),
    keptNames(k, kind),
  ])
  // A page does not wait for it: right after the start there are none.
  if (!shelf.isFilled) return []
  const base: Base = {
    id,
    streetIds: row?.street_ids ?? [],
    area: row?.area ? Number(row.area) : null,
    nature: row && natureOf(kind, row.facts),
  }
  return alike(await shelf.board(kind), base, Date.parse(hiddenBefore(k))).map((item) => ({
    id: item.id,
    title: item.title,
    streetName: streetsText(names, item.streetIds),
    areaText: areaText(kind, item.attributes),
    priceText: priceText(kind, item.attributes),
  }))
}
