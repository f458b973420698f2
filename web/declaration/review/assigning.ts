import type { BatchItem, BatchResult } from '../../../contract/batch.ts'
import { holding } from '../../../contract/declaration/holding.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { toast } from '../../toast.ts'

/**
 * Takes, passes on or releases declarations and shows the result. Returns the refused rows; null when there are none, or when nothing could
 * be sent.
 */
export async function assignTo(items: readonly BatchItem[], userId: number | null): Promise<BatchResult | null> {
  try {
    const done = await call(
      holding.assign,
      { body: { items: items.map(({ id, version }) => ({ id, version })), userId } },
      { silent: true },
    )
    const [first] = done.list
    if (done.failCount === 0) toast.success(done.list.length === 1 ? first!.message : `${first!.message}，共 ${done.successCount} 件`)
    else if (done.list.length === 1) toast.error(first!.message, 5)
    else return done
  } catch (error) {
    toast.error(readFailure(error).message, 5)
  }
  return null
}
