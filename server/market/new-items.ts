import { sql } from 'kysely'
import type { Attributes } from '../../contract/market/attributes.ts'
import type { MarketSave } from '../../contract/market/item.ts'
import { ITEMS_A_DAY, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { lockItem } from './queries.ts'
import { DAY, ofOwner } from './visible.ts'
import { standsSo } from './write-item.ts'

/** A form that is sent twice arrives within this time. */
const REPEAT_MS = 60_000

/** Items of the caller as an owner: those of the company, of the person, or what this member of staff registered. */
const itemsOf = (db: Db, actor: Actor, since: number) =>
  db
    .selectFrom('market_item as p')
    .where('p.created_at', '>', new Date(since).toISOString())
    .where(actor.type === 'YYF' ? sql<boolean>`(p.created_by = ${actor.userId} and p.origin = 'gov')` : ofOwner(actor))

/** New items of one owner are admitted one after another. */
async function lockOwner(db: Db, { type, companyId, userId }: Actor): Promise<void> {
  const owner =
    type === 'QY' && companyId !== null ? ({ table: 'company', id: companyId } as const) : ({ table: 'sys_user', id: userId } as const)
  await db.selectFrom(owner.table).select('id').where('id', '=', owner.id).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Admits a new item in the transaction that saves it. Returns the item that the same form made a moment ago, if it was sent twice (K-02);
 * throws when the owner has added as many as one may in a day. Staff have no such limit.
 */
export async function admitNew(k: Kernel, db: Db, actor: Actor, kind: MarketKind, asked: MarketSave, facts: Attributes) {
  await lockOwner(db, actor)
  const now = k.clock.now().getTime()
  const alike = await itemsOf(db, actor, now - REPEAT_MS)
    .select('p.id')
    .where('p.kind', '=', kind)
    .where('p.title', '=', asked.title)
    .where('p.address', '=', marketKinds[kind].side === 'supply' ? (asked.address ?? '') : '')
    .where('p.version', '=', 1)
    .where('p.deleted', '=', false)
    .orderBy('p.id')
    .execute()
  for (const { id } of alike) {
    const before = await lockItem(db, actor, kind, id)
    if (standsSo(k, before, asked, facts)) return { id, state: before.state, version: before.version }
  }
  if (actor.type === 'YYF') return null
  const { n } = await itemsOf(db, actor, now - DAY)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= ITEMS_A_DAY) throw refused(`每天最多新增 ${ITEMS_A_DAY} 条供需信息，请明天再试`, 'LIMIT')
  return null
}
