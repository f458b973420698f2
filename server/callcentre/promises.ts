import { sql, type Selectable } from 'kysely'
import { callCodes, callbackCodes } from '../../contract/callcentre/states.ts'
import { isMobile } from '../../contract/callcentre/number.ts'
import type { CallRecordTable } from '../../db/tables/callcentre.ts'
import { blindIndexes, openPii } from '../kernel/access/pii.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { sendText } from '../system/index.ts'
import { callbackDue } from './due.ts'
import { callbackFlow, callFlow } from './flow.ts'
import { standing, withTaker } from './locking.ts'

type Row = Selectable<CallRecordTable>
const { waiting, taken } = callbackCodes.code

const clockOf = (at: Date): string => new Date(at.getTime() + 8 * 3600_000).toISOString().slice(11, 16)
const dayAndClock = (at: Date, today: string): string => {
  const day = dateOf(at)
  return `${day === today ? '' : `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 `}${clockOf(at)}`
}

/**
 * A missed call creates a promised callback with a due time, once per number. The caller gets a text message, once a day, when the number
 * can receive one.
 */
export async function promiseCallback(k: Kernel, db: Db, row: Row): Promise<void> {
  const from = new Date(row.start_time)
  // Events may arrive late: a caller who got through after this call needs no callback.
  if (await spokeSince(k, db, row)) return
  const due = await callbackDue(db, from)
  if (!(await openCallback(k, db, row, { due, agreed: false }))) return
  const phone = openPii(k, row.phone_sealed)
  const day = dateOf(from)
  if (isMobile(phone))
    await sendText(db, k, {
      to: { phone },
      template: 'missedCall',
      values: { time: clockOf(from), due: dayAndClock(due, day) },
      // The index under the oldest key stays the same while the master key changes.
      key: `missed:${blindIndexes(k, phone).at(-1)!}:${day}`,
    })
}

const spokeSince = async (k: Kernel, db: Db, row: Row): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('call_record')
      .select('id')
      .where('phone_index', 'in', blindIndexes(k, openPii(k, row.phone_sealed)))
      .where('direction', '=', 'in')
      .where('answer_time', '>', row.start_time)
      .where('id', '<>', row.id)
      .where('deleted', '=', false)
      .limit(1)
      .executeTakeFirst(),
  )

/** Creates a callback due at `due`; false when the number already has one. */
export async function openCallback(k: Kernel, db: Db, row: Row, { due, agreed }: { due: Date; agreed: boolean }): Promise<boolean> {
  // During key rotation the open one may stand under the index of an earlier key, which the unique index does not see.
  const open = await db
    .selectFrom('call_callback')
    .select('id')
    .where('phone_index', 'in', blindIndexes(k, openPii(k, row.phone_sealed)))
    .where('state', 'in', [waiting, taken])
    .executeTakeFirst()
  if (open) return false
  const made = await db
    .insertInto('call_callback')
    .values({
      record_id: row.id,
      agreed,
      phone_sealed: row.phone_sealed,
      phone_index: row.phone_index,
      company_id: row.company_id,
      due_at: due,
      created_at: k.clock.now(),
    })
    // The index call_callback_once allows one open callback per number.
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await note(db, systemCall('call-event'), callbackFlow, { id: made.id, version: 1, from: null, move: 'open', to: waiting })
  return made !== undefined
}

/** A caller who gets through at `at` needs no callback, unless they called in vain again later. Events may arrive late. */
export async function callbackMet(k: Kernel, db: Db, row: Row, at: string): Promise<void> {
  // An outgoing call is the callback itself: its agent records the result.
  if (row.direction === 'out') return
  const indexes = blindIndexes(k, openPii(k, row.phone_sealed))
  const open = await db
    .selectFrom('call_callback')
    .selectAll()
    .where('phone_index', 'in', indexes)
    .where('state', 'in', [waiting, taken])
    .where(
      sql<boolean>`not exists (select from call_record r where r.start_time > ${at}::timestamptz and not r.deleted and (r.id = call_callback.record_id
        or (r.phone_index = any(${indexes}) and r.state = ${callCodes.code.missed} and r.direction = 'in')))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const callback of await withTaker(k, db, open)) {
    await move(db, systemCall('call-event'), callbackFlow, callback, {
      move: 'met',
      version: callback.version,
      bySystem: true,
      set: { done_at: k.clock.now(), done_record_id: row.id, note: '来电人再次来电并已接通' },
    })
    await missedNoMore(k, db, callback, row.id)
  }
}

/** Marks the number's missed calls as called back. */
export async function missedNoMore(k: Kernel, db: Db, callback: { phone_sealed: string }, except: number): Promise<void> {
  const rows = await db
    .selectFrom('call_record')
    .selectAll()
    .where('phone_index', 'in', blindIndexes(k, openPii(k, callback.phone_sealed)))
    .where('state', '=', callCodes.code.missed)
    .where('id', '<>', except)
    .where('deleted', '=', false)
    .where(sql<boolean>`direction = 'in'`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows)
    await move(db, systemCall('call-event'), callFlow, standing(k, row), { move: 'callBack', version: row.version, bySystem: true })
}
