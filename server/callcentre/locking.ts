import { callCodes } from '../../contract/callcentre/states.ts'
import type { Selectable } from 'kysely'
import type { CallCallbackTable, CallRecordTable } from '../../db/tables/callcentre.ts'
import { signedIn } from '../kernel/actor.ts'
import { dateOf, today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { isPresent } from './presence.ts'
import { seenBy } from './queries.ts'

export const CALL = 'call'
export const CALL_RECORDING = 'callRecording'

export const standing = <R extends Selectable<CallRecordTable>>(k: Kernel, row: R) => ({
  ...row,
  registered_on: row.registered_at === null ? null : dateOf(new Date(row.registered_at)),
  today: today(k.clock),
})
export type LockedCall = ReturnType<typeof standing<Selectable<CallRecordTable>>>

/** The locked call, when the caller may see it; otherwise it is reported as absent. */
export async function lockCall(k: Kernel, db: Db, call: Call, id: number): Promise<LockedCall> {
  const seen = await seenBy(db, signedIn(call.actor)).where('r.id', '=', id).select('r.id').executeTakeFirst()
  const row = seen && (await db.selectFrom('call_record').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  if (!row || row.deleted) throw notFound('该通话记录不存在或已被删除')
  return standing(k, row)
}

/**
 * The version on which a change of the agent is based. Until the registration only the telephone system moves a call, and it writes none
 * of the agent's fields: a caller who hangs up while the agent registers the call makes nothing stale.
 */
export const versionSeen = (row: LockedCall, asked: number | undefined): number =>
  row.state === callCodes.code.registered ? (asked ?? row.version) : row.version

/** Adds to each callback whether the agent who took it is still at work. */
export async function withTaker(k: Kernel, db: Db, rows: readonly Selectable<CallCallbackTable>[]) {
  const takers = rows.flatMap((row) => row.taken_by ?? [])
  const here =
    takers.length === 0
      ? []
      : await db.selectFrom('call_agent').select('user_id').where('user_id', 'in', takers).where(isPresent(k)).execute()
  const present = new Set(here.map((agent) => agent.user_id))
  return rows.map((row) => ({ ...row, left: row.taken_by === null || !present.has(row.taken_by) }))
}
export type LockedCallback = Awaited<ReturnType<typeof withTaker>>[number]
