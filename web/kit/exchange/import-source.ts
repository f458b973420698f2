import { imports, type ImportState } from '../../../contract/imports.ts'
import type { WireEndpoint } from '../../../contract/wire.ts'
import { call } from '../../api.ts'

/** The three calls of an import. */
export interface ImportSource {
  send: (form: FormData) => Promise<ImportState>
  progress: (taskId: string) => Promise<ImportState>
  abort: (taskId: string) => Promise<unknown>
}
/** What every running import answers, whoever began it. */
export const runningImport: Pick<ImportSource, 'progress' | 'abort'> = {
  progress: (taskId) => call(imports.progress, { query: { taskId } }, { silent: true }),
  abort: (taskId) => call(imports.abort, { body: { taskId } }, { silent: true }),
}
/** An import whose sheet goes to `endpoint`, a multipart call that answers ImportState. The dialog says errors itself. */
export const importSource = (endpoint: WireEndpoint): ImportSource => ({
  ...runningImport,
  send: async (body) => (await call(endpoint, { body }, { silent: true })) as ImportState,
})
