/** Import of a filled sheet as a task. The domain’s own call takes the file and returns `importState`. */
import { z } from 'zod'
import { get, post, types } from './endpoint.ts'
import { ok, query } from './fields.ts'
import { taskStates } from './task-states.ts'

/** all: nothing is written while one row is wrong · valid: good rows are written, batch by batch */
export const importModes = { all: 'all', valid: 'valid' } as const
export const importMode = z.enum([importModes.all, importModes.valid], { error: '请选择导入方式' })
export type ImportMode = z.output<typeof importMode>
/** Options of every import besides its file; both come as text of a form. */
export const importChoice = {
  mode: importMode.default(importModes.valid),
  /** checks the file and writes nothing */
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
}

/** The text fields of an import without options of its own. */
export const importParts = z.strictObject(importChoice)

export const importError = z.object({
  /** as counted by the spreadsheet */
  row: z.number(),
  /** title of the column; empty: the whole row */
  column: z.string(),
  message: z.string(),
})
export const importChange = z.object({ row: z.number(), words: z.string() })
export const importState = z.object({
  taskId: z.string(),
  /** as exports: 1 in progress, 2 finished, 3 failed, 4 abandoned */
  status: z.literal(Object.values(taskStates.code)),
  dryRun: z.boolean(),
  mode: importMode,
  done: z.number(),
  total: z.number().nullable(),
  percent: z.number(),
  /** rows written (in a dry run: that would be written), of these new, changed and unchanged */
  successCount: z.number(),
  addedCount: z.number(),
  changedCount: z.number(),
  sameCount: z.number(),
  /** rows with a fault */
  failCount: z.number(),
  /** the first 500 faults */
  errors: z.array(importError),
  errorCount: z.number(),
  /** the first 200 rows that change something stored, in words, where the kind of sheet tells; `changedCount` counts all */
  changes: z.array(importChange),
  /** failed rows as a sheet with a column 失败原因, kept seven days; null when there are none */
  failedFile: z.object({ filePath: z.string(), fileName: z.string() }).nullable(),
  /** while it runs: what it does; afterwards: why the whole file was refused, or why the import failed; else null */
  message: z.string().nullable(),
})
export const MyImport = importState.extend({
  /** what was imported, such as 补贴 */
  title: z.string(),
  fileName: z.string(),
  createTime: z.string(),
  /** the sheet of failed rows is deleted after this time */
  expireTime: z.string().nullable(),
})
export type MyImport = z.output<typeof MyImport>
export type ImportState = z.output<typeof importState>
export type ImportFault = z.output<typeof importError>
export type ImportChange = z.output<typeof importChange>

const taskId = z.uuid('任务编号不正确')
export const imports = {
  progress: get('/import/progress', {
    access: types('YYF'),
    polled: true,
    summary: '导入进度与结果',
    query: query({ taskId }),
    returns: importState,
  }),
  listMy: get('/import/listMy', { access: types('YYF'), summary: '我的导入（失败行保留 7 天）', returns: z.array(MyImport) }),
  abort: post('/import/abort', {
    access: types('YYF'),
    as: 'form',
    summary: '中止导入；已经写入的批次保留',
    body: z.strictObject({ taskId }),
    returns: ok,
  }),
}
