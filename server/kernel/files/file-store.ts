import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { ByteRange } from './range.ts'

/** Stores the bytes of files. Keys are 32 hex digits; a key from a client is always checked first. */
export interface FileStore {
  /** Takes over a finished local file, completely or not at all. */
  put(key: string, path: string, mime: string): Promise<void>
  /** The whole file, or the bytes of `range`; `size` is that of `body`. null: absent */
  read(key: string, range?: ByteRange): Promise<{ body: Readable; size: number } | null>
  remove(key: string): Promise<void>
}

export const isFileKey = (key: string): boolean => /^[0-9a-f]{32}$/.test(key)

/** Makes a folder that other users of the machine cannot open; an existing folder gets the same mode. */
export async function closedFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

/** Stores files in a folder of this machine; all processes must use the same folder. */
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

/** S3 or a compatible store when S3_ENDPOINT is configured; else the folder `files` beside the database. */
export async function openStore(config: Config): Promise<FileStore> {
  if (!config.S3_ENDPOINT) {
    const folder = join(config.DATA_DIR, 'files')
    await closedFolder(folder)
    return localStore(folder)
  }
  const { s3Store } = await import('./s3.ts')
  return s3Store(config)
}
