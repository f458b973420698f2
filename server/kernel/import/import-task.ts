import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ImportMode } from '../../../contract/imports.ts'
import type { Actor } from '../actor.ts'
import { audit, systemCall } from '../audit/audit.ts'
import { storeOf, withTemporary } from '../files/files.ts'
import type { Kernel } from '../kernel.ts'
import { paramsOf } from '../jobs/task.ts'
import { TaskCancelled, type TaskContext } from '../jobs/task-runner.ts'
import { importEnded, type EndedImport } from './import-ended.ts'
import { ImportRun, type ImportResult } from './import-run.ts'
import { importerOf, type ImportScope } from './importers.ts'

export interface ImportParams {
  kind: string
  file: string
  fileName: string
  mode: ImportMode
  dryRun: boolean
  params: unknown
  actor: Omit<Actor, 'permissions'> & { permissions: string[] }
  requestId: string
  ip: string
}
/** Carries one import out and reports how it ended: done, stopped, or failed for good. */
export async function runImport(k: Kernel, context: TaskContext): Promise<Record<string, unknown>> {
  const asked = paramsOf<ImportParams>(context.task)
  const actor: Actor = { ...asked.actor, permissions: new Set(asked.actor.permissions) }
  const call = { ...systemCall(asked.requestId, actor), ip: asked.ip }
  const scope: ImportScope<unknown> = { k, actor, call, params: asked.params }
  const run = new ImportRun(k, scope, asked, context)
  const tell = async (end: EndedImport['end'], reached: ImportResult) => {
    if (!asked.dryRun) await importEnded(k, { ...endOf(k, context.task.id, asked), end, result: reached })
  }
  let result: ImportResult
  try {
    result = await withTemporary(k, async (path) => {
      const stored = await (await storeOf(k)).read(asked.file)
      if (!stored) throw new Error('the file of the import is gone')
      await pipeline(stored.body, createWriteStream(path))
      return run.work(path)
    })
  } catch (error) {
    const stopped = error instanceof TaskCancelled || context.signal.aborted
    if (stopped || context.isLastTry) await tell(stopped ? 'stopped' : 'broken', run.reached())
    throw stopped ? new TaskCancelled(context.task.id, { ...run.reached() }) : error
  }
  const { errors, failedFile, ...counts } = result
  await audit(k.db, call, {
    action: asked.dryRun ? 'import.check' : 'import.done',
    objectType: 'import',
    objectId: context.task.id,
    detail: { kind: asked.kind, file: asked.fileName, mode: asked.mode, ...counts },
  })
  await tell('done', result)
  return { ...result }
}

/** The facts of an import that are reported however it ended. */
export const endOf = (k: Kernel, taskId: string, { kind, fileName, mode, actor }: ImportParams) => ({
  taskId,
  title: importerOf(k, kind).title,
  fileName,
  mode,
  userId: actor.userId,
})
