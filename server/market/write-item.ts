import { attributesOf, type Attributes } from '../../contract/market/attributes.ts'
import type { MarketSave } from '../../contract/market/item.ts'
import { itemPath, marketKinds, marketStates, type MarketKind, type Origin } from '../../contract/market/states.ts'
import { blindIndex, openPii, sealPii } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { refuseNoPicture, replaceFiles } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import { cleanHtml } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { picturesIn } from '../policy/index.ts'
import { marketFlow } from './flow.ts'
import { tellKeepers } from './keeping/favourites.ts'
import { valueText, type Names } from './names.ts'
import type { lockItem } from './queries.ts'
import { MARKET, showFiles } from './visible.ts'
import { learnItem, searchColumns } from './words.ts'

const originOf = (actor: Actor): Origin => (actor.type === 'YYF' ? 'gov' : actor.companyId === null ? 'person' : 'company')

function columnsOf(k: Kernel, kind: MarketKind, asked: MarketSave, facts: Attributes) {
  const supply = marketKinds[kind].side === 'supply'
  return {
    kind,
    title: asked.title,
    street_ids: asked.streetIds,
    address: supply ? (asked.address ?? '') : '',
    purpose: supply ? '' : (asked.purpose ?? ''),
    description: supply ? cleanHtml(asked.description ?? '') : '',
    lng: asked.lng ?? null,
    lat: asked.lat ?? null,
    images: supply ? (asked.images ?? []) : [],
    facts: JSON.stringify(facts),
    contact: sealPii(k, asked.contactPerson),
    phone: sealPii(k, asked.contactPhone),
    phone_index: blindIndex(k, asked.contactPhone),
  }
}

/** Writes a checked item in the transaction of `db`: a new one, or a change of `old` by the flow. */
export async function writeItem(
  k: Kernel,
  db: Db,
  call: Call,
  actor: Actor,
  names: Names,
  kind: MarketKind,
  asked: MarketSave,
  facts: Attributes,
  old: Columns | undefined,
) {
  const columns = columnsOf(k, kind, asked, facts)
  const saved = old ? await change(k, db, call, names, old, asked, columns, facts) : await begin(k, db, call, actor, columns)
  await db
    .updateTable('market_item')
    .set(searchColumns(names, { ...columns, facts }))
    .where('id', '=', saved.id)
    .execute()
  await keepFiles(db, actor, saved.id, columns.images, columns.description)
  await showFiles(db, saved.id)
  await learnItem(db, columns)
  return saved
}
/** Whether an item already is as it would be saved. */
export const standsSo = (k: Kernel, old: Columns, asked: MarketSave, facts: Attributes): boolean =>
  !isJudgedAnew(old, columnsOf(k, old.kind, asked, facts), facts)
  && attributesOf(old.kind).every(([key]) => same(facts[key], old.facts[key]))
  && openPii(k, old.contact) === asked.contactPerson
  && openPii(k, old.phone) === asked.contactPhone

type Columns = Awaited<ReturnType<typeof lockItem>>
/**
 * Changes an item. A passed item whose reviewed part changes goes to review; price, free area, dates and contact change in place and are
 * logged.
 */
async function change(
  k: Kernel,
  db: Db,
  call: Call,
  names: Names,
  old: Columns,
  asked: MarketSave,
  columns: Parameters<typeof begin>[4],
  facts: Attributes,
) {
  const judged = isJudgedAnew(old, columns, facts)
  const passed = old.state === marketStates.code.passed
  const wish = { version: asked.version ?? old.version, detail: { title: asked.title } }
  if (passed && !judged) {
    const changes = changesOf(k, names, old, asked, facts)
    const moved = await move(db, call, marketFlow, old, {
      ...wish,
      move: 'adjust',
      set: { ...columns, fresh_at: k.clock.now(), asked_at: null },
      payload: { changes },
    })
    const told = changes.filter(({ name }) => name !== CONTACT)
    if (told.length > 0)
      await tellKeepers(db, k, old, {
        title: `您收藏的“${asked.title}”有变化`,
        body: told.map(({ name, before, after }) => `${name}：${before} → ${after}`).join('；'),
        link: itemPath(old.kind, old.id),
        // Once a day; the link shows what holds now.
        key: `market:kept:${old.id}:${today(k.clock)}`,
        except: call.actor?.userId ?? null,
      })
    return { id: old.id, ...moved }
  }
  return {
    id: old.id,
    ...(await move(db, call, marketFlow, old, {
      ...wish,
      move: passed ? 'revise' : 'edit',
      set: { ...columns, submitted_by: call.actor!.userId, fresh_at: k.clock.now(), asked_at: null },
    })),
  }
}

const CONTACT = '联系方式'
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
function isJudgedAnew(old: Columns, now: Parameters<typeof begin>[4], facts: Attributes): boolean {
  const { title, street_ids, address, lng, lat, images, description, purpose } = now
  const plain = { title, street_ids, address, lng, lat, images, description, purpose }
  return (
    Object.entries(plain).some(([key, value]) => !same(value, old[key as keyof typeof plain]))
    || attributesOf(old.kind).some(([key, { free }]) => !free && !same(facts[key], old.facts[key]))
  )
}
function changesOf(k: Kernel, names: Names, old: Columns, asked: MarketSave, facts: Attributes) {
  const changed = attributesOf(old.kind)
    .filter(([key, { free }]) => free && !same(facts[key], old.facts[key]))
    .map(([key, attribute]) => ({
      name: attribute.label,
      before: valueText(names, attribute, old.facts[key]) || '未填写',
      after: valueText(names, attribute, facts[key]) || '未填写',
    }))
  const contact = openPii(k, old.contact) !== asked.contactPerson || openPii(k, old.phone) !== asked.contactPhone
  // The contact is stored only in the item, so the log does not contain it.
  return contact ? [...changed, { name: CONTACT, before: '原联系方式', after: '新联系方式' }] : changed
}

interface Saved {
  kind: MarketKind
  title: string
  street_ids: string[]
  address: string
  purpose: string
  description: string
  lng: number | null
  lat: number | null
  images: string[]
  facts: string
  contact: string
  phone: string
  phone_index: string
}
async function begin(k: Kernel, db: Db, call: Call, actor: Actor, columns: Saved) {
  const now = k.clock.now()
  const row = await db
    .insertInto('market_item')
    .values({
      ...columns,
      origin: originOf(actor),
      company_id: actor.type === 'QY' ? actor.companyId : null,
      user_id: actor.type === 'YYF' ? null : actor.userId,
      created_by: actor.userId,
      submitted_by: actor.userId,
      fresh_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'version', 'state'])
    .executeTakeFirstOrThrow()
  await note(db, call, marketFlow, { id: row.id, version: row.version, move: 'create', from: null, to: row.state })
  await audit(db, call, {
    action: 'market.add',
    objectType: MARKET,
    objectId: row.id,
    detail: { title: columns.title, kind: columns.kind },
  })
  return row
}

/** Attaches the pictures and those of the text to the item, and releases files that it no longer uses. */
async function keepFiles(db: Db, actor: Actor, id: number, images: readonly string[], description: string): Promise<void> {
  await replaceFiles(db, actor, [...images, ...picturesIn(description)], MARKET, id)
  await refuseNoPicture(db, images, 'images')
}
