import type { Actor } from '../actor.ts'
import { audit, systemCall } from '../audit/audit.ts'
import { dateOf } from '../clock.ts'
import type { Db } from '../db/index.ts'
import { keepMade, removeFiles, withTemporary } from '../files/files.ts'
import type { Call, Kernel } from '../kernel.ts'
import { toCell, type MadeCell } from '../sheet/cell.ts'
import { NOTES, writeSheet, type SheetWriter } from '../sheet/write.ts'
import { withOwnConnection } from '../jobs/own-connection.ts'
import { finishTask, paramsOf, requestCancel } from '../jobs/task.ts'
import { TaskCancelled, type TaskContext } from '../jobs/task-runner.ts'
import { columnsOf, exporterOf, type ExportColumn, type ExportScope } from './exporters.ts'
import { whyClosed, type MadeUnder } from './made-under.ts'

export const EXPORT_ROW_CAP = 100_000
const STATEMENT_SECONDS = 120
const CHUNK = 200
/** rows between two progress records */
const STEP = 1000
const SHEET_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExportParams {
  bizType: string
  filters: Record<string, unknown>
  columns: string[]
  actor: MadeUnder
  requestId: string
  ip: string
}

/** Runs one export from the first row to the stored file. It ends within two seconds when asked to stop and then leaves nothing behind. */
export async function runExport(k: Kernel, { task, signal, progress }: TaskContext): Promise<Record<string, unknown>> {
  const params = paramsOf<ExportParams>(task)
  const actor: Actor = { ...params.actor, permissions: new Set(params.actor.permissions) }
  await stopWhenNarrowed(k, task)
  const exporter = exporterOf(k, params.bizType)
  const filters: unknown = exporter.filters.parse(params.filters)
  const offered = await columnsOf(exporter, k, filters)
  const columns = params.columns.flatMap((key) => offered.find((column) => column.key === key) ?? [])
  return withTemporary(k, async (path) => {
    const writer = writeSheet(path, {
      name: exporter.title,
      columns: columns.map(({ width }) => ({ width: width ?? 16 })),
      note: NOTES,
    })
    try {
      const rows = await withExportConnection(k, signal, (db) => {
        const scope = { k, db, actor, filters, signal, columns: columns.map(({ key }) => key), exportId: task.id }
        return writeRows(scope, exporter, columns, writer, progress)
      })
      await writer.end([
        ['导出人', actor.name],
        ['导出时间', toCell(k.clock.now())],
        ['行数', rows],
      ])
      if (signal.aborted) throw new TaskCancelled(task.id)
      await stopWhenNarrowed(k, task)
      const stored = await keepMade(k, path, {
        name: `${exporter.title}_${dateOf(k.clock.now()).replaceAll('-', '')}.xlsx`,
        mime: SHEET_MIME,
        ownerId: actor.userId,
        bizType: `export.${params.bizType}`,
        objectType: 'export',
        objectId: task.id,
      })
      const result = { ...stored, rows }
      await endWell(k, task.id, result, { ...systemCall(params.requestId, actor), ip: params.ip }, params).catch(async (error: unknown) => {
        if (error instanceof TaskCancelled) await removeFiles(k, [stored.filePath])
        throw error
      })
      return result
    } finally {
      await writer.abort()
    }
  })
}

/** The rights of the start are used only while the present ones cover them: asked before the first row and before the file is kept. */
async function stopWhenNarrowed(k: Kernel, { id, ownerId, params }: TaskContext['task']): Promise<void> {
  const why = whyClosed(k, ownerId === null ? null : await k.actorOfUser(ownerId), params)
  if (!why) return
  await requestCancel(k.db, id, why.message)
  throw new TaskCancelled(id)
}

/**
 * Ends the task and writes its audit row in one transaction. An abort after it comes too late; an abort before it leaves neither a file nor
 * a success (E-03).
 */
async function endWell(
  k: Kernel,
  id: string,
  result: Record<string, unknown> & { rows: number },
  call: Call,
  { bizType, filters }: ExportParams,
) {
  await k.db.transaction().execute(async (db) => {
    if (!(await finishTask(db, id, 'done', { result }))) throw new TaskCancelled(id)
    await audit(db, call, { action: 'export.done', objectType: 'export', objectId: id, detail: { bizType, filters, rows: result.rows } })
  })
}

async function writeRows(
  scope: ExportScope<unknown>,
  exporter: ReturnType<typeof exporterOf>,
  columns: ExportColumn<any>[],
  writer: SheetWriter,
  progress: TaskContext['progress'],
): Promise<number> {
  const total = await exporter.count(scope)
  await progress({ done: 0, total })
  await writer.write([columns.map(({ title }) => title)])
  const bare = scope.actor.permissions.has('pii:read')
  const cellsOf = (row: Record<string, unknown>): MadeCell[] =>
    columns.map(({ key, mask }) => {
      const value = row[key]
      return toCell(mask && !bare && typeof value === 'string' ? mask(value) : value)
    })
  let done = 0
  let told = 0
  for await (const batch of exporter.rows(scope) as AsyncIterable<Record<string, unknown>[]>) {
    for (let at = 0; at < batch.length; at += CHUNK) {
      await writer.write(batch.slice(at, at + CHUNK).map(cellsOf))
      await new Promise((resolve) => setImmediate(resolve))
    }
    done += batch.length
    if (done > EXPORT_ROW_CAP) throw new Error('more rows than counted')
    if (done - told < STEP) continue
    await progress({ done, total: Math.max(total, done) })
    told = done
  }
  await progress({ done, total: Math.max(total, done) })
  return done
}

/** On PostgreSQL, aborting the export also cancels its running query (E-03). */
const withExportConnection = <T>(k: Kernel, signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T> =>
  withOwnConnection(k, STATEMENT_SECONDS, async ({ db, pid }) => {
    const cancel = () => {
      if (pid !== null) void k.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
    }
    signal.addEventListener('abort', cancel)
    try {
      return await work(db)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  })
