import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { ByteRange } from './range.ts'

/** Where the bytes of files lie. Keys are 32 hex digits and never come from a client unchecked. */
export interface FileStore {
  /** Takes over a finished local file. It is there whole, or not at all. */
  put(key: string, path: string, mime: string): Promise<void>
  /** The whole, or the bytes of `range`; `size` is that of `body`. null: absent */
  read(key: string, range?: ByteRange): Promise<{ body: Readable; size: number } | null>
  remove(key: string): Promise<void>
}

export const isFileKey = (key: string): boolean => /^[0-9a-f]{32}$/.test(key)

/** Makes a folder that no other user of the machine may look into; one that is there already is closed to them. */
export async function closedFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

/** A folder of this machine; several processes must share it. */
export function localStore(folder: string): FileStore {
  const at = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a file key')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    put: async (key, path) => {
      await mkdir(dirname(at(key)), { recursive: true, mode: 0o700 })
      await chmod(path, 0o600)
      await rename(path, at(key)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        const part = `${at(key)}.part`
        try {
          await copyFile(path, part)
          await rename(part, at(key))
        } catch (broken) {
          await rm(part, { force: true })
          throw broken
        }
      })
    },
    read: async (key, range) => {
      const found = await stat(at(key)).catch(() => null)
      return found && { body: createReadStream(at(key), range), size: range ? range.end - range.start + 1 : found.size }
    },
    remove: (key) => rm(at(key), { force: true }),
  }
}

/** S3 or anything that speaks it, when S3_ENDPOINT is configured; else the folder `files` beside the database. */
export async function openStore(config: Config): Promise<FileStore> {
  if (!config.S3_ENDPOINT) {
    const folder = join(config.DATA_DIR, 'files')
    await closedFolder(folder)
    return localStore(folder)
  }
  const { s3Store } = await import('./s3.ts')
  return s3Store(config)
}
