import type { Db } from '../db/index.ts'
import { kernelOf } from '../kernel-of.ts'
import type { Kernel } from '../kernel.ts'
import { delivers, send } from './outbox.ts'
import { beginTask, createTask, finishTask, progressTask, readTask, type TaskRow } from './task.ts'
import { perKernel } from '../per-kernel.ts'
import { push } from '../push/push.ts'

const CANCEL_POLL_MS = 500
/** Between two batches, the owner's pages are told about progress at most this often. */
const TELL_MS = 500

export interface TaskContext {
  task: TaskRow
  /** aborted within half a second after somebody asked to stop */
  signal: AbortSignal
  /** an error on the last try fails the task; on the first try the task is restarted */
  isLastTry: boolean
  /** Records progress, and throws TaskCancelled when the task was asked to stop: call it between chunks. */
  progress(at: { done?: number; total?: number; message?: string }): Promise<void>
}
/** Runs a task; the returned value becomes the task's result. After a crash the task may be restarted from the beginning. */
export type TaskRun = (context: TaskContext) => Promise<Record<string, unknown>>

export class TaskCancelled extends Error {
  override name = 'TaskCancelled'
  /** what was written nevertheless; kept as the result of the stopped task */
  readonly reached: Record<string, unknown> | undefined
  constructor(id: string, reached?: Record<string, unknown>) {
    super(id)
    this.reached = reached
  }
}

const runs = perKernel((k) => {
  delivers(k, 'task', ({ payload, attempt }) => execute(k, String(payload.taskId), attempt))
  return new Map<string, TaskRun>()
})

/** Registers what runs a kind of task. Once per kind, when a domain joins. */
export function runsTask(k: Kernel, kind: string, run: TaskRun): void {
  const known = runs(k)
  if (known.has(kind)) throw new Error(`task kind ${kind} is declared twice`)
  known.set(kind, run)
}

/**
 * Adds a task in the transaction of the request; it runs after the commit. Returns its id; for a known `key`, the id of the earlier task.
 */
export async function startTask(
  db: Db,
  task: { kind: string; key?: string; ownerId?: number | null; params?: Record<string, unknown> },
): Promise<string> {
  if (!runs(kernelOf(db)).has(task.kind)) throw new Error(`nothing runs tasks of kind ${task.kind}`)
  const { id, isNew } = await createTask(db, task)
  if (isNew) await send(db, 'task', `task:${id}`, { taskId: id })
  return id
}

async function execute(k: Kernel, id: string, attempt: number): Promise<void> {
  if (!(await beginTask(k.db, id))) {
    await finishTask(k.db, id, 'cancelled')
    return
  }
  const task = (await readTask(k.db, id))!
  const run = runs(k).get(task.kind)
  if (!run) throw new Error(`nothing runs tasks of kind ${task.kind}`)
  const stop = new AbortController()
  const tell = teller(k, task)
  let polling = Promise.resolve()
  const poll = setInterval(() => {
    polling = progressTask(k.db, id, {}).then(
      ({ cancelRequested }) => {
        if (cancelRequested) stop.abort()
      },
      () => {},
    )
  }, CANCEL_POLL_MS).unref()
  try {
    const result = await run({
      task,
      signal: stop.signal,
      isLastTry: attempt > 1,
      progress: async (at) => {
        const { cancelRequested } = await progressTask(k.db, id, at)
        await tell()
        if (!cancelRequested) return
        stop.abort()
        throw new TaskCancelled(id)
      },
    })
    if (!(await finishTask(k.db, id, 'done', { result }))) await finishTask(k.db, id, 'cancelled', { result })
  } catch (error) {
    if (error instanceof TaskCancelled || stop.signal.aborted) {
      await finishTask(k.db, id, 'cancelled', error instanceof TaskCancelled && error.reached ? { result: error.reached } : {})
      return
    }
    if (attempt === 1) throw error
    k.log.error({ err: error, kind: task.kind, task: id }, 'task failed')
    await finishTask(k.db, id, 'failed', { message: '处理过程中出现异常，请稍后重试' })
  } finally {
    clearInterval(poll)
    await polling
    await tell({ ended: true })
  }
}

/** Tells the owner's open pages that a task changed; a page without push polls. */
function teller(k: Kernel, { id, ownerId }: TaskRow): (at?: { ended: boolean }) => Promise<void> {
  let told = performance.now()
  return async (at) => {
    if (ownerId === null || (!at?.ended && performance.now() - told < TELL_MS)) return
    told = performance.now()
    await push(k.db, { name: 'task', id }, { users: [ownerId] }).catch(() => {})
  }
}
