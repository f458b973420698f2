import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../server/kernel/db/index.ts'
import type { FileStore } from '../server/kernel/files/file-store.ts'
import { migrate } from '../db/migrate.ts'
import { FORMAT, keyMarkOf, MANIFEST, sealingKey, type Manifest } from './backup.ts'
import { load, refuseUnfit, TransferRefused } from './load.ts'
import { readSealed } from './sealed-lines.ts'

const BATCH = 1000
const MOST_NAMED = 5

export interface Target {
  db: Db
  store: FileStore
  /** the current and earlier master keys; one of them sealed the backup */
  secrets: readonly Buffer[]
  dataDir: string
}

/**
 * Restores a backup into an empty database and its files into the store, then applies newer migrations. Files come first, so that the
 * filled database finds them. Throws TransferRefused.
 */
export async function restore(target: Target, folder: string): Promise<{ tables: number; rows: number; files: number; applied: string[] }> {
  const manifest = await manifestOf(folder)
  const secret = target.secrets.find((one) => keyMarkOf(one) === manifest.keyMark)
  if (!secret) throw new TransferRefused('SECRET_KEY（与 SECRET_KEY_PREVIOUS）都不是备份时所用的密钥')
  const key = sealingKey(secret)
  await refuseGaps(folder, manifest)
  await migrate(target.db, { only: manifest.migrations })
  await refuseUnfit(target.db, manifest)
  await bringFiles(target, folder, manifest, key)
  const content = { ...manifest, rows: (table: { name: string }) => linesOf(join(folder, 'tables', table.name), key) }
  const loaded = await load(target.db, content)
  return { ...loaded, files: manifest.files.length, applied: await migrate(target.db) }
}

async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new TransferRefused(`${folder} 不是完整的备份（缺少 ${MANIFEST}）`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT) throw new TransferRefused(`不认识的备份格式 ${manifest.format}`)
  return manifest
}

/** Checks before any write that the backup is complete. */
async function refuseGaps(folder: string, { marks, files }: Manifest): Promise<void> {
  const there = async (part: string) => new Set(await readdir(join(folder, part)).catch(() => []))
  const [tablesThere, filesThere] = [await there('tables'), await there('files')]
  const missing = [
    ...Object.keys(marks)
      .filter((name) => !tablesThere.has(name))
      .map((name) => `tables/${name}`),
    ...files.filter(({ key }) => !filesThere.has(key)).map(({ key }) => `files/${key}`),
  ]
  if (missing.length > 0)
    throw new TransferRefused(
      `备份 ${folder} 缺少 ${missing.slice(0, MOST_NAMED).join('、')}${missing.length > MOST_NAMED ? ` 等 ${missing.length} 个文件` : ''}，没有写入任何内容`,
    )
}

async function bringFiles({ store, dataDir }: Target, folder: string, { files }: Manifest, key: Buffer): Promise<void> {
  await mkdir(join(dataDir, 'tmp'), { recursive: true, mode: 0o700 })
  const temporary = await mkdtemp(join(dataDir, 'tmp', 'restore-'))
  try {
    for (const file of files) {
      const path = join(temporary, file.key)
      await pipeline(await readSealed(join(folder, 'files', file.key), key), createWriteStream(path)).catch(damaged(file.key))
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
      if (hash.digest('hex') !== file.sha256) damaged(file.key)()
      await store.put(file.key, path, file.mime)
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const damaged = (name: string) => (): never => {
  throw new TransferRefused(`备份中的 ${name} 已损坏，恢复未完成`)
}

async function* linesOf(path: string, key: Buffer): AsyncGenerator<string[]> {
  let batch: string[] = []
  let rest = ''
  try {
    const clear = (await readSealed(path, key)).setEncoding('utf8')
    for await (const chunk of clear as AsyncIterable<string>) {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop()!
      batch.push(...parts)
      while (batch.length >= BATCH) yield batch.splice(0, BATCH)
    }
  } catch {
    damaged(path)()
  }
  if (rest) damaged(path)()
  if (batch.length > 0) yield batch
}
