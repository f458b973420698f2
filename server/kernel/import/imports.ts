import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ImportMode, ImportState, MyImport } from '../../../contract/imports.ts'
import { taskStates } from '../../../contract/task-states.ts'
import type { Actor } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import { refused } from '../errors.ts'
import { fileOwner } from '../files/access.ts'
import { removeFiles, type StoredFile } from '../files/files.ts'
import { recurring } from '../jobs/jobs.ts'
import type { Call, Kernel } from '../kernel.ts'
import { finishTask, ownTask, paramsOf, readTask, requestCancel, resultOf, taskColumns, type TaskRow } from '../jobs/task.ts'
import { runsTask, startTask } from '../jobs/task-runner.ts'
import { statusOf } from '../jobs/task-status.ts'
import { importEnded } from './import-ended.ts'
import { nothing, type ImportResult } from './import-run.ts'
import { endOf, runImport, type ImportParams } from './import-task.ts'
import { importerOf } from './importers.ts'

const { running, done, failed } = taskStates.code
const IN_ALL = 3
const KEEP_DAYS = 7
const START_LOCK = 740_213
/** A small sheet is answered at once; for a large one the page polls (GET /import/progress). */
const WAIT_MS = 1500

export function joinImports(k: Kernel): void {
  runsTask(k, 'import', (context) => runImport(k, context))
  fileOwner(k, 'import', async (actor, taskId) => (await readTask(k.db, taskId))?.ownerId === actor.userId)
  recurring(k, { name: 'import.sweep', title: '清理过期的导入文件', cron: '41 3 * * *' }, () => sweepImports(k))
  recurring(k, { name: 'import.lost', title: '结束中断的导入', cron: '*/5 * * * *' }, () => endLostImports(k))
}

/** Begins an import of a received file, and waits a moment for its end. One per person, three in all. The caller checks the rights. */
export async function startImport(
  k: Kernel,
  actor: Actor,
  call: Call,
  asked: { kind: string; file: StoredFile; mode: ImportMode; dryRun: boolean; params: object },
): Promise<ImportState> {
  importerOf(k, asked.kind)
  const params: ImportParams = {
    kind: asked.kind,
    file: asked.file.filePath,
    fileName: asked.file.fileName,
    mode: asked.mode,
    dryRun: asked.dryRun,
    params: asked.params,
    actor: { ...actor, permissions: [...actor.permissions] },
    requestId: call.requestId,
    ip: call.ip,
  }
  const taskId = await k.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(trx)
    const open = await trx
      .selectFrom('task')
      .select('owner_id')
      .where('kind', '=', 'import')
      .where('state', 'in', ['queued', 'running'])
      .execute()
    if (open.some(({ owner_id }) => owner_id === actor.userId)) throw refused('您有一个导入正在进行，请等待完成后再试', 'IMPORT_LIMIT')
    if (open.length >= IN_ALL) throw refused('当前导入的人较多，请稍后再试', 'IMPORT_LIMIT')
    const id = await startTask(trx, { kind: 'import', ownerId: actor.userId, params: { ...params } })
    await trx.updateTable('file').set({ object_type: 'import', object_id: id }).where('key', '=', asked.file.filePath).execute()
    await audit(trx, call, {
      action: 'import.start',
      objectType: 'import',
      objectId: id,
      detail: { kind: asked.kind, file: asked.file.fileName, mode: asked.mode, dryRun: asked.dryRun },
    })
    return id
  })
  const began = performance.now()
  for (;;) {
    const state = await importState(k, actor, taskId)
    if (state.status !== taskStates.code.running || performance.now() - began >= WAIT_MS) return state
    await sleep(50)
  }
}

export const importState = async (k: Kernel, actor: Actor, taskId: string): Promise<ImportState> =>
  stateOf(await ownTask(k.db, actor, 'import', taskId))

