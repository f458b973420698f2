import { marketStates } from '../../contract/market/states.ts'
import { readerOf } from '../kernel/flow.ts'
import { marketFlow, ownsAsPerson } from './flow.ts'
import { sql } from 'kysely'
import type { MarketDetail } from '../../contract/market/item.ts'
import { attributesOf, dictionariesOf } from '../../contract/market/attributes.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { callerOf, type Actor } from '../kernel/actor.ts'
import { cleanStored } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { dictionaryChoices } from '../kernel/offers/dictionary-choices.ts'
import { viewCounter } from '../kernel/public/views.ts'
import { answersOf } from './answers.ts'
import { keptNames } from './names.ts'
import { pricesOf } from './prices.ts'
import { itemGone, itemOf, items, readable } from './queries.ts'
import { isListed, readsAll, seenBy } from './visible.ts'

/** A listed item for everybody; an unlisted one for its owner and staff. */
export async function findItem(k: Kernel, call: Call, kind: MarketKind, id: number): Promise<MarketDetail> {
  const actor = await callerOf(k, call)
  const row = await readable(k, actor, kind, id)
  const whole = row.whole ? actor : null
  const [names, prices, duplicates, answers] = await Promise.all([
    keptNames(k, kind),
    pricesOf(k, row),
    whole && readsAll(whole) ? duplicatesOf(k, whole, kind, id) : [],
    answersOf(k, row),
  ])
  const item = itemOf(k, names, row, whole && (await readerOf(k.db, marketFlow, whole, [row])))
  return {
    ...item,
    answers,
    against: prices?.against ?? null,
    description: cleanStored(row.description),
    prices,
    duplicates,
    ownAsPerson: actor !== null && ownsAsPerson(actor, row),
  }
}

/** Distance in metres and share of the area up to which two items count as the same thing. */
const NEAR_M = 30
const AREA_SHARE = 0.02
/** Items that seem to be the same thing: equal address, or a pin within 30 m and an area within 2 %. */
async function duplicatesOf(k: Kernel, staff: Actor, kind: MarketKind, id: number): Promise<MarketDetail['duplicates']> {
  const apart = sql<number>`(point(p.lng * 0.87, p.lat) <-> point(o.lng * 0.87, o.lat)) * 111195`
  const rows = await items(k.db, kind)
    .innerJoin('market_item as o', (j) => j.on('o.id', '=', id))
    .where('p.id', '!=', id)
    .where(seenBy(staff))
    .where('p.state', 'in', [marketStates.code.pending, marketStates.code.passed])
    .where(
      sql<boolean>`((p.address = o.address and p.address <> '') or (p.lng is not null and o.lng is not null and ${apart} <= ${NEAR_M} and abs(p.area - o.area) <= ${AREA_SHARE} * o.area))`,
    )
    .select(['p.id', 'p.title'])
    .select(sql<boolean>`p.address = o.address and p.address <> ''`.as('same'))
    .orderBy('p.id')
    .limit(10)
    .execute()
  return rows.map((row) => ({ id: row.id, title: row.title, why: row.same ? '地址相同' : '位置相距 30 米以内，面积相近' }))
}

const count = viewCounter({
  table: 'market_item',
  visible: `p.state = ${marketStates.code.passed} and not p.deleted`,
  counter: 'market_view',
  marks: 'market_view_mark',
  key: 'item_id',
  gone: '该信息不存在或已下架',
})
/** Counts a view, only while the item is listed. */
export async function countItemView(k: Kernel, call: Call, kind: MarketKind, id: number): Promise<{ viewNum: number }> {
  if (!(await items(k.db, kind).select('p.id').where('p.id', '=', id).where(isListed(k)).executeTakeFirst())) throw itemGone(kind)
  return count(k, call, id)
}

/** Options for the attributes of a kind, by attribute, and the streets of the county. Disabled values are marked: an item may hold them. */
export async function enumsOf(k: Kernel, kind: MarketKind, streets: readonly { value: string; label: string }[]) {
  const found = await dictionaryChoices(k.db, dictionariesOf(kind))
  const choices = attributesOf(kind).flatMap(([key, { dict, only }]) =>
    dict ? [[key, found.get(dict)!.filter(({ value }) => !only || (only as readonly string[]).includes(value))] as const] : [],
  )
  return Object.fromEntries([...choices, ['streetId', streets.map(({ value, label }) => ({ value, label }))]])
}
