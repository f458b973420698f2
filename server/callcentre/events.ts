import type { Selectable } from 'kysely'
import type { CallEventBody } from '../../contract/callcentre/desk.ts'
import { agentCodes, callCodes, CALL_CLOCK_SECONDS, type CallEvent } from '../../contract/callcentre/states.ts'
import type { CallRecordTable } from '../../db/tables/callcentre.ts'
import { blindIndex, blindIndexes, sealPii } from '../kernel/access/pii.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { push } from '../kernel/push/push.ts'
import { agentAt, occupy } from './agents.ts'
import { callbackMet, promiseCallback } from './promises.ts'
import { callFlow } from './flow.ts'
import { standing } from './locking.ts'
import { refuseOldEvent } from './kept-events.ts'
import { companiesCalling } from './matches.ts'
import { proveSender, SIGNATURE, TIMESTAMP } from './door.ts'

type Row = Selectable<CallRecordTable>
type Heard = ReadonlyMap<CallEvent, string>
const { ringing, talking, sorting, missed } = callCodes.code

/** POST /call/event: the signature alone authenticates it. */
export async function hearEvent(k: Kernel, { sent }: Call, event: CallEventBody) {
  await proveSender(k, { timestamp: sent?.header(TIMESTAMP) ?? '', signature: sent?.header(SIGNATURE) ?? '', body: sent?.body ?? '' })
  return receiveEvent(k, event)
}

/**
 * Handles one event of the telephone system. The same event of a call counts once, and events may come in any order: each is stored, and
 * all together determine the call's state (ADR 0500).
 */
export async function receiveEvent(k: Kernel, event: CallEventBody): Promise<{ id: number; state: number; repeated: boolean }> {
  const now = k.clock.now()
  if (Date.parse(event.at) > now.getTime() + CALL_CLOCK_SECONDS * 1000) throw invalidField('at', '时间不能晚于现在')
  return k.db.transaction().execute(async (db) => {
    const row = await rowOf(k, db, event)
    refuseOldEvent(k, event.at, row.start_time)
    const fresh = await db
      .insertInto('call_event')
      .values({ record_id: row.id, event: event.event, at: event.at, received_at: now })
      .onConflict((c) => c.doNothing())
      .returning('event')
      .executeTakeFirst()
    if (!fresh) return { id: row.id, state: row.state, repeated: true }
    const rows = await db.selectFrom('call_event').select(['event', 'at']).where('record_id', '=', row.id).execute()
    const heard: Heard = new Map(rows.map((one) => [one.event, one.at]))
    const agent = event.extension === undefined ? null : await agentAt(k, db, event.extension)
    await db
      .updateTable('call_record')
      .set({ ...timesOf(row, heard), ...(agent === null || row.state > sorting ? {} : { agent_id: agent, extension: event.extension! }) })
      .where('id', '=', row.id)
      .execute()
    const held = { ...row, agent_id: agent ?? row.agent_id }
    const state = await settle(k, db, held, heard)
    await tell(k, db, held, event, { state, moved: state !== row.state })
    return { id: row.id, state, repeated: false }
  })
}

/** The locked call; its first event creates it. */
async function rowOf(k: Kernel, db: Db, event: CallEventBody): Promise<Row> {
  const index = blindIndex(k, event.phone)
  const callers = await companiesCalling(k, db, event.phone)
  const row = await db
    .insertInto('call_record')
    .values({
      state: ringing,
      call_key: event.callId,
      direction: event.direction,
      phone_sealed: sealPii(k, event.phone),
      phone_index: index,
      company_id: callers.length === 1 ? callers[0]!.id : null,
      extension: event.extension ?? null,
      start_time: event.at,
      created_at: k.clock.now(),
    })
    // A no-op update, so that parallel events of one call wait for each other.
    .onConflict((c) => c.column('call_key').doUpdateSet((e) => ({ call_key: e.ref('excluded.call_key') })))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.deleted) throw invalidField('callId', '该通话已被删除')
  if (row.direction !== event.direction || !blindIndexes(k, event.phone).includes(row.phone_index))
    throw invalidField('callId', '该通话编号已用于另一个号码或方向')
  const known = await db.selectFrom('call_event').select('event').where('record_id', '=', row.id).limit(1).executeTakeFirst()
  if (!known)
    await note(db, systemCall('call-event'), callFlow, { id: row.id, version: row.version, from: null, move: 'ring', to: ringing })
  return row
}

/** The call began at the earliest time that any event states. */
const timesOf = (row: Row, heard: Heard) => ({
  start_time: [...heard.values(), row.start_time].reduce((a, b) => (Date.parse(a) < Date.parse(b) ? a : b)),
  answer_time: heard.get('answered') ?? null,
  end_time: heard.get('ended') ?? heard.get('missed') ?? null,
})

/** Moves the call to the state that all events together give; at most one move per event. A registered call stays registered. */
async function settle(k: Kernel, db: Db, row: Row, heard: Heard): Promise<number> {
  const [answered, over] = [heard.has('answered'), heard.has('ended')]
  const to = answered ? (over ? sorting : talking) : over || heard.has('missed') ? missed : ringing
  if (row.state === to || row.state > missed || row.state === callCodes.code.registered || to === ringing) return row.state
  const step = to === missed ? 'miss' : row.state === talking ? 'hangUp' : 'connect'
  const { state, version } = await move(
    db,
    systemCall('call-event'),
    callFlow,
    { ...standing(k, row), over },
    {
      move: step,
      version: row.version,
      bySystem: true,
    },
  )
  // The end event came before the answer event, so the call moves on at once.
  if (state === talking && to === sorting)
    return (
      await move(
        db,
        systemCall('call-event'),
        callFlow,
        { ...standing(k, row), state, version },
        { move: 'hangUp', version, bySystem: true },
      )
    ).state
  return state
}

/** Notifies the agent; a missed call becomes a promised callback, an answered one fulfils open callbacks. */
async function tell(
  k: Kernel,
  db: Db,
  row: Row,
  { event, at }: CallEventBody,
  { state, moved }: { state: number; moved: boolean },
): Promise<void> {
  if (moved && state === missed && row.direction === 'in') await promiseCallback(k, db, row)
  if (event === 'answered') await callbackMet(k, db, row, at)
  if (row.agent_id !== null) {
    if (moved && state === talking) await occupy(k, db, row.agent_id, agentCodes.code.talking)
    if (moved && state === sorting) await occupy(k, db, row.agent_id, agentCodes.code.sorting)
    await push(db, { name: 'call', id: row.id }, { users: [row.agent_id] })
  }
  if (moved && state === missed) await push(db, { name: 'queue' }, { can: 'call:read' })
}
