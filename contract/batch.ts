/** Input and result of calls that move several rows. */
import { z } from 'zod'
import { id, idList, wireInt } from './fields.ts'

export const BATCH_MAX = 100
const most = `一次最多 ${BATCH_MAX} 项`

/** A row with the version that the user has seen; a row changed since is refused. */
const batchItem = z.strictObject({ id, version: wireInt(1, 2_000_000_000) })
export type BatchItem = z.output<typeof batchItem>
export const batchItems = z.array(batchItem, { error: '请选择至少一项' }).min(1, '请选择至少一项').max(BATCH_MAX, most)
/** For calls that take only ids (`ids=1,2,3` of the specification). */
export const batchIds = idList.refine((ids) => ids.length <= BATCH_MAX, most)

/** The result per row, in the requested order. `name` is empty for a row that the caller may not see; `code` is empty where `ok`. */
export const BatchResult = z.object({
  successCount: z.number(),
  failCount: z.number(),
  list: z.array(z.object({ id: z.number(), name: z.string(), ok: z.boolean(), code: z.string(), message: z.string() })),
})
export type BatchResult = z.output<typeof BatchResult>
