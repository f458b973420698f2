import { createHmac } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Db } from '../server/kernel/db/index.ts'
import type { FileStore } from '../server/kernel/files/file-store.ts'
import { derivedKey } from '../server/kernel/access/secrets.ts'
import { TransferRefused, withContent, type Content } from './load.ts'
import { tablesOf } from './rows.ts'
import { writeSealed } from './sealed-lines.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'

export interface Manifest extends Omit<Content, 'rows'> {
  format: number
  at: string
  engine: string
  /** identifies the master key that sealed the backup, and reveals nothing else about it */
  keyMark: string
  files: { key: string; size: number; sha256: string; mime: string }[]
  /** files with a row whose bytes are missing or do not match the row */
  missing: string[]
}

export const sealingKey = (secret: Buffer): Buffer => derivedKey(secret, 'backup')
export const keyMarkOf = (secret: Buffer): string => createHmac('sha256', sealingKey(secret)).update('mark').digest('hex').slice(0, 16)

export interface Source {
  db: Db
  engine: string
  store: FileStore
  secret: Buffer
  /** the file of the master key in demo mode; it is part of the backup, which could not be read without it */
  keyFile?: string
}

/**
 * Writes rows and files of one moment into a new folder, sealed with the master key. The folder gets its name when everything is on disk.
 */
export async function makeBackup(source: Source, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new TransferRefused(`${folder} 已存在`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 })
  await mkdir(join(part, 'files'), { mode: 0o700 })
  const key = sealingKey(source.secret)
  const removed = new Set<string>()
  const manifest = await withContent(source.db, async ({ rows, ...content }, trx) => {
    for (const table of await tablesOf(trx))
      await writeSealed(join(part, 'tables', table.name), key, Readable.from(lines(rows(table)), { objectMode: false }))
    const files = await trx.selectFrom('file').select(['key', 'size', 'sha256', 'mime']).orderBy('key').execute()
    const made = { format: FORMAT, at: new Date().toISOString(), engine: source.engine, keyMark: keyMarkOf(source.secret) }
    return { ...made, ...content, files, missing: [] as string[] }
  })
  // After the transaction, so that nobody waits for the copy. A file removed meanwhile has lost its row too.
  for (const file of manifest.files) {
    if (await copyOut(source, file, join(part, 'files', file.key), key)) continue
    await rm(join(part, 'files', file.key), { force: true })
    if (await source.db.selectFrom('file').select('key').where('key', '=', file.key).executeTakeFirst()) manifest.missing.push(file.key)
    else removed.add(file.key)
  }
  manifest.files = manifest.files.filter(({ key }) => !removed.has(key) && !manifest.missing.includes(key))
  if (source.keyFile && existsSync(source.keyFile)) await copyFile(source.keyFile, join(part, 'secret.key'))
  await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true, mode: 0o600 })
  await rename(part, folder)
  const parent = await open(join(folder, '..'))
  await parent.sync().finally(() => parent.close())
  await markBackup(source.db, manifest)
  return manifest
}

/** Records when a backup last succeeded, for operators. */
async function markBackup(db: Source['db'], { at, files, missing }: Manifest): Promise<void> {
  const row = { at, detail: missing.length > 0 ? `${files.length} 个文件，缺 ${missing.length} 个` : `${files.length} 个文件` }
  await db
    .insertInto('platform_mark')
    .values({ name: 'backup', ...row })
    .onConflict((c) => c.column('name').doUpdateSet(row))
    .execute()
}

async function copyOut({ store }: Source, file: Manifest['files'][number], path: string, key: Buffer): Promise<boolean> {
  const stored = await store.read(file.key)
  if (!stored) return false
  const { size, sha256 } = await writeSealed(path, key, stored.body)
  return size === file.size && sha256 === file.sha256
}

async function* lines(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield `${batch.join('\n')}\n`
}
