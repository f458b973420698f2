import type { BatchResult } from '../../../contract/batch.ts'
import { AppError, fromDatabase } from '../errors.ts'

/**
 * Does `one` for each row, each for itself: a refused row is named with its reason and the rest go on, so `one` opens its own transaction.
 * A row asked for twice is done once. `names` says what the caller calls the rows in his sight and is asked before anything is done. What
 * `one` answers is shown beside a row that went well. Throws only what is no refusal.
 */
export async function batch<T extends { id: number }>(
  items: readonly T[],
  names: (ids: number[]) => Promise<readonly { id: number; name: string | null }[]>,
  one: (item: T) => Promise<string | void>,
): Promise<BatchResult> {
  const once = [...new Map(items.map((item) => [item.id, item])).values()]
  const known = new Map((await names(once.map((item) => item.id))).map((row) => [row.id, row.name ?? '']))
  const list: BatchResult['list'] = []
  for (const item of once) {
    const outcome = await one(item).then(
      (message) => ({ ok: true, code: '', message: message ?? '' }),
      (error: unknown) => {
        const refusal = error instanceof AppError ? error : fromDatabase(error)
        if (!refusal) throw error
        return { ok: false, code: refusal.code, message: refusal.message }
      },
    )
    list.push({ id: item.id, name: known.get(item.id) ?? '', ...outcome })
  }
  const successCount = list.filter((row) => row.ok).length
  return { successCount, failCount: list.length - successCount, list }
}
