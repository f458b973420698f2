import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fill, messages } from '../../../contract/messages.ts'
import type { Actor } from '../actor.ts'
import { AppError, invalidField } from '../errors.ts'
import type { Call, Kernel } from '../kernel.ts'
import { inspect, redraw } from './inspect.ts'
import { acceptList, namedKind, tooLarge, wrongType, type FileKind } from './kinds.ts'
import { scan } from './scan.ts'
import { openStore, type FileStore } from './store.ts'

export interface StoredFile {
  filePath: string
  fileName: string
}

const stores = new WeakMap<Kernel, Promise<FileStore>>()
export function storeOf(k: Kernel): Promise<FileStore> {
  let store = stores.get(k)
  if (!store) stores.set(k, (store = openStore(k.config)))
  return store
}

export const newFileKey = (): string => randomBytes(16).toString('hex')
const temporaryFolder = (k: Kernel) => join(k.config.DATA_DIR, 'tmp')

/** A path for a file that is being made; `work` removes it or hands it to the store. Nothing is left when it fails. */
export async function withTemporary<T>(k: Kernel, work: (path: string) => Promise<T>): Promise<T> {
  await mkdir(temporaryFolder(k), { recursive: true })
  const path = join(temporaryFolder(k), newFileKey())
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Leftovers of a killed process. What is younger than `ageMs` may belong to another process or to a request that still runs. */
export async function sweepTemporary(k: Kernel, ageMs = 3600_000): Promise<void> {
  for (const name of await readdir(temporaryFolder(k)).catch(() => [])) {
    const path = join(temporaryFolder(k), name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ageMs) await rm(path, { force: true, recursive: true })
  }
}

/** POST /files/upload: one `file`, further fields `bizType` and `accept` (suffixes); limits are counted while it streams (U-01). */
export async function upload(k: Kernel, actor: Actor, call: Call): Promise<StoredFile> {
  if (!call.parts) throw new AppError(415, 'UNSUPPORTED_TYPE', '请求内容的类型不受支持')
  return withTemporary(k, async (path) => {
    let taken: { name: string; kind: FileKind; sha256: string; size: number } | undefined
    const fields: Record<string, string> = {}
    for await (const part of call.parts!()) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== 'file' || taken) {
        part.file.resume()
        throw taken
          ? invalidField('file', fill(messages.fileCountExceeded, { limit: 1 }))
          : invalidField(part.fieldname, `不支持的字段：${part.fieldname}`)
      }
      try {
        const named = namedKind(part.filename)
        taken = { ...named, ...(await receive(part.file, path, named.kind)) }
      } catch (error) {
        part.file.resume()
        throw error
      }
    }
    if (!taken || taken.size === 0) throw invalidField('file', '请选择文件')
    const accept = fields.accept ? acceptList(fields.accept) : undefined
    if (accept && !accept.includes(taken.kind.ext)) throw wrongType(accept)
    const bizType = fields.bizType?.slice(0, 64) || null
    if (bizType && !/^[\w.:-]+$/.test(bizType)) throw invalidField('bizType', '内容不正确')
    return keep(k, path, taken, { ownerId: actor.userId, bizType })
  })
}

/** Streams into a file and counts; throws the text of spec §5 at the first byte too many. */
async function receive(from: Readable & { truncated?: boolean }, path: string, kind: FileKind): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  const limit = kind.maxMb << 20
  await pipeline(
    from,
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (size > limit) return done(tooLarge(kind))
        hash.update(chunk)
        done(null, chunk)
      },
    }),
    createWriteStream(path),
  )
  if (from.truncated) throw tooLarge(kind)
  return { sha256: hash.digest('hex'), size }
}

/** Inspects, redraws pictures, scans, stores, and writes the row; the file belongs to its uploader until a record takes it. */
async function keep(
  k: Kernel,
  path: string,
  file: { name: string; kind: FileKind; sha256: string; size: number },
  owner: { ownerId: number; bizType: string | null },
): Promise<StoredFile> {
  await inspect(path, file.kind)
  if (file.kind.family !== 'picture') return store(k, path, { ...file, mime: file.kind.mime }, owner)
  return withTemporary(k, async (drawn) => {
    await redraw(path, drawn, file.kind)
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
  owner: { ownerId: number | null; bizType: string | null; objectType?: string; objectId?: string },
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
      })
      .execute()
  } catch (error) {
    await files.remove(key).catch(() => {})
    throw error
  }
  return { filePath: key, fileName: file.name }
}

/** Keeps a file that the platform made itself (an export, a report) as part of a record. `path` is taken over. */
export async function keepMade(
  k: Kernel,
  path: string,
  made: { name: string; mime: string; ownerId: number | null; bizType: string; objectType: string; objectId: string },
): Promise<StoredFile> {
  return store(k, path, { name: made.name, mime: made.mime, ...(await measured(path)) }, made)
}

/** Removes files for good: rows first, then bytes. Files that the rows' transaction still needs must not be given. */
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
/** Uploads that no record took within a day, and files that waited for the scanner. */
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
