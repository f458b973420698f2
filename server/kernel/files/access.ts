import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/index.ts'
import { AppError, invalidField, notFound, refused, sessionDead } from '../errors.ts'
import type { FileAnswer } from '../implement.ts'
import type { Call, Kernel } from '../kernel.ts'
import { allKeys, currentKey, hmacSm3 } from '../access/keyring.ts'
import { storeOf, type StoredFile } from './files.ts'
import { byteRange } from './range.ts'
import { isFileKey } from './file-store.ts'
import { namedPerKernel } from '../per-kernel.ts'

export type MayRead = (actor: Actor, objectId: string) => Promise<boolean>
const guards = namedPerKernel<MayRead>('guard of files')

/**
 * A domain registers who may read the files of its records. The rule is asked on every read and equals the rule of the record itself
 * (U-04).
 */
export function fileOwner(k: Kernel, objectType: string, mayRead: MayRead): void {
  guards.add(k, objectType, mayRead)
}

/** The kinds of records whose files somebody may read. */
export const fileOwners = (k: Kernel): string[] => guards.all(k).map(([objectType]) => objectType)

/**
 * Attaches uploads to a record, in the record's transaction. Refuses (as absent) keys that are unknown, uploaded by somebody else, or part
 * of another record; keys that this record already has are accepted. At most 200.
 */
export async function attachFiles(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  keys: readonly string[],
  objectType: string,
  objectId: string | number,
): Promise<void> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return
  const taken =
    wanted.length > 200 || !wanted.every(isFileKey)
      ? []
      : await db
          .updateTable('file')
          .set({ object_type: objectType, object_id: String(objectId) })
          .where('key', 'in', wanted)
          .where((e) =>
            e.or([
              e.and([e('object_type', 'is', null), e('owner_id', '=', actor.userId)]),
              e.and([e('object_type', '=', objectType), e('object_id', '=', String(objectId))]),
            ]),
          )
          .returning('key')
          .execute()
  if (taken.length !== wanted.length) throw notFound('文件不存在或已失效，请重新上传')
}

/** Detaches files from a record; the hourly sweep deletes them when they are older than a day. */
export async function detachFiles(db: Db, keys: readonly string[], objectType: string, objectId: string | number): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('file')
    .set({ object_type: null, object_id: null, visibility: 'private' })
    .where('key', 'in', [...keys])
    .where('object_type', '=', objectType)
    .where('object_id', '=', String(objectId))
    .execute()
}

/** Sets the files of a record to exactly these: new ones are attached, files that are no longer named are detached. */
export async function replaceFiles(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  keys: readonly string[],
  objectType: string,
  objectId: string | number,
): Promise<void> {
  await attachFiles(db, actor, keys, objectType, objectId)
  const stored = await filesOf(db, objectType, objectId)
  const dropped = stored.map((file) => file.filePath).filter((key) => !keys.includes(key))
  await detachFiles(db, dropped, objectType, objectId)
}

/** Refuses, at the field `path`, files that are not pictures; the files are already attached. */
export async function refuseNoPicture(db: Db, keys: readonly string[], path: string): Promise<void> {
  if (keys.length === 0) return
  const kinds = await db
    .selectFrom('file')
    .select('mime')
    .where('key', 'in', [...keys])
    .execute()
  if (kinds.some(({ mime }) => !mime.startsWith('image/'))) throw invalidField(path, '请上传图片')
}

/** Moves all files of one record to another; they are private until the other record makes them public. */
export async function moveFiles(
  db: Db,
  from: { objectType: string; objectId: string | number },
  to: { objectType: string; objectId: string | number },
): Promise<void> {
  await db
    .updateTable('file')
    .set({ object_type: to.objectType, object_id: String(to.objectId), visibility: 'private' })
    .where('object_type', '=', from.objectType)
    .where('object_id', '=', String(from.objectId))
    .execute()
}

/** Makes the files of a record public (attachments of a published policy), or private again. */
export async function setFilesPublic(db: Db, objectType: string, objectId: string | number, isPublic: boolean): Promise<void> {
  await db
    .updateTable('file')
    .set({ visibility: isPublic ? 'public' : 'private' })
    .where('object_type', '=', objectType)
    .where('object_id', '=', String(objectId))
    .execute()
}

/** The files of one record in the order of their upload. */
export const filesOf = (db: Db, objectType: string, objectId: string | number): Promise<(StoredFile & { size: number })[]> =>
  db
    .selectFrom('file')
    .select(['key as filePath', 'name as fileName', 'size'])
    .where('object_type', '=', objectType)
    .where('object_id', '=', String(objectId))
    .orderBy('created_at')
    .orderBy('key')
    .execute()

const LINK_SECONDS = 300
const BROWSER_COOKIE = 'fileBrowser'
/** `e`: expiry in seconds; `n`: session; `s`: signature. */
export interface LinkProof {
  e: number
  n: string
  s: string
}

/**
 * Makes an address that opens a file without the Authorization header. It is valid for five minutes, while the session lasts, in this
 * browser only (an HttpOnly cookie is part of the proof), and while the file belongs to the same record and the person may read it.
 */
