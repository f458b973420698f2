import type { Db } from './db/index.ts'
import type { Flow, State } from './flow.ts'
import { kernelOf } from './kernel-of.ts'
import type { Call } from './kernel.ts'

interface Noted {
  id: number
  /** before the move */
  version: number
  move: string
  from: State | null
  to: State | null
  reason?: string | null
  payload?: object | undefined
  /** name of the actor when no user made the call */
  by?: string
}

/** Writes a row of the log. `move` writes its own; call this when a row is created. */
export async function note(db: Db, call: Call, f: Pick<Flow<any, any, any>, 'name'>, n: Noted): Promise<void> {
  await db
    .insertInto('flow_log')
    .values({
      flow: f.name,
      row_id: n.id,
      row_version: n.version,
      move: n.move,
      from_state: n.from === null ? null : String(n.from),
      to_state: n.to === null ? null : String(n.to),
      actor_id: call.actor?.userId ?? null,
      actor_name: call.actor?.name ?? n.by ?? '系统',
      reason: n.reason || null,
      payload: n.payload === undefined ? null : JSON.stringify(n.payload),
      at: kernelOf(db).clock.now(),
    })
    .execute()
}

/** What happened to a row, the oldest first. */
export const timeline = (db: Db, f: Pick<Flow<any, any, any>, 'name'>, id: number) =>
  db.selectFrom('flow_log').selectAll().where('flow', '=', f.name).where('row_id', '=', id).orderBy('id').execute()
