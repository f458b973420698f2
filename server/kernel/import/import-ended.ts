import type { ImportMode } from '../../../contract/imports.ts'
import type { Kernel } from '../kernel.ts'
import type { ImportResult } from './import-run.ts'
import { perKernel } from '../per-kernel.ts'

/**
 * An import that was carried out or refused as a whole, stopped by its starter, or broke off for good (a dry run
 * is none); lost: its process died, what it wrote is not known. A task that is begun again
 * after a crash ends once more.
 */
export interface EndedImport {
  taskId: string
  end: 'done' | 'stopped' | 'broken' | 'lost'
  /** what was imported: 标签导入 */
  title: string
  fileName: string
  /** who started it */
  userId: number
  mode: ImportMode
  result: ImportResult
}
type Listener = (ended: EndedImport) => Promise<void>

const listeners = perKernel((): Listener[] => [])

/** Hears of every import that ends, in the process that ran it. */
export function whenImportEnds(k: Kernel, listener: Listener): void {
  listeners(k).push(listener)
}

/** What a listener throws is logged: the rows are written, whoever wanted to hear of it. */
export async function importEnded(k: Kernel, ended: EndedImport): Promise<void> {
  for (const listener of listeners(k))
    await listener(ended).catch((error: unknown) => k.log.error({ err: error, task: ended.taskId }, 'the end of an import was not told'))
}
