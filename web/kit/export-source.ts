import { exports } from '../../contract/files.ts'
import { call, saveBlob } from '../api.ts'
import type { Filters } from './selection.ts'
import { storedFile } from './stored-file.ts'
import type { ExportSource, RunningExport } from './use-export.ts'

/** The three export calls for one kind of record and the filters of its list. The dialog says errors itself. */
export const exportSource = (bizType: string, filters: Filters): ExportSource => ({
  start: async () => (await call(exports.start, { body: { bizType, filters } }, { silent: true })).taskId,
  progress: async (taskId) => {
    const { total, ...progress } = await call(exports.progress, { query: { taskId } }, { silent: true })
    return { ...progress, ...(total === null ? {} : { total }) }
  },
  abort: (taskId) => call(exports.abort, { body: { taskId } }, { silent: true }),
})

/** Saves the file of a finished export. */
export const saveExport = async ({ progress: { filePath } }: RunningExport): Promise<void> => {
  if (filePath) saveBlob(await storedFile(filePath))
}
