import { sql } from 'kysely'
import type { ExportScope, MyExport } from '../../../contract/files.ts'
import { taskStates, type TaskStateCode } from '../../../contract/task-states.ts'
import type { Actor } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import { forbidden, invalidField, refused } from '../errors.ts'
import { askForClear } from './clear.ts'
import { fileOwner } from '../files/access.ts'
import { endsWithStaff } from '../offers/hand-overs.ts'
import type { Db } from '../db/index.ts'
import { removeFiles, storeOf } from '../files/files.ts'
import { recurring } from '../jobs/jobs.ts'
import type { Call, Kernel } from '../kernel.ts'
import { readFilters } from '../lists/read-filters.ts'
import { delivers } from '../jobs/outbox.ts'
import { ownTask, paramsOf, placeInQueue, readTask, requestCancel } from '../jobs/task.ts'
import { runsTask, startTask } from '../jobs/task-runner.ts'
import { statusOf } from '../jobs/task-status.ts'
import { EXPORT_ROW_CAP, runExport, type ExportParams } from './export-task.ts'
import { archiveExports, columnsOf, exporterOf, mayExport } from './exporters.ts'
import { DROP, endNarrowedExports, whyClosed } from './made-under.ts'

const PER_USER = 2
const IN_ALL = 4
const KEEP_DAYS = 7
const START_LOCK = 740_212

const finished = taskStates.code.done

export interface ExportProgress {
  status: TaskStateCode
  waiting: number
  silentSeconds: number
  percent: number
  done: number
  total: number | null
  filePath: string | null
  fileName: string | null
  message: string | null
}

export function joinExports(k: Kernel): void {
  runsTask(k, 'export', (context) => runExport(k, context))
  fileOwner(k, 'export', async (actor, taskId) => {
    const task = await readTask(k.db, taskId)
    if (task?.ownerId !== actor.userId) return false
    const why = whyClosed(k, actor, task.params)
    if (why?.narrowed) throw refused(why.message, 'EXPORT_NARROWED')
    return why === null
  })
  delivers(k, DROP, async ({ payload }) => (await storeOf(k)).remove(String(payload.key)))
  endsWithStaff(k, async (db, userId) => {
    const running = await db
      .selectFrom('task')
      .select('id')
      .where('kind', '=', 'export')
      .where('owner_id', '=', userId)
      .where('state', 'in', ['queued', 'running'])
      .execute()
    for (const { id } of running) await requestCancel(db, id)
  })
  recurring(k, { name: 'export.rights', title: '删除权限已变化的导出文件', cron: '* * * * *' }, () => endNarrowedExports(k))
  recurring(k, { name: 'export.sweep', title: '清理过期的导出文件', cron: '37 3 * * *' }, () => sweepExports(k))
}

interface Asked {
  bizType: string
  filters: Record<string, unknown>
}

/** Counts what an export of these filters would hold. Right and filters are checked before counting, because a count also reveals data. */
async function asked(k: Kernel, actor: Actor, call: Call, { bizType, filters: given }: Asked) {
  const exporter = exporterOf(k, bizType)
  if (!mayExport(actor, exporter)) throw forbidden()
  const filters: unknown = readFilters(exporter.filters, given, 'filters')
  await exporter.admit?.(k, call, filters)
  const columns = await columnsOf(exporter, k, filters)
  const total = await exporter.count({ k, db: k.db, actor, filters, signal: call.signal, columns: [], exportId: null })
  return { exporter, columns, total }
}

/** Tells the user before the start: number of rows, the limit of one export, and the available columns. */
export async function exportScope(k: Kernel, actor: Actor, call: Call, request: Asked): Promise<ExportScope> {
  const { exporter, columns, total } = await asked(k, actor, call, request)
  return {
    total,
    limit: EXPORT_ROW_CAP,
    columns: columns.map(({ key, title }) => ({ key, title, usual: exporter.usual?.includes(key) ?? true })),
  }
}

/** Begins an export after checking right, filters, columns, row limit, and the limits of two running exports per user and four in all. */
export async function startExport(
  k: Kernel,
  actor: Actor,
  call: Call,
  request: Asked & { columns?: string[] | undefined },
): Promise<{ taskId: string }> {
  const { exporter, columns: offered, total: count } = await asked(k, actor, call, request)
  const keys = offered.map(({ key }) => key)
  const columns = request.columns?.length ? request.columns : (exporter.usual ?? keys)
  const unknown = columns.find((key) => !keys.includes(key))
  if (unknown !== undefined) throw invalidField('columns', `不支持的列：${unknown}`)
  if (count > EXPORT_ROW_CAP) throw refused(`本次共 ${count} 行，一次最多导出 ${EXPORT_ROW_CAP} 行，请缩小范围`, 'TOO_MANY_ROWS')
  if (offered.some(({ key, mask }) => mask && columns.includes(key))) await askForClear(k, actor)
  const params: ExportParams = {
    bizType: request.bizType,
    filters: request.filters,
    columns: [...columns],
    actor: { ...actor, permissions: [...actor.permissions] },
    requestId: call.requestId,
    ip: call.ip,
  }
  return k.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(trx)
    const open = await trx
      .selectFrom('task')
      .select('owner_id')
      .where('kind', '=', 'export')
      .where('state', 'in', ['queued', 'running'])
      .execute()
    if (open.filter(({ owner_id }) => owner_id === actor.userId).length >= PER_USER)
      throw refused(`您已有 ${PER_USER} 个导出正在进行，请等待完成后再试`, 'EXPORT_LIMIT')
    if (open.length >= IN_ALL) throw refused('当前导出的人较多，请稍后再试', 'EXPORT_LIMIT')
    const taskId = await startTask(trx, { kind: 'export', ownerId: actor.userId, params: { ...params } })
    await audit(trx, call, {
      action: 'export.start',
      objectType: 'export',
      objectId: taskId,
      detail: { bizType: request.bizType, filters: request.filters, rows: count },
    })
    return { taskId }
  })
}

