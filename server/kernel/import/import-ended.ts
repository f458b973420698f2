import type { ImportMode } from '../../../contract/imports.ts'
import type { Kernel } from '../kernel.ts'
import type { ImportResult } from './import-run.ts'
import { perKernel } from '../per-kernel.ts'

/**
 * How an import ended: it was carried out or refused as a whole, its starter stopped it, or it failed for good (a dry run does not count).
 * `lost`: its process died, and nobody knows what it wrote. A task that is restarted after a crash ends a second time.
 */
export interface EndedImport {
  taskId: string
  end: 'done' | 'stopped' | 'broken' | 'lost'
  /** name of the import: 标签导入 */
  title: string
  fileName: string
  /** the user who started it */
  userId: number
  mode: ImportMode
  result: ImportResult
}
type Listener = (ended: EndedImport) => Promise<void>

const listeners = perKernel((): Listener[] => [])

/** Calls the listener for every import that ends, in the process that ran it. */
export function whenImportEnds(k: Kernel, listener: Listener): void {
  listeners(k).push(listener)
}

/** A listener's error is only logged, because the rows are already written. */
export async function importEnded(k: Kernel, ended: EndedImport): Promise<void> {
  for (const listener of listeners(k))
    await listener(ended).catch((error: unknown) => k.log.error({ err: error, task: ended.taskId }, 'the end of an import was not told'))
}
