/** 修改记录: changes of a kind of row that can be taken back, the newest first (domains/system.md E4). Ours, ADR 0876. */
import { z } from 'zod'
import { id, page, paging, query } from './fields.ts'

export const change = z.object({
  id: z.number(),
  name: z.string(),
  what: z.enum(['新增', '修改', '删除']),
  by: z.string(),
  time: z.string(),
  undone: z.boolean(),
  /** can be taken back now: nothing was changed on the row since */
  last: z.boolean(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
})
export type ChangeRow = z.output<typeof change>

export const historyQuery = query(paging(50, 20))
export const history = page(change)
export const undoBody = z.strictObject({ id })
