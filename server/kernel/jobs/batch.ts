import type { BatchResult } from '../../../contract/batch.ts'
import { AppError, fromDatabase } from '../errors.ts'

/**
 * Runs `one` for each row independently: a refused row is reported with its reason and the others continue, so `one` opens its own
 * transaction. A row that is named twice is handled once. `names` is called first and returns the names of those rows that the caller may
 * see. The value of `one` is shown beside a successful row. Throws only errors that are not refusals.
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

/** The same for calls that take only ids, and say nothing beside a successful row. */
export const batchOfIds = (
  ids: readonly number[],
  names: Parameters<typeof batch>[1],
  one: (id: number) => Promise<unknown>,
): Promise<BatchResult> =>
  batch(
    ids.map((id) => ({ id })),
    names,
    async ({ id }) => void (await one(id)),
  )
