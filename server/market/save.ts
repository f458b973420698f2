import { attributesOf, type Attributes } from '../../contract/market/attributes.ts'
import type { MarketSave } from '../../contract/market/item.ts'
import { marketKinds, marketStates, type MarketKind, type Origin } from '../../contract/market/states.ts'
import { blindIndex, openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { siteArea } from '../kernel/config.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalidField } from '../kernel/errors.ts'
import { refuseNoPicture, replaceFiles } from '../kernel/files/access.ts'
import { move, note } from '../kernel/flow.ts'
import { cleanHtml } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { picturesIn } from '../policy/index.ts'
import { checkPin } from './county.ts'
import { marketFlow } from './flow.ts'
import { impossible } from './match/demand-rule.ts'
import { waitsForReview } from './moves.ts'
import { namesFor, streetsOf, valueText, type Names } from './names.ts'
import { provePhone } from './proof.ts'
import { lockItem } from './queries.ts'
import { changing, MARKET, showFiles } from './visible.ts'
import { learnItem, searchColumns } from './words.ts'

/** Attributes that are said; blanks are absent. */
const factsIn = (kind: MarketKind, asked: Attributes): Attributes =>
  Object.fromEntries(
    attributesOf(kind).flatMap(([key]) => {
      const value = asked[key]
      return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [[key, value]]
    }),
  )

/** Choices that their dictionary does not have, streets of elsewhere, days that are over. */
async function refuseUnknown(
  k: Kernel,
  db: Db,
  names: Names,
  kind: MarketKind,
  asked: MarketSave,
  facts: Attributes,
  before: Attributes,
): Promise<void> {
  for (const [key, { dict, only, label, type }] of attributesOf(kind)) {
    const value = facts[key]
    if (type === 'date' && value !== undefined && value !== before[key] && (value as string) < today(k.clock))
      throw invalidField(key, '不能早于今天')
    if (!dict || value === undefined) continue
    const known = names.get(dict)
    for (const each of Array.isArray(value) ? value : [String(value)])
      if (!known?.has(each) || (only && !only.includes(each))) throw invalidField(key, `请从列表中选择${label}`)
  }
  const streets = await streetsOf(db, siteArea(k.config))
  if (asked.streetIds.some((code) => !streets.some(({ value }) => value === code))) throw invalidField('streetIds', '请选择本县的镇街')
}

const originOf = (actor: Actor): Origin => (actor.type === 'YYF' ? 'gov' : actor.companyId === null ? 'person' : 'company')

export async function saveItem(k: Kernel, call: Call, kind: MarketKind, asked: MarketSave) {
  const actor = signedIn(call.actor)
  if (actor.type === 'YYF' && !actor.permissions.has('market:manage')) throw forbidden()
  if (actor.type === 'QY' && actor.companyId === null) throw forbidden()
  const names = await namesFor(k.db, [kind])
  const supply = marketKinds[kind].side === 'supply'
  if (supply) checkPin(k, asked.lng ?? null, asked.lat ?? null)
  const facts = factsIn(kind, asked)
  if (!supply) {
    const never = impossible(kind, facts)
    if (never) throw invalidField(never.key, never.message)
  }
  await provePhone(k, call, actor, asked.contactPhone, asked.verifyCode || undefined)
  return changing(k, async (db) => {
    const old = asked.id === undefined ? undefined : await lockItem(db, actor, kind, asked.id)
    await refuseUnknown(k, db, names, kind, asked, facts, old?.facts ?? {})
    const description = supply ? cleanHtml(asked.description ?? '') : ''
    const shown = {
      kind,
      title: asked.title,
      street_ids: asked.streetIds,
      address: supply ? (asked.address ?? '') : '',
      purpose: supply ? '' : (asked.purpose ?? ''),
      description,
    }
    const columns = {
      ...shown,
      lng: asked.lng ?? null,
      lat: asked.lat ?? null,
      images: supply ? (asked.images ?? []) : [],
      facts: JSON.stringify(facts),
      contact: sealPii(k, asked.contactPerson),
      phone: sealPii(k, asked.contactPhone),
      phone_index: blindIndex(k, asked.contactPhone),
    }
    const saved = old ? await change(k, db, call, names, old, asked, columns, facts) : await begin(k, db, call, actor, columns)
    await db
      .updateTable('market_item')
      .set(searchColumns(names, { ...shown, facts }))
      .where('id', '=', saved.id)
      .execute()
    await keepFiles(db, actor, saved.id, columns.images, description)
    await showFiles(db, saved.id)
    await learnItem(db, shown)
    await waitsForReview(k, db, call, { id: saved.id, kind, title: asked.title }, old?.state ?? null, saved.state)
    return { id: saved.id, reviewState: saved.state, version: saved.version }
  })
}

type Columns = Awaited<ReturnType<typeof lockItem>>
/** A passed item whose judged part changed goes to review; price, free area, dates and contact change in place and are logged. */
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
  if (passed && !judged)
    return {
      id: old.id,
      ...(await move(db, call, marketFlow, old, {
        ...wish,
        move: 'adjust',
        set: { ...columns, fresh_at: k.clock.now(), asked_at: null },
        payload: { changes: changesOf(k, names, old, asked, facts) },
      })),
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
  // Who it was and is stands nowhere but in the item.
  return contact ? [...changed, { name: '联系方式', before: '原联系方式', after: '新联系方式' }] : changed
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

/** The pictures and those of the text are the item's; what it no longer names is let go. */
async function keepFiles(db: Db, actor: Actor, id: number, images: readonly string[], description: string): Promise<void> {
  await replaceFiles(db, actor, [...images, ...picturesIn(description)], MARKET, id)
  await refuseNoPicture(db, images, 'images')
}
