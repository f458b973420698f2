import { attributesOf, type Attributes } from '../../contract/market/attributes.ts'
import type { MarketSave } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { siteArea } from '../kernel/config.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { checkPin } from './county.ts'
import { impossible } from './match/demand-rule.ts'
import { waitsForReview } from './moves.ts'
import { namesFor, streetsOf, type Names } from './names.ts'
import { admitNew } from './new-items.ts'
import { provePhone } from './proof.ts'
import { lockItem } from './queries.ts'
import { changing } from './visible.ts'
import { writeItem } from './write-item.ts'

/** The attributes that have a value; empty ones are left out. */
export const factsIn = (kind: MarketKind, asked: Attributes): Attributes =>
  Object.fromEntries(
    attributesOf(kind).flatMap(([key]) => {
      const value = asked[key]
      return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [[key, value]]
    }),
  )

/** Throws for options that their dictionary does not contain, streets outside the county, and past dates. */
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

export async function saveItem(k: Kernel, call: Call, kind: MarketKind, asked: MarketSave) {
  const actor = signedIn(call.actor)
  if (actor.type === 'YYF' && !actor.permissions.has('market:manage')) throw forbidden()
  if (actor.type === 'QY' && actor.companyId === null) throw forbidden()
  const names = await namesFor(k.db, [kind])
  const facts = factsIn(kind, asked)
  // A code is sent only for a form that is otherwise right. A change is judged below, where the dates that it keeps are known.
  if (asked.id === undefined) await judgeItem(k, k.db, names, kind, asked, facts, {})
  else refuseAtOnce(k, names, kind, asked, facts)
  await provePhone(k, call, actor, asked.contactPhone, asked.verifyCode || undefined)
  return changing(k, async (db) => {
    const old = asked.id === undefined ? undefined : await lockItem(db, actor, kind, asked.id)
    if (old) await judgeItem(k, db, names, kind, asked, facts, old.facts)
    const before = old ? null : await admitNew(k, db, actor, kind, asked, facts)
    if (before) return { id: before.id, reviewState: before.state, version: before.version }
    const saved = await writeItem(k, db, call, actor, names, kind, asked, facts, old)
    await waitsForReview(k, db, call, { id: saved.id, kind, title: asked.title }, old?.state ?? null, saved.state)
    return { id: saved.id, reviewState: saved.state, version: saved.version }
  })
}

/** Checks that come before a code is requested. */
function refuseAtOnce(k: Kernel, names: Names, kind: MarketKind, asked: MarketSave, facts: Attributes): void {
  if (marketKinds[kind].side === 'supply') return checkPin(k, asked.lng ?? null, asked.lat ?? null)
  const never = impossible(kind, facts, names)
  if (never) throw invalidField(never.key, never.message)
}

/** Checks that a schema cannot make: a pin outside the county, a demand that nothing can meet, unknown options and streets, past dates. */
export async function judgeItem(
  k: Kernel,
  db: Db,
  names: Names,
  kind: MarketKind,
  asked: MarketSave,
  facts: Attributes,
  before: Attributes,
): Promise<void> {
  refuseAtOnce(k, names, kind, asked, facts)
  await refuseUnknown(k, db, names, kind, asked, facts, before)
}
