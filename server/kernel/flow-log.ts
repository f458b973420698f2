import { sql } from 'kysely'
import type { Db } from './db/index.ts'
import { kernelOf } from './kernel-of.ts'
import type { Call } from './kernel.ts'

type State = string | number
interface Written {
  name: string
  table: string
  steps: readonly { move: string; own?: 'never' | 'only'; reason?: object }[]
  writes?: readonly string[]
}

/** Whether a user wrote on a row since its last approval: began it, or made one of its `writes`. */
export async function wrote(db: Db, f: Written, id: number, userId: number): Promise<boolean> {
  if (!f.writes) return false
  const approvals = f.steps.filter(({ own, reason }) => own === 'never' && reason === undefined).map((s) => s.move)
  const { rows } = await sql<{
    wrote: boolean
  }>`with log as (select id, move, actor_id from flow_log where flow = ${f.name} and row_id = ${id}),
      last as (select max(id) as id from log where move = any(${approvals}))
    select exists (select from log where actor_id = ${userId} and move = any(${['create', ...f.writes]}) and id > coalesce((select id from last), 0))
      or (select id from last) is null and exists (select from ${sql.table(f.table)} where id = ${id} and created_by = ${userId}) as wrote`.execute(
    db,
  )
  return rows[0]!.wrote
}

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
export async function note(db: Db, call: Call, f: { name: string }, n: Noted): Promise<void> {
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
export const timeline = (db: Db, f: { name: string }, id: number) =>
  db.selectFrom('flow_log').selectAll().where('flow', '=', f.name).where('row_id', '=', id).orderBy('id').execute()
