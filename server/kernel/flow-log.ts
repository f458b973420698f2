import { sql } from 'kysely'
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

type Written = Pick<Flow<any, any, string, any>, 'name' | 'table' | 'steps' | 'writes'>

/**
 * Of these rows, those on which a user wrote since their last approval: began it, or made one of the moves that the flow names in `writes`
 * (C-06, ADR 1002).
 */
export async function wroteAmong(db: Db, f: Written, ids: readonly number[], userId: number): Promise<number[]> {
  if (!f.writes || ids.length === 0) return []
  const approvals = f.steps.filter(({ own, reason }) => own === 'never' && reason === undefined).map((s) => s.move)
  const { rows } = await sql<{ id: number }>`
    with log as (select id, row_id, move, actor_id from flow_log where flow = ${f.name} and row_id = any(${[...ids]}::bigint[])),
      last as (select row_id, max(id) as id from log where move = any(${approvals}) group by row_id)
    select t.id from ${sql.table(f.table)} t left join last on last.row_id = t.id
    where t.id = any(${[...ids]}::bigint[])
      and (last.id is null and t.created_by = ${userId}
        or exists (select from log where log.row_id = t.id and actor_id = ${userId} and move = any(${['create', ...f.writes]})
          and log.id > coalesce(last.id, 0)))`.execute(db)
  return rows.map((row) => row.id)
}