export async function signLink(k: Kernel, actor: Actor, call: Call, filePath: string): Promise<{ url: string; expiresIn: number }> {
  const file = await readable(k, actor, filePath)
  const browser = call.cookies[BROWSER_COOKIE] ?? randomBytes(16).toString('hex')
  call.setCookie(BROWSER_COOKIE, browser, { path: '/files', maxAge: LINK_SECONDS })
  const e = Math.floor(k.clock.now().getTime() / 1000) + LINK_SECONDS
  const n = actor.sessionId
  const s = hmacSm3(currentKey(k, 'file').key('link'), linkText(file, e, n, browser))
  return {
    url: `/files/download?${new URLSearchParams({ filePath, e: String(e), n, s }).toString()}`,
    expiresIn: LINK_SECONDS,
  }
}

type Signed = { key: string; object_type: string | null; object_id: string | null }
const linkText = (file: Signed, e: number, n: string, browser: string) =>
  [file.key, file.object_type, file.object_id, e, n, browser].join('|')

/** The file and the reader of a signed link; throws when any part of the proof is no longer valid. */
async function openLink(k: Kernel, call: Call, filePath: string, { e, n, s }: LinkProof) {
  const expired = refused('链接已失效，请重新打开', 'LINK_EXPIRED')
  const browser = call.cookies[BROWSER_COOKIE]
  const now = k.clock.now().getTime() / 1000
  if (!browser || e < now || e > now + LINK_SECONDS) throw expired
  const orExpired = (error: unknown): never => {
    throw error instanceof AppError && error.status < 500 ? expired : error
  }
  const reader = await k.actorOfSession(n).catch(orExpired)
  if (call.actor && call.actor.userId !== reader.userId) throw expired
  const file = await readable(k, reader, filePath).catch(orExpired)
  const given = Buffer.from(s)
  const isRight = allKeys(k, 'file').some((key) => {
    const right = Buffer.from(hmacSm3(key.key('link'), linkText(file, e, n, browser)))
    return given.length === right.length && timingSafeEqual(right, given)
  })
  if (!isRight) throw expired
  return { file, reader }
}

/** The file row, when the actor may read it; otherwise throws as if it did not exist. */
async function readable(k: Kernel, actor: Actor | null, filePath: string) {
  const file = isFileKey(filePath) ? await k.db.selectFrom('file').selectAll().where('key', '=', filePath).executeTakeFirst() : undefined
  if (!file) throw notFound('文件不存在或已失效')
  if (file.visibility === 'public') return file
  if (!actor) throw sessionDead()
  if (!(await mayOpen(k, actor, file))) throw notFound('文件不存在或已失效')
  return file
}

type Guarded = { object_type: string | null; object_id: string | null; owner_id: number | null }
/** The one rule for a private file: an upload that is part of nothing is its owner's, the rest are open to readers of their record. */
const mayOpen = async (k: Kernel, actor: Actor, file: Guarded): Promise<boolean> =>
  file.object_type === null ? file.owner_id === actor.userId : ((await guards.find(k, file.object_type)?.(actor, file.object_id!)) ?? false)

/** Those of the files that the actor could open with a link now. Each record is asked once, however many files it has. */
export async function openTo<F extends Guarded & { visibility: string }>(k: Kernel, actor: Actor, files: readonly F[]): Promise<Set<F>> {
  const asked = new Map<string, boolean>()
  const open = new Set<F>()
  for (const file of files) {
    const record = `${file.object_type} ${file.object_id} ${file.object_type === null ? file.owner_id : ''}`
    if (file.visibility !== 'public' && !asked.has(record)) asked.set(record, await mayOpen(k, actor, file))
    if (file.visibility === 'public' || asked.get(record)) open.add(file)
  }
  return open
}

/**
 * GET /files/download: public files for anyone; other files with the permission of their record, or a signed link. Reads of private records
 * are audited. A caller may ask for one range of bytes, as video players do.
 */
export async function download(k: Kernel, call: Call, filePath: string, proof: LinkProof | null, inline: boolean): Promise<FileAnswer> {
  const linked = proof && (await openLink(k, call, filePath, proof))
  const file = linked ? linked.file : await readable(k, call.actor, filePath)
  if (file.scan_state === 'pending' || file.scan_state === 'infected') throw refused('文件正在安全检查，请稍后再试', 'NOT_SCANNED')
  const part = byteRange(call.range, file.size)
  const stored = await (await storeOf(k)).read(file.key, part)
  if (!stored) throw notFound('文件不存在或已失效')
  if (file.visibility === 'private' && file.object_type !== null) {
    await audit(k.db, call, {
      action: 'file.read',
      objectType: file.object_type,
      objectId: file.object_id,
      detail: { file: file.key, link: linked !== null },
      ...(linked ? { actor: linked.reader } : {}),
    })
  }
  const showable = /^(image|video|audio)\//.test(file.mime)
  return {
    fileName: file.name,
    mime: file.mime,
    body: stored.body,
    size: stored.size,
    ranges: true,
    ...(part ? { part: { ...part, total: file.size } } : {}),
    ...(inline && showable ? { inline: true } : {}),
  }
}
