import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Kernel } from '../kernel.ts'
import { keepMade, storeOf, withTemporary } from './files.ts'
import { takeQuota } from './quota.ts'

/**
 * Copies a stored file for `ownerId`; the copy belongs to no record yet. null when the file is gone. The copy is valid as long as the
 * original, or until `validUntil` (YYYY-MM-DD) when the caller gives it. The caller checks who may read the file. Counts as an upload of
 * `ownerId`: call it outside any transaction.
 */
export async function copyOf(
  k: Kernel,
  filePath: string,
  { validUntil, ...owner }: { ownerId: number; bizType: string; validUntil?: string | null },
): Promise<{ filePath: string; fileName: string; size: number } | null> {
  const file = await k.db
    .selectFrom('file')
    .select(['key', 'name', 'mime', 'size', 'scan_state', 'valid_until'])
    .where('key', '=', filePath)
    .executeTakeFirst()
  if (!file || file.scan_state === 'infected' || file.scan_state === 'pending') return null
  await takeQuota(k, owner.ownerId, file.size)
  const stored = await (await storeOf(k)).read(file.key)
  if (!stored) return null
  return withTemporary(k, async (path) => {
    await pipeline(stored.body, createWriteStream(path))
    const made = await keepMade(k, path, { name: file.name, mime: file.mime, validUntil: validUntil ?? file.valid_until, ...owner })
    return { ...made, size: file.size }
  })
}
