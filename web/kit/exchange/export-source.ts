import { exports, type ExportScope } from '../../../contract/files.ts'
import { call, saveBlob } from '../../api.ts'
import type { ExportProgress } from './export-state.ts'
import type { Filters } from '../table/selection.ts'
import { storedFile } from '../upload/stored-file.ts'

/** The calls of an export: scope, start (with the ordered columns), progress, abort, and the finished file. */
export interface ExportSource {
  scope: () => Promise<ExportScope>
  start: (columns: readonly string[]) => Promise<string>
  progress: (taskId: string) => Promise<ExportProgress>
  abort: (taskId: string) => Promise<unknown>
  save: (filePath: string) => Promise<void>
}

const silent = { silent: true } as const
/** The calls that are the same for every running export. */
export const runningExport: Pick<ExportSource, 'progress' | 'abort' | 'save'> = {
  progress: (taskId) => call(exports.progress, { query: { taskId } }, silent),
  abort: (taskId) => call(exports.abort, { body: { taskId } }, silent),
  save: async (filePath) => saveBlob(await storedFile(filePath)),
}
/** The export of one kind of record under the filters of its list. The dialog shows errors itself. */
export const exportSource = (bizType: string, filters: Filters): ExportSource => ({
  ...runningExport,
  scope: () => call(exports.scope, { body: { bizType, filters } }, silent),
  start: async (columns) => (await call(exports.start, { body: { bizType, filters, columns: [...columns] } }, silent)).taskId,
})
