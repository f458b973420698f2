import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { uploadMaxMbFor } from '../../../contract/upload-kinds.ts'
import type { Actor } from '../actor.ts'
import { invalidField } from '../errors.ts'
import type { Call, Kernel } from '../kernel.ts'
import { inspect, redraw } from './inspect.ts'
import { acceptList, exceeds, namedKind, wrongType, type FileKind } from './kinds.ts'
import { refuseFullQuota, takeQuota } from './quota.ts'
import { receiveFile } from './receive.ts'
import { scan } from './scan.ts'
import { closedFolder, openStore, type FileStore } from './file-store.ts'
import { perKernel } from '../per-kernel.ts'

export interface StoredFile {
  filePath: string
  fileName: string
}

export const storeOf: (k: Kernel) => Promise<FileStore> = perKernel((k) => openStore(k.config))

export const newFileKey = (): string => randomBytes(16).toString('hex')
/** Runs before the first upload: closes the folders of stored and temporary files to other users of the machine. */
export async function openFolders(k: Kernel): Promise<void> {
  await storeOf(k)
  await closedFolder(temporaryFolder(k))
}

const temporaryFolder = (k: Kernel) => join(k.config.DATA_DIR, 'tmp')

/** Gives `work` a temporary path; `work` removes the file or hands it to the store. Nothing is left when `work` fails. */
export async function withTemporary<T>(k: Kernel, work: (path: string) => Promise<T>): Promise<T> {
  await mkdir(temporaryFolder(k), { recursive: true, mode: 0o700 })
  const path = join(temporaryFolder(k), newFileKey())
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Removes temporary files of a killed process. Files younger than `ageMs` may belong to another process or to a running request. */
export async function sweepTemporary(k: Kernel, ageMs = 3600_000): Promise<void> {
  for (const name of await readdir(temporaryFolder(k)).catch(() => [])) {
    const path = join(temporaryFolder(k), name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ageMs) await rm(path, { force: true, recursive: true })
  }
}

/**
 * POST /files/upload: one `file`, and the fields `bizType` and `accept` (suffixes). Size limits are checked while the file streams (U-01).
 */
export async function upload(k: Kernel, actor: Actor, call: Call): Promise<StoredFile> {
  await refuseFullQuota(k, actor.userId)
  return withTemporary(k, async (path) => {
    const { fields, ...taken } = await receiveFile(call, path, undefined, ({ family }) =>
      uploadMaxMbFor(family, (code) => actor.permissions.has(code)),
    )
    const accept = fields.accept ? acceptList(fields.accept) : undefined
    if (accept ? !accept.includes(taken.kind.ext) : taken.kind.family === 'audio') throw wrongType(accept)
    const bizType = fields.bizType?.slice(0, 64) || null
    if (bizType && !/^[\w.:-]+$/.test(bizType)) throw invalidField('bizType', '内容不正确')
    return keep(k, path, taken, { ownerId: actor.userId, bizType })
  })
}

/**
 * Receives the one `file` of a multipart call that is read but not kept (an import, a text to take over). The limits of its kind apply, and
 * its content is checked against its name. `accept`: suffixes without dot. `fields` are the other parts. The file is removed when `work`
 * has ended.
 */
export const withReceived = <T>(
  k: Kernel,
  call: Call,
  accept: readonly string[],
  work: (file: { path: string; name: string; fields: Record<string, string> }) => Promise<T>,
): Promise<T> =>
  withTemporary(k, async (path) => {
    const { kind, name, fields } = await receiveFile(call, path, accept)
    await inspect(path, kind)
    if ((await scan(k.config, path)) === 'infected') throw invalidField('file', '文件未通过安全检查')
    return work({ path, name, fields })
  })

/** Stores the one `file` of a multipart call for a task that reads it later; it belongs to the sender until a record takes it. */
export const keepReceived = (
  k: Kernel,
  actor: Actor,
  call: Call,
  accept: readonly string[],
): Promise<{ file: StoredFile; fields: Record<string, string> }> =>
  withTemporary(k, async (path) => {
    const { fields, ...taken } = await receiveFile(call, path, accept)
    return { file: await keep(k, path, taken, { ownerId: actor.userId, bizType: null }), fields }
  })

/** Stores a picture that was embedded in another file (a Word text) as an upload of the actor. */
export const keepPicture = (k: Kernel, actor: Actor, bytes: Buffer, name: string): Promise<StoredFile> =>
  withTemporary(k, async (path) => {
    const named = namedKind(name)
    if (named.kind.family !== 'picture' || exceeds(named.kind, bytes.length)) throw wrongType(['png', 'jpg', 'jpeg', 'gif', 'webp'])
    await writeFile(path, bytes)
    return keep(k, path, { ...named, ...(await measured(path)) }, { ownerId: actor.userId, bizType: null })
  })

/** Inspects the file, redraws pictures, scans, stores, and writes the row; the file belongs to its uploader until a record takes it. */
async function keep(
  k: Kernel,
  path: string,
  file: { name: string; kind: FileKind; sha256: string; size: number },
  owner: { ownerId: number; bizType: string | null },
): Promise<StoredFile> {
  await inspect(path, file.kind)
  await takeQuota(k, owner.ownerId, file.size)
  if (file.kind.family !== 'picture') return store(k, path, { ...file, mime: file.kind.mime }, owner)
  return withTemporary(k, async (drawn) => {
    await redraw(path, drawn, file.kind, owner.ownerId)
    return store(k, drawn, { ...file, mime: file.kind.mime, ...(await measured(drawn)) }, owner)
  })
}

async function measured(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}

async function store(
  k: Kernel,
  path: string,
  file: { name: string; mime: string; size: number; sha256: string },
  owner: { ownerId: number | null; bizType: string | null; objectType?: string; objectId?: string; validUntil?: string | null },
): Promise<StoredFile> {
  const state = await scan(k.config, path)
  if (state === 'infected') throw invalidField('file', '文件未通过安全检查')
  const key = newFileKey()
  const files = await storeOf(k)
  await files.put(key, path, file.mime)
  try {
    await k.db
      .insertInto('file')
      .values({
        key,
        name: file.name,
        size: file.size,
        mime: file.mime,
        sha256: file.sha256,
        owner_id: owner.ownerId,
        biz_type: owner.bizType,
        object_type: owner.objectType ?? null,
        object_id: owner.objectId ?? null,
        scan_state: state,
        created_at: k.clock.now(),
        valid_until: owner.validUntil ?? null,
      })
      .execute()
  } catch (error) {
    await files.remove(key).catch(() => {})
    throw error
  }
  return { filePath: key, fileName: file.name }
}

/**
 * Stores a file that the platform made (an export, a report, a copy), as part of a record or unattached for its owner. The store takes over
 * the file at `path`.
 */
export async function keepMade(
  k: Kernel,
  path: string,
  made: {
    name: string
    mime: string
    ownerId: number | null
    bizType: string
    objectType?: string
    objectId?: string
    validUntil?: string | null
  },
): Promise<StoredFile> {
  return store(k, path, { name: made.name, mime: made.mime, ...(await measured(path)) }, made)
}

/** Deletes files for good: rows first, then bytes. Do not pass files that a transaction still needs. */
export async function removeFiles(k: Kernel, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await k.db
    .deleteFrom('file')
    .where('key', 'in', [...keys])
    .execute()
  const files = await storeOf(k)
  for (const key of keys) await files.remove(key)
}

const LOOSE_HOURS = 24
/** Deletes uploads that no record took within a day, and scans files that waited for the scanner. */
export async function sweepFiles(k: Kernel): Promise<void> {
  await sweepTemporary(k)
  const before = new Date(k.clock.now().getTime() - LOOSE_HOURS * 3600_000).toISOString()
  const gone = await k.db.deleteFrom('file').where('object_type', 'is', null).where('created_at', '<', before).returning('key').execute()
  const files = await storeOf(k)
  for (const { key } of gone) await files.remove(key)
  for (const { key } of await k.db.selectFrom('file').select('key').where('scan_state', '=', 'pending').limit(100).execute())
    await rescan(k, key)
}

async function rescan(k: Kernel, key: string): Promise<void> {
  const stored = await (await storeOf(k)).read(key)
  if (!stored) return
  const state = await withTemporary(k, async (path) => {
    await pipeline(stored.body, createWriteStream(path))
    return scan(k.config, path)
  })
  if (state !== 'pending') await k.db.updateTable('file').set({ scan_state: state }).where('key', '=', key).execute()
}
