import { sql } from 'kysely'
import type { Parsed } from '../../contract/endpoint.ts'
import type { callCallback } from '../../contract/callcentre/desk.ts'
import { callbackCodes } from '../../contract/callcentre/states.ts'
import { blindIndexes, maskPhone, maskText, openPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { invalidField, notFound } from '../kernel/errors.ts'
import { allowed, move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { push } from '../kernel/push/push.ts'
import { bearsText } from './call-words.ts'
import { callbackFlow } from './flow.ts'
import { callsChanged } from './kept.ts'
import { withTaker, type LockedCallback } from './locking.ts'
import { missedNoMore } from './promises.ts'
import { seenBy } from './queries.ts'

const { waiting, taken } = callbackCodes.code
type Asked = Parsed<typeof callCallback.list>['query']

/**
 * Promised callbacks: the open ones by urgency, the finished ones from the newest. Every agent sees the open ones; a finished one is for the
 * agent who called back, and for users who may see the call.
 */
export async function listCallbacks(k: Kernel, actor: Actor, { keyword, state, overdue, ...part }: Asked) {
  const now = k.clock.now().toISOString()
  let rows = k.db
    .selectFrom('call_callback as b')
    .leftJoin('company as c', 'c.id', 'b.company_id')
    .leftJoin('sys_user as u', 'u.id', 'b.taken_by')
  rows = state === undefined ? rows.where('b.state', 'in', [waiting, taken]) : rows.where('b.state', '=', state)
  if (state === callbackCodes.code.done) {
    const call = seenBy(k.db, actor)
      .where(sql<boolean>`r.id = b.record_id`)
      .select('r.id')
    rows = rows.where((e) => e.or([e('b.taken_by', '=', actor.userId), e.exists(call)]))
  }
  if (overdue === 1) rows = rows.where('b.state', 'in', [waiting, taken]).where('b.due_at', '<', now)
  if (keyword) {
    const noted = bearsText('b.note', keyword, sql`b.taken_by = ${actor.userId}`)
    rows = rows.where((e) => e.or([e('c.name', 'ilike', likeText(keyword)), noted]))
  }
  const { total, rows: found } = await pageOf(
    rows,
    part,
    (q) =>
      state === callbackCodes.code.done ? q.orderBy('b.done_at', 'desc').orderBy('b.id', 'desc') : q.orderBy('b.due_at').orderBy('b.id'),
    (page) =>
      page
        .selectAll('b')
        .select(['c.name as company_name', 'u.name as taker'])
        .select((e) => e.selectFrom('call_record as r').whereRef('r.id', '=', 'b.record_id').select('r.start_time').as('call_time')),
  )
  const stood = await withTaker(k, k.db, found)
  return {
    total,
    list: found.map((row, n) => {
      const mine = row.state === taken && row.taken_by === actor.userId
      const phone = openPii(k, row.phone_sealed)
      return {
        id: row.id,
        version: row.version,
        state: row.state,
        stateName: callbackCodes.labels[row.state as keyof typeof callbackCodes.labels],
        phone: mine && !actor.viewer ? phone : maskPhone(phone),
        companyId: row.company_id,
        companyName: row.company_name,
        reason: row.agreed ? '约定回拨' : '来电未接',
        callTime: row.call_time ?? row.created_at,
        dueTime: row.due_at,
        overdue: row.state !== callbackCodes.code.done && Date.parse(row.due_at) < Date.parse(now),
        takenBy: row.taker,
        mine,
        doneTime: row.done_at,
        note: row.taken_by === actor.userId ? row.note : maskText(row.note),
        allowed: allowed(callbackFlow, actor, stood[n]!),
      }
    }),
  }
}

async function lockCallback(k: Kernel, db: Db, id: number): Promise<LockedCallback> {
  const row = await db.selectFrom('call_callback').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('该回拨不存在')
  return (await withTaker(k, db, [row]))[0]!
}

/** Of several agents who take it in parallel, one gets it. */
export const takeCallback = (k: Kernel, call: Call, { id, version }: { id: number; version?: number | undefined }) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockCallback(k, db, id)
    const set = { taken_by: signedIn(call.actor).userId, taken_at: k.clock.now() }
    const moved = await move(db, call, callbackFlow, row, { move: 'take', version: version ?? row.version, set })
    await push(db, { name: 'queue' }, { can: 'call:read' })
    return { id, ...moved }
  })

/** Finishes a callback; the number's missed calls count as called back. */
export async function finishCallback(k: Kernel, call: Call, { id, version, note, callId }: Parsed<typeof callCallback.done>['body']) {
  const done = await k.db.transaction().execute(async (db) => {
    const row = await lockCallback(k, db, id)
    if (callId !== undefined && !(await isOwnCallTo(k, db, call, callId, row))) throw invalidField('callId', '请选择本人拨给该号码的通话')
    const set = { done_at: k.clock.now(), note, ...(callId === undefined ? {} : { done_record_id: callId }) }
    const moved = await move(db, call, callbackFlow, row, { move: 'done', version: version ?? row.version, set })
    await missedNoMore(k, db, row, 0)
    await push(db, { name: 'queue' }, { can: 'call:read' })
    return { id, ...moved }
  })
  callsChanged(k)
  return done
}

async function isOwnCallTo(k: Kernel, db: Db, call: Call, id: number, callback: { phone_sealed: string }): Promise<boolean> {
  const actor = signedIn(call.actor)
  const row = await seenBy(db, actor)
    .where('r.id', '=', id)
    .where('r.agent_id', '=', actor.userId)
    .where('r.direction', '=', 'out')
    .where('r.phone_index', 'in', blindIndexes(k, openPii(k, callback.phone_sealed)))
    .select('r.id')
    .executeTakeFirst()
  return row !== undefined
}
