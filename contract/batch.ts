/** Several rows moved by one call: what every such call takes and answers. */
import { z } from 'zod'
import { id, idList, wireInt } from './fields.ts'

export const BATCH_MAX = 100
const most = `一次最多 ${BATCH_MAX} 项`

/** Rows as they were seen; one that changed since is refused by its version. */
const batchItem = z.strictObject({ id, version: wireInt(1, 2_000_000_000) })
export type BatchItem = z.output<typeof batchItem>
export const batchItems = z.array(batchItem, { error: '请选择至少一项' }).min(1, '请选择至少一项').max(BATCH_MAX, most)
/** Where only ids are sent (`ids=1,2,3` of the specification). */
export const batchIds = idList.refine((ids) => ids.length <= BATCH_MAX, most)

/** Each row for itself, in the order asked. `name` is empty for a row out of the caller's sight; `code` is empty where `ok`. */
export const BatchResult = z.object({
  successCount: z.number(),
  failCount: z.number(),
  list: z.array(z.object({ id: z.number(), name: z.string(), ok: z.boolean(), code: z.string(), message: z.string() })),
})
export type BatchResult = z.output<typeof BatchResult>