/** Exports the same list, filters and columns again, under the present rights. */
export async function exportAgain(k: Kernel, actor: Actor, call: Call, taskId: string): Promise<{ taskId: string }> {
  const { bizType, filters, columns } = paramsOf<ExportParams>(await ownTask(k.db, actor, 'export', taskId))
  return startExport(k, actor, call, { bizType, filters, columns })
}

export async function exportProgress(k: Kernel, actor: Actor, taskId: string): Promise<ExportProgress> {
  const task = await ownTask(k.db, actor, 'export', taskId)
  const { state, done, total, result, message, cancelRequested, updatedAt } = task
  const status = cancelRequested && state === 'running' ? statusOf.cancelled : statusOf[state]
  const closed = status === finished ? whyClosed(k, actor, task.params) : null
  const hasFile = status === finished && !closed
  return {
    status,
    waiting: state === 'queued' ? await placeInQueue(k.db, task) : 0,
    silentSeconds: state === 'running' ? Math.max(0, Math.floor((Date.now() - Date.parse(updatedAt)) / 1000)) : 0,
    done,
    total,
    message: closed?.message ?? message,
    percent: status === finished ? 100 : total ? Math.min(99, Math.floor((done / total) * 100)) : 0,
    filePath: hasFile ? (result?.filePath as string) : null,
    fileName: hasFile ? (result?.fileName as string) : null,
  }
}

/** Aborts an export; one that has already ended stays as it is. */
export async function abortExport(k: Kernel, actor: Actor, call: Call, taskId: string): Promise<true> {
  await ownTask(k.db, actor, 'export', taskId)
  if (await requestCancel(k.db, taskId)) await audit(k.db, call, { action: 'export.abort', objectType: 'export', objectId: taskId })
  return true
}

/** 我的导出: the last fifty; files stay for seven days. */
export async function myExports(k: Kernel, actor: Actor): Promise<MyExport[]> {
  const rows = await k.db
    .selectFrom('task')
    .leftJoin('file', (join) => join.on('file.object_type', '=', 'export').on((e) => e('file.object_id', '=', sql<string>`task.id::text`)))
    .select(['task.id', 'task.state', 'task.done', 'task.total', 'task.message', 'task.cancel_requested', 'task.created_at', 'task.params'])
    .select(['file.key', 'file.name', 'file.size', 'file.created_at as stored_at'])
    .where('task.kind', '=', 'export')
    .where('task.owner_id', '=', actor.userId)
    .orderBy('task.created_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => {
    const closed = whyClosed(k, actor, row.params)
    const filePath = closed ? null : row.key
    const status = row.cancel_requested && row.state === 'running' ? statusOf.cancelled : statusOf[row.state]
    return {
      taskId: row.id,
      title: exporterOf(k, String(row.params?.bizType)).title,
      status,
      done: row.done,
      total: row.total,
      createTime: row.created_at,
      filePath,
      fileName: row.name,
      size: row.size,
      expireTime: row.stored_at && new Date(Date.parse(row.stored_at) + KEEP_DAYS * 86_400_000).toISOString(),
      message: (status === finished ? closed?.message : null) ?? row.message,
      again: status !== taskStates.code.running && filePath === null && (closed?.narrowed ?? true),
    }
  })
}

/** Cancels the running and waiting exports that may hold archive values. An export either ends or is cancelled, never both (E-03). */
export async function cancelArchiveExports(k: Kernel, db: Db, message: string): Promise<void> {
  const running = await db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', 'export')
    .where('state', 'in', ['queued', 'running'])
    .where(sql<string>`params ->> 'bizType'`, 'in', archiveExports(k))
    .execute()
  for (const { id } of running) await requestCancel(db, id, message)
}

async function sweepExports(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - KEEP_DAYS * 86_400_000).toISOString()
  const old = await k.db.selectFrom('file').select('key').where('object_type', '=', 'export').where('created_at', '<', before).execute()
  await removeFiles(
    k,
    old.map(({ key }) => key),
  )
}
