import type { MarketLike, market } from '../../contract/market/dealing.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { shelfOf, type Shelved } from './match/shelf.ts'
import { areaText, keptNames, priceText, streetsText } from './names.ts'

const MOST = 5
/** The same street counts more than the same nature, and either counts more than a similar size. */
const [SAME_STREET, SAME_NATURE] = [4, 2]

/** A demand may name several natures; the first is compared. */
function natureOf(kind: MarketKind, { attributes }: Pick<Shelved, 'attributes'>): unknown {
  const nature = attributes[marketKinds[kind].of === 'land' ? 'landNature' : 'nature']
  return Array.isArray(nature) ? nature[0] : nature
}
interface Base {
  streetIds: readonly string[]
  area: number | null
  attributes: Shelved['attributes']
}
/** 0 when nothing is alike; sizes are compared by their ratio. */
function nearness(kind: MarketKind, base: Base, other: Shelved): number {
  const street = other.streetIds.some((code) => base.streetIds.includes(code)) ? SAME_STREET : 0
  const nature = natureOf(kind, base) === natureOf(kind, other) ? SAME_NATURE : 0
  const size = base.area && other.area ? 1 / (1 + Math.abs(Math.log(other.area / base.area))) : 0
  return street + nature + size
}

/**
 * Open items similar to one that is or was public, the most similar first. For any other id it returns the newest, so that it does not
 * reveal whether an item exists that was never public.
 */
export async function likeItem(k: Kernel, { kind, id }: Parsed<typeof market.like>['query']): Promise<MarketLike[]> {
  const [row, open, names] = await Promise.all([
    k.db
      .selectFrom('market_item')
      .select(['street_ids', 'area', 'facts'])
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('publish_time', 'is not', null)
      .executeTakeFirst(),
    // A page does not wait for it: right after the start there are none.
    shelfOf(k).isFilled ? shelfOf(k).of(kind) : [],
    keptNames(k, kind),
  ])
  const base: Base | null = row
    ? { streetIds: row.street_ids, area: row.area === null ? null : Number(row.area), attributes: row.facts }
    : null
  const best: { item: Shelved; near: number }[] = []
  for (const item of open) {
    if (item.id === id) continue
    const near = base ? nearness(kind, base, item) : 0
    const last = best.at(-1)
    if (best.length === MOST && last && (near < last.near || (near === last.near && item.publishedAt <= last.item.publishedAt))) continue
    best.push({ item, near })
    best.sort((a, b) => b.near - a.near || b.item.publishedAt - a.item.publishedAt || b.item.id - a.item.id)
    best.length = Math.min(best.length, MOST)
  }
  return best.map(({ item }) => ({
    id: item.id,
    title: item.title,
    streetName: streetsText(names, item.streetIds),
    areaText: areaText(kind, item.attributes),
    priceText: priceText(kind, item.attributes),
  }))
}