/** 我的导入: the last fifty, without dry runs. */
export async function myImports(k: Kernel, actor: Actor): Promise<MyImport[]> {
  const tasks = await k.db
    .selectFrom('task')
    .select(taskColumns)
    .where('kind', '=', 'import')
    .where('owner_id', '=', actor.userId)
    .where(sql<boolean>`params ->> 'dryRun' = 'false'`)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  return tasks.map((task) => {
    const { kind, fileName } = paramsOf<ImportParams>(task)
    const state = stateOf(task)
    const kept = task.finishedAt === null ? null : Date.parse(task.finishedAt) + KEEP_DAYS * 86_400_000
    const isKept = kept !== null && kept > k.clock.now().getTime()
    return {
      ...state,
      title: importerOf(k, kind).title,
      fileName,
      createTime: task.createdAt,
      failedFile: isKept ? state.failedFile : null,
      expireTime: isKept && state.failedFile ? new Date(kept).toISOString() : null,
    }
  })
}

function stateOf(task: TaskRow): ImportState {
  const params = paramsOf<ImportParams>(task)
  const result = resultOf<ImportResult | null>(task)
  // A file that was refused as a whole counts as failed, with its reason.
  const status = task.state === 'done' && result?.refused ? failed : statusOf[task.state]
  const taken = result ? result.added + result.changed + result.same : 0
  return {
    taskId: task.id,
    status,
    dryRun: params.dryRun,
    mode: params.mode,
    done: result?.total ?? task.done,
    total: result?.total ?? task.total,
    percent: status === done ? 100 : task.total ? Math.min(99, Math.floor((task.done / task.total) * 100)) : 0,
    successCount: taken,
    addedCount: result?.added ?? 0,
    changedCount: result?.changed ?? 0,
    sameCount: result?.same ?? 0,
    failCount: result?.failed ?? 0,
    errors: result?.errors ?? [],
    errorCount: result?.errorCount ?? 0,
    changes: result?.changes ?? [],
    failedFile: result?.failedFile ?? null,
    message: result?.refused ?? messageOf(task, status),
  }
}

/** What a running import does, or why one failed. The message of a finished or stopped one is the last of its progress, and says nothing more. */
function messageOf(task: TaskRow, status: ImportState['status']): string | null {
  if (status === running && task.cancelRequested) return '正在停止'
  return status === running || status === failed ? task.message : null
}

/** Stops an import between two batches. Written batches stay; importing the file again continues behind them. */
export async function abortImport(k: Kernel, actor: Actor, call: Call, taskId: string): Promise<true> {
  const asked = paramsOf<ImportParams>(await ownTask(k.db, actor, 'import', taskId))
  if (!(await requestCancel(k.db, taskId))) return true
  await audit(k.db, call, { action: 'import.abort', objectType: 'import', objectId: taskId })
  // An import that had not begun ends here; a running one reports its end itself.
  if (!asked.dryRun && (await readTask(k.db, taskId))?.state === 'cancelled')
    await importEnded(k, { ...endOf(k, taskId, asked), end: 'stopped', result: { ...nothing } })
  return true
}

/**
 * Ends imports whose process was lost. A running import reports progress twice a second; one that has been silent for long lost its process
 * at every restart, and would keep its starter from starting another.
 */
export async function endLostImports(k: Kernel): Promise<void> {
  const lost = await k.db
    .selectFrom('task')
    .select(['id', 'done', 'total', 'params'])
    .where('kind', '=', 'import')
    .where('state', '=', 'running')
    .where('updated_at', '<', sql<string>`now() - interval '10 minutes'`)
    .execute()
  for (const { id, done, total, params } of lost) {
    if (!(await finishTask(k.db, id, 'failed', { message: '处理过程中出现异常，请稍后重试' }))) continue
    const asked = paramsOf<ImportParams>({ params })
    if (asked.dryRun) continue
    await importEnded(k, { ...endOf(k, id, asked), end: 'lost', result: { ...nothing, total: Math.max(done, total ?? 0) } })
  }
}

/** Deletes imported sheets after a day and lists of failed rows after seven. */
async function sweepImports(k: Kernel): Promise<void> {
  const before = (days: number) => new Date(k.clock.now().getTime() - days * 86_400_000).toISOString()
  const old = await k.db
    .selectFrom('file')
    .select('key')
    .where('object_type', '=', 'import')
    .where((e) =>
      e.or([
        e('created_at', '<', before(KEEP_DAYS)),
        e.and([e('created_at', '<', before(1)), e.or([e('biz_type', 'is distinct from', 'import.failed')])]),
      ]),
    )
    .execute()
  await removeFiles(
    k,
    old.map(({ key }) => key),
  )
}
