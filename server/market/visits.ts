import { shanghaiMinute } from '../../contract/shanghai.ts'
import { sql } from 'kysely'
import type { market } from '../../contract/market/dealing.ts'
import { visitStates } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { GONE } from '../kernel/access/personal-data.ts'
import { maskName, maskPhone, openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { conflict, forbidden, invalidField, notFound, refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { notify } from '../system/index.ts'
import { approvedAddress, approvedTitle, titleFor } from './approved.ts'
import { listedFor } from './contact.ts'
import { owns } from './flow.ts'
import { isStopped, stopped } from './marks.ts'
import { ownersOf, ownersPage, visitorsPage } from './moves.ts'
import { provePhone } from './proof.ts'
import { readable } from './queries.ts'
import { dealsWithPeople, isListed, MARKET, seenBy } from './visible.ts'
import { endVisits, refuseTooOften } from './visit-ends.ts'
import { visitFor, type VisitRecord } from './visit-rows.ts'

export const SLOT_MS = 30 * 60_000
const AHEAD_MS = 90 * 86_400_000
const { booked, cancelled, done } = visitStates.code
const endOf = (start: string): string => new Date(Date.parse(start) + SLOT_MS).toISOString()

/** The owner offers half hours. Existing ones stay, and those that were taken back are offered again. */
export async function offerSlots(k: Kernel, call: Call, { kind, id, starts }: Parsed<typeof market.offerSlots>['body']) {
  const actor = signedIn(call.actor)
  const row = await readable(k, actor, kind, id)
  if (!owns(actor, row)) throw forbidden()
  const now = k.clock.now().getTime()
  for (const [n, start] of starts.entries()) {
    const at = Date.parse(start)
    if (at <= now) throw invalidField(`starts.${n}`, '时段应晚于现在')
    if (at > now + AHEAD_MS) throw invalidField(`starts.${n}`, '最多开放 90 天内的时段')
    if (at % SLOT_MS !== 0) throw invalidField(`starts.${n}`, '时段从整点或半点开始')
  }
  const made = await k.db
    .insertInto('market_slot')
    .values([...new Set(starts)].map((start_at) => ({ item_id: id, start_at, created_by: actor.userId, created_at: k.clock.now() })))
    .onConflict((c) => c.columns(['item_id', 'start_at']).doUpdateSet({ closed: false }).where('market_slot.closed', '=', true))
    .returning('id')
    .execute()
  return { added: made.length }
}

export async function listSlots(k: Kernel, actor: Actor, { kind, id }: Parsed<typeof market.slots>['query']) {
  await readable(k, actor, kind, id)
  const rows = await k.db
    .selectFrom('market_slot as s')
    .leftJoin('market_visit as v', (j) => j.onRef('v.slot_id', '=', 's.id').on('v.state', '!=', cancelled))
    .where('s.item_id', '=', id)
    .where('s.closed', '=', false)
    .where('s.start_at', '>', k.clock.now().toISOString())
    .select(['s.id', 's.start_at', 'v.id as visit_id'])
    .orderBy('s.start_at')
    .limit(200)
    .execute()
  return rows.map((row) => ({ id: row.id, startTime: row.start_at, endTime: endOf(row.start_at), free: row.visit_id === null }))
}

/** Books a slot. One visit per slot and one open visit per visitor and item; two unique indexes decide between parallel requests. */
export async function bookVisit(k: Kernel, call: Call, { slotId, phone, verifyCode }: Parsed<typeof market.bookVisit>['body']) {
  const actor = signedIn(call.actor)
  const slot = await k.db
    .selectFrom('market_slot as s')
    .innerJoin('market_item as p', 'p.id', 's.item_id')
    .where('s.id', '=', slotId)
    .where(isListed(k))
    .select(['s.id', 's.start_at', 'p.id as item_id', 'p.kind'])
    .select(isStopped(sql`${actor.userId}::bigint`).as('stopped'))
    .executeTakeFirst()
  if (!slot) throw notFound('没有这个时段，或这条信息已下架')
  const item = await listedFor(k, k.db, actor, slot.kind, slot.item_id)
  if (Date.parse(slot.start_at) <= k.clock.now().getTime()) throw refused('这个时段已经过去', 'STATE')
  if (slot.stopped) throw stopped()
  await refuseTooOften(k, k.db, actor)
  await provePhone(k, call, actor, phone, verifyCode || undefined)
  return k.db.transaction().execute(async (db) => {
    const now = k.clock.now()
    // Locks the account's row, so that parallel bookings cannot exceed the limit.
    const account = await db.selectFrom('sys_user').select('enabled').where('id', '=', actor.userId).forNoKeyUpdate().executeTakeFirst()
    if (!account?.enabled) throw sessionDead()
    await refuseTooOften(k, db, actor)
    // In one statement with the lock of half hour and item: whoever takes one back waits for this, or this finds it closed.
    const made = await db
      .insertInto('market_visit')
      .columns(['slot_id', 'item_id', 'user_id', 'company_id', 'name', 'phone', 'created_at', 'updated_at'])
      .expression((e) =>
        e
          .selectFrom('market_slot as s')
          .innerJoin('market_item as p', 'p.id', 's.item_id')
          .where('s.id', '=', slotId)
          .where('s.closed', '=', false)
          .where(isListed(k))
          .forShare()
          .select([
            's.id',
            's.item_id',
            sql<number>`${actor.userId}::bigint`.as('user_id'),
            sql<number | null>`${actor.companyId}::bigint`.as('company_id'),
            sql<string>`${sealPii(k, actor.name)}::text`.as('name'),
            sql<string>`${sealPii(k, phone)}::text`.as('phone'),
            sql<Date>`${now}::timestamptz`.as('created_at'),
            sql<Date>`${now}::timestamptz`.as('updated_at'),
          ]),
      )
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) {
      const own = await db
        .selectFrom('market_visit')
        .select('id')
        .where('item_id', '=', item.id)
        .where('user_id', '=', actor.userId)
        .where('state', '=', booked)
        .executeTakeFirst()
      throw own ? refused('您已经约了看房，请先取消原来的约定', 'TWICE') : refused('这个时段刚刚被约走或收回，请选择其他时段', 'TAKEN')
    }
    await audit(db, call, { action: 'market.visit', objectType: MARKET, objectId: item.id, detail: { visitId: made.id } })
    await notify(db, k, {
      to: ownersOf(item),
      kind: 'market',
      title: `${shanghaiMinute(slot.start_at)} 有人来看“${item.title}”`,
      link: ownersPage(item, 'contacts'),
      key: `market:visit:${made.id}`,
    })
    return { id: made.id }
  })
}

async function settle(k: Kernel, call: Call, row: VisitRecord, to: typeof cancelled | typeof done, outcome: string): Promise<true> {
  return k.db.transaction().execute(async (db): Promise<true> => {
    const byVisitor = row.visitor === call.actor!.userId
    const ended = await endVisits(k, db, call, [row], { to, outcome }, () => ({
      to: byVisitor ? ownersOf(row) : { userId: row.visitor ?? 0 },
      title: `${shanghaiMinute(row.start_at)} 看“${byVisitor ? row.title : titleFor(row)}”${to === cancelled ? '的约定已取消' : '的结果已登记'}`,
      body: outcome,
      link: byVisitor ? ownersPage(row, 'contacts') : visitorsPage(row.kind),
    }))
    if (ended !== 1) throw conflict('这个约定已经取消或结束')
    return true
  })
}
export async function cancelVisit(k: Kernel, call: Call, { id, reason }: Parsed<typeof market.cancelVisit>['body']) {
  return settle(k, call, await visitFor(k, signedIn(call.actor), id), cancelled, reason)
}
export async function endVisit(k: Kernel, call: Call, { id, outcome }: Parsed<typeof market.endVisit>['body']) {
  const row = await visitFor(k, signedIn(call.actor), id)
  if (Date.parse(row.start_at) > k.clock.now().getTime()) throw refused('还没有到看房时间', 'STATE')
  return settle(k, call, row, done, outcome)
}

export async function listVisits(k: Kernel, actor: Actor, q: Parsed<typeof market.visits>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('market_visit as v')
      .innerJoin('market_slot as s', 's.id', 'v.slot_id')
      .innerJoin('market_item as p', 'p.id', 'v.item_id')
      .leftJoin('company as c', 'c.id', 'v.company_id')
      .where(sql<boolean>`(v.user_id = ${actor.userId} or (${seenBy(actor)} and (p.origin = 'gov' or ${sql.lit(actor.type !== 'YYF')})))`)
      .$if(q.kind !== undefined, (all) => all.where('p.kind', '=', q.kind!))
      .$if(q.itemId !== undefined, (all) => all.where('p.id', '=', q.itemId!)),
    q,
    (all) => all.orderBy('s.start_at', 'desc').orderBy('v.id', 'desc'),
    (page) =>
      page.select([
        'v.id',
        'v.state',
        'v.outcome',
        'v.user_id as visitor',
        'v.name',
        'v.phone',
        's.start_at',
        'p.id as item_id',
        'p.kind',
        'p.title',
        'p.address',
        'c.name as company_name',
        approvedTitle,
        approvedAddress,
      ]),
  )
  const visitor = (name: string, phone: string) =>
    dealsWithPeople(actor) || name === GONE ? [name, phone] : [maskName(name), maskPhone(phone)]
  return {
    total,
    list: rows.map((row) => {
      const mine = row.visitor === actor.userId
      return {
        id: row.id,
        kind: row.kind,
        itemId: row.item_id,
        title: mine ? titleFor(row) : row.title,
        address: mine ? row.approved_address : row.address,
        mine,
        // A closed account is named once.
        who: mine
          ? ''
          : [...new Set([row.company_name, ...visitor(openPii(k, row.name), openPii(k, row.phone))])].filter(Boolean).join(' '),
        startTime: row.start_at,
        endTime: endOf(row.start_at),
        state: row.state,
        stateName: visitStates.labels[row.state as 0],
        outcome: row.outcome,
      }
    }),
  }
}
