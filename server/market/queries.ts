import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { MarketItem } from '../../contract/market/item.ts'
import { attributesOf, type Attributes } from '../../contract/market/attributes.ts'
import { marketKinds, marketStates, OWN_AS_PERSON, type MarketKind, type Origin } from '../../contract/market/states.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { allowed, type Reader } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { marketFlow, owns, ownsAsPerson, type ItemRow } from './flow.ts'
import { areaText, factsText, priceText, streetsText, type Names } from './names.ts'
import { DAY, hiddenBefore, isListed, listedText, seenBy } from './visible.ts'

export const itemGone = (kind: MarketKind) => notFound(`该${marketKinds[kind].name}不存在或已下架`)
/** The same, but a person who acts for a company is told when it is their own: notices about it also reach them then (ADR 1031). */
async function itemGoneFor(db: Db, actor: Actor | null, kind: MarketKind, id: number) {
  const row =
    actor !== null && actor.companyId !== null
      ? await items(db, kind).select(['p.origin', 'p.company_id', 'p.user_id']).where('p.id', '=', id).executeTakeFirst()
      : undefined
  if (!row || !ownsAsPerson(actor!, row)) return itemGone(kind)
  return refused(`这是您个人的${marketKinds[kind].name}信息，请切回个人身份查看和办理`, OWN_AS_PERSON)
}

/** Items `p` of a kind with the name of their company, without deleted ones. */
export const items = (db: Db, kind: MarketKind) =>
  db
    .selectFrom('market_item as p')
    .leftJoin('company as c', 'c.id', 'p.company_id')
    .where('p.kind', '=', kind)
    .where('p.deleted', '=', false)
export const columns = [
  'p.id',
  'p.version',
  'p.state',
  'p.kind',
  'p.title',
  'p.street_ids',
  'p.address',
  'p.lng',
  'p.lat',
  'p.images',
  'p.purpose',
  'p.facts',
  'p.contact',
  'p.phone',
  'p.origin',
  'p.company_id',
  'p.user_id',
  'p.created_by',
  'p.submitted_by',
  'p.review_opinion',
  'p.fresh_at',
  'p.view_num',
  'p.contact_num',
  'p.publish_time',
  'p.created_at',
  'p.updated_at',
  'c.name as company_name',
] as const
const rowsOf = (db: Db) => items(db, 'landInfo').select(columns).execute()
export type ItemRecord = Awaited<ReturnType<typeof rowsOf>>[number] & { distance?: number | null }

type Standing = Pick<ItemRecord, 'id' | 'version' | 'state' | 'kind' | 'origin' | 'company_id' | 'user_id' | 'created_by' | 'submitted_by'>
export const standingOf = (row: Standing): ItemRow => ({ ...row, state: row.state as ItemRow['state'] })

/** The owner of an item as everybody may read it: a company by name, a person only as 个人. */
export const ownerText = (row: { origin: Origin; company_name: string | null }): string =>
  row.origin === 'gov' ? '政府发布' : row.origin === 'company' ? (row.company_name ?? '企业') : '个人'

/** Days since the last confirmation; null while they are within MARKET_FRESH_DAYS. */
export function staleDays(k: Kernel, freshAt: string): number | null {
  const days = Math.floor((k.clock.now().getTime() - Date.parse(freshAt)) / DAY)
  return days >= k.config.MARKET_FRESH_DAYS ? days : null
}

/** Only the attributes of the kind; values under keys of another kind are left out. */
export const attributesIn = (kind: MarketKind, facts: Attributes): Attributes =>
  Object.fromEntries(attributesOf(kind).map(([key]) => [key, facts[key] ?? null]))

/** Masked contacts by their sealed value, because opening one takes longer than the rest of an item; what is not masked is never kept. */
const maskedBefore = perKernel(() => new LRUCache<string, string>({ max: 20_000 }))
function masked(k: Kernel, sealed: string, mask: (text: string) => string): string {
  const kept = maskedBefore(k)
  const known = kept.get(sealed)
  if (known !== undefined) return known
  const text = mask(openPii(k, sealed))
  kept.set(sealed, text)
  return text
}

