import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/index.ts'
import { notFound } from '../errors.ts'

export type TaskState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
export interface TaskRow {
  id: string
  kind: string
  ownerId: number | null
  state: TaskState
  done: number
  /** null: not known yet */
  total: number | null
  message: string | null
  cancelRequested: boolean
  params: Record<string, unknown> | null
  result: Record<string, unknown> | null
  createdAt: string
  updatedAt: string
  finishedAt: string | null
}

/** The parameters of a task, in the type of its kind. */
export const paramsOf = <T>(task: { params: TaskRow['params'] }): T => task.params as T
/** The result of a task, in the type of its kind. */
export const resultOf = <T>(task: { result: TaskRow['result'] }): T => task.result as T

export const taskColumns = [
  'id',
  'kind',
  'owner_id as ownerId',
  'state',
  'done',
  'total',
  'message',
  'cancel_requested as cancelRequested',
  'params',
  'result',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'finished_at as finishedAt',
] as const

/** Adds a queued task. A second task of the same kind and `key` is not added: the id of the first is returned (K-02). */
export async function createTask(
  db: Db,
  task: { kind: string; key?: string; ownerId?: number | null; params?: Record<string, unknown> },
): Promise<{ id: string; isNew: boolean }> {
  const made = await db
    .insertInto('task')
    .values({ kind: task.kind, key: task.key ?? null, owner_id: task.ownerId ?? null, params: JSON.stringify(task.params ?? {}) })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const { id } = await db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', task.kind)
    .where('key', '=', task.key!)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

export const readTask = (db: Db, id: string): Promise<TaskRow | undefined> =>
  db.selectFrom('task').select(taskColumns).where('id', '=', id).executeTakeFirst()

/** A task of the actor, for watching or stopping it; a task of somebody else is reported as absent. */
export async function ownTask(db: Db, actor: Actor, kind: string, id: string): Promise<TaskRow> {
  const task = await readTask(db, id)
  if (!task || task.kind !== kind || task.ownerId !== actor.userId) throw notFound()
  return task
}

/** Place of a queued task among the waiting ones, from 1. */
export async function placeInQueue(db: Db, { createdAt }: TaskRow): Promise<number> {
  const { n } = await db
    .selectFrom('task')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('state', '=', 'queued')
    .where('created_at', '<=', createdAt)
    .executeTakeFirstOrThrow()
  return n
}

/** queued or running → running. False: it was cancelled or has ended; do not run it. A task whose process died is restarted. */
export async function beginTask(db: Db, id: string): Promise<boolean> {
  const begun = await db
    .updateTable('task')
    .set({ state: 'running', done: 0, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .where('cancel_requested', '=', false)
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Records the progress of a running task; returns whether it was asked to stop. */
export async function progressTask(
  db: Db,
  id: string,
  progress: { done?: number; total?: number; message?: string },
): Promise<{ cancelRequested: boolean }> {
  const row = await db
    .updateTable('task')
    .set({ ...progress, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('cancel_requested as cancelRequested')
    .executeTakeFirst()
  return row ?? { cancelRequested: true }
}

/** Ends a task once; a task that has ended stays as it is. Returns whether this call ended it. */
export async function finishTask(
  db: Db,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  end: { result?: Record<string, unknown>; message?: string } = {},
): Promise<boolean> {
  let update = db
    .updateTable('task')
    .set({
      state,
      finished_at: sql<string>`now()`,
      updated_at: sql<string>`now()`,
      ...(end.message === undefined ? {} : { message: end.message }),
      ...(end.result === undefined ? {} : { result: JSON.stringify(end.result) }),
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
  if (state === 'done') update = update.where('cancel_requested', '=', false)
  return (await update.returning('id').executeTakeFirst()) !== undefined
}

/**
 * Asks a task to stop; one that has not begun is cancelled at once. `message`: why, when it is not its owner who stops it. False: unknown, or
 * already ended.
 */
export async function requestCancel(db: Db, id: string, message?: string): Promise<boolean> {
  const asked = await db
    .updateTable('task')
    .set({
      cancel_requested: true,
      ...(message === undefined ? {} : { message }),
      state: sql<TaskState>`case when state = 'queued' then 'cancelled' else state end`,
      finished_at: sql<string | null>`case when state = 'queued' then now() end`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst()
  return asked !== undefined
}
