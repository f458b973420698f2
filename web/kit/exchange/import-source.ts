import { imports, type ImportState } from '../../../contract/imports.ts'
import type { WireEndpoint } from '../../../contract/wire.ts'
import { call } from '../../api.ts'

/** The three calls of an import. */
export interface ImportSource {
  send: (form: FormData) => Promise<ImportState>
  progress: (taskId: string) => Promise<ImportState>
  abort: (taskId: string) => Promise<unknown>
}
/** The calls that are the same for every running import. */
export const runningImport: Pick<ImportSource, 'progress' | 'abort'> = {
  progress: (taskId) => call(imports.progress, { query: { taskId } }, { silent: true }),
  abort: (taskId) => call(imports.abort, { body: { taskId } }, { silent: true }),
}
/** An import that sends its sheet to `endpoint`, a multipart call that returns ImportState. The dialog shows errors itself. */
export const importSource = (endpoint: WireEndpoint): ImportSource => ({
  ...runningImport,
  send: async (body) => (await call(endpoint, { body }, { silent: true })) as ImportState,
})
