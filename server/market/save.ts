import { attributesOf, type Attributes } from '../../contract/market/attributes.ts'
import type { MarketSave } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { siteArea } from '../kernel/config.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalid, type FieldIssue } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pinFault } from './county.ts'
import { impossible } from './match/demand-rule.ts'
import { waitsForReview } from './moves.ts'
import { namesFor, offeredFor, streetsOf, type Names } from './names.ts'
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

/** Options that their dictionary does not offer (a change keeps those that it had), streets outside the county, and past dates. */
async function unknownIn(
  k: Kernel,
  db: Db,
  kind: MarketKind,
  { streetIds = [] }: Judged,
  facts: Attributes,
  before: Attributes,
): Promise<FieldIssue[]> {
  const faults: FieldIssue[] = []
  const offered = await offeredFor(db, [kind])
  for (const [key, { dict, only, label, type }] of attributesOf(kind)) {
    const value = facts[key]
    if (type === 'date' && value !== undefined && value !== before[key] && (value as string) < today(k.clock))
      faults.push({ path: key, message: '不能早于今天' })
    if (!dict || value === undefined) continue
    const known = offered.get(dict)
    const kept = [before[key]].flat()
    const each = Array.isArray(value) ? value : [String(value)]
    if (each.some((one) => !(known?.has(one) || kept.includes(one)) || (only && !only.includes(one))))
      faults.push({ path: key, message: `请从列表中选择${label}` })
  }
  const streets = await streetsOf(db, siteArea(k.config))
  if (streetIds.some((code) => !streets.some(({ value }) => value === code)))
    faults.push({ path: 'streetIds', message: '请选择本县的镇街' })
  return faults
}

export async function saveItem(k: Kernel, call: Call, kind: MarketKind, asked: MarketSave) {
  const actor = signedIn(call.actor)
  if (actor.type === 'YYF' && !actor.permissions.has('market:manage')) throw forbidden()
  if (actor.type === 'QY' && actor.companyId === null) throw forbidden()
  const names = await namesFor(k.db, [kind])
  const facts = factsIn(kind, asked)
  // A code is sent only for a form that is otherwise right. A change is judged below, where the dates that it keeps are known.
  if (asked.id === undefined) refuse(await itemFaults(k, k.db, names, kind, asked, facts, {}))
  else refuse(faultsAtOnce(k, names, kind, asked, facts))
  await provePhone(k, call, actor, asked.contactPhone, asked.verifyCode || undefined)
  return changing(k, async (db) => {
    const old = asked.id === undefined ? undefined : await lockItem(db, actor, kind, asked.id)
    if (old) refuse(await itemFaults(k, db, names, kind, asked, facts, old.facts))
    const before = old ? null : await admitNew(k, db, actor, kind, asked, facts)
    if (before) return { id: before.id, reviewState: before.state, version: before.version }
    const saved = await writeItem(k, db, call, actor, names, kind, asked, facts, old)
    await waitsForReview(k, db, call, { id: saved.id, kind, title: asked.title }, old?.state ?? null, saved.state)
    return { id: saved.id, reviewState: saved.state, version: saved.version }
  })
}

/** What is judged before a code is requested. */
function faultsAtOnce(k: Kernel, names: Names, kind: MarketKind, asked: Judged, facts: Attributes): FieldIssue[] {
  if (marketKinds[kind].side === 'supply') return [pinFault(k, asked.lng ?? null, asked.lat ?? null) ?? []].flat()
  const never = impossible(kind, facts, names)
  return never ? [{ path: never.key, message: never.message }] : []
}

type Judged = Partial<Pick<MarketSave, 'lng' | 'lat' | 'streetIds'>>
/** What a schema cannot judge: a pin outside the county, a demand that nothing can meet, unknown options and streets, past dates. */
export async function itemFaults(
  k: Kernel,
  db: Db,
  names: Names,
  kind: MarketKind,
  asked: Judged,
  facts: Attributes,
  before: Attributes,
): Promise<FieldIssue[]> {
  return [...faultsAtOnce(k, names, kind, asked, facts), ...(await unknownIn(k, db, kind, asked, facts, before))]
}
const refuse = (faults: FieldIssue[]): void => {
  if (faults.length > 0) throw invalid(faults)
}