/**
 * `reader`: a user who may see the item in full; null for the public. Contacts are shown to the owner and, for items of staff, to staff;
 * masked to all others.
 */
export function itemOf(k: Kernel, names: Names, row: ItemRecord, reader: Reader | null): MarketItem {
  const mine = reader !== null && owns(reader, row)
  // An officer who looks through the eyes of the owner reads no personal data (ADR 0712).
  const clear = mine && !reader.viewer
  return {
    ...attributesIn(row.kind, row.facts),
    id: row.id,
    kind: row.kind,
    title: row.title,
    streetIds: row.street_ids,
    streetName: streetsText(names, row.street_ids),
    address: row.address,
    lng: row.lng,
    lat: row.lat,
    images: row.images,
    purpose: row.purpose,
    facts: factsText(names, row.kind, row.facts),
    areaText: areaText(row.kind, row.facts),
    priceText: priceText(row.kind, row.facts),
    owner: ownerText(row),
    origin: row.origin,
    contactPerson: clear ? openPii(k, row.contact) : masked(k, row.contact, maskName),
    contactPhone: clear ? openPii(k, row.phone) : masked(k, row.phone, maskPhone),
    reviewState: row.state,
    stateName: marketStates.labels[row.state as 0],
    viewNum: row.view_num,
    freshTime: row.fresh_at,
    staleDays: staleDays(k, row.fresh_at),
    distance: row.distance ?? null,
    against: null,
    answers: null,
    publishTime: row.publish_time,
    createTime: row.created_at,
    updateTime: row.updated_at,
    standing: reader && {
      version: row.version,
      opinion: row.review_opinion,
      mine,
      hidden:
        row.state === marketStates.code.passed && Date.parse(row.fresh_at) <= k.clock.now().getTime() - k.config.MARKET_HIDE_DAYS * DAY,
      contacts: row.contact_num,
      allowed: allowed(marketFlow, reader, standingOf(row)),
    },
  }
}

type Readable = ItemRecord & { description: string; whole: boolean }
/** What visitors read most is prepared once per connection. */
async function listedItem(k: Kernel, kind: MarketKind, id: number): Promise<Readable | undefined> {
  const { rows } = await k.pool.query<Readable>({
    name: 'market-item',
    text: `select ${columns.join(', ')}, p.description, false as whole from market_item p left join company c on c.id = p.company_id
      where p.id = $1 and p.kind = $2 and ${listedText('$3::timestamptz')}`,
    values: [id, kind, hiddenBefore(k)],
  })
  return rows[0]
}

/** The item in full for those who may see it so, else as everybody may read it; throws for all others. */
export async function readable(k: Kernel, actor: Actor | null, kind: MarketKind, id: number): Promise<Readable> {
  const row =
    actor === null
      ? await listedItem(k, kind, id)
      : await items(k.db, kind)
          .select(columns)
          .select(['p.description', seenBy(actor).as('whole')])
          .where('p.id', '=', id)
          .where(sql<boolean>`(${seenBy(actor)} or ${isListed(k)})`)
          .executeTakeFirst()
  if (!row) throw await itemGoneFor(k.db, actor, kind, id)
  return row
}

/** Throws when the account of the contact was closed: nobody would answer whoever asks. */
export function refuseNobody({ phone_index }: { phone_index: string }): void {
  if (phone_index === '') throw refused('原联系人已注销账号，请先编辑，填写新的联系人和联系电话', 'NOBODY')
}

/** Locks the row; throws when the actor may not see it in full. */
export async function lockItem(db: Db, actor: Actor, kind: MarketKind, id: number) {
  const row = await db
    .selectFrom('market_item as p')
    .selectAll('p')
    .where('p.id', '=', id)
    .where('p.kind', '=', kind)
    .where('p.deleted', '=', false)
    .where(seenBy(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw await itemGoneFor(db, actor, kind, id)
  return { ...row, ...standingOf(row) }
}
