import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Engine } from '../db/index.ts'

/** Demo data that prepare.ts makes once, for all stages of `npm test` or for one run of Vitest. They are only ever copied. */
export interface Prepared {
  /** an empty PGlite data folder */
  empty: string
  /** a migrated and seeded PGlite data folder */
  template: string
  /** the data of a halted PostgreSQL cluster with the database `seeded`; undefined when it was not made */
  cluster: string | undefined
  /** a folder for Node's compile cache */
  compiled: string
}

/** The places inside a folder of prepared data; the file `clusterFile` contains the place of the cluster's data, which lie in memory. */
export const layoutOf = (folder: string) => ({
  empty: join(folder, 'empty'),
  template: join(folder, 'template'),
  clusterFile: join(folder, 'cluster'),
  compiled: join(folder, 'compiled'),
})

/** What was prepared in `folder`. By default, what `npm test` prepared; undefined when a stage runs by itself. */
export function readPrepared(folder: string): Prepared
export function readPrepared(): Prepared | undefined
export function readPrepared(folder = process.env.QIFU_PREPARED): Prepared | undefined {
  if (!folder) return undefined
  const { clusterFile, ...places } = layoutOf(folder)
  return { ...places, cluster: existsSync(clusterFile) ? readFileSync(clusterFile, 'utf8') : undefined }
}

/** The secret with which the encrypted columns of prepared data can be read. */
export const PREPARED_SECRET = 'test-only-0123456789abcdefghijklmnop'

/** Data of this engine: what `npm test` prepared for all stages, or else data made now, which `remove` removes. */
export async function preparedOrMade(engine: Engine): Promise<{ data: Prepared; remove: () => Promise<void> }> {
  const whole = readPrepared()
  return whole && (engine === 'pglite' || whole.cluster) ? { data: whole, remove: async () => {} } : madeNow(engine)
}

/** In a process of its own: in Vitest's process the same took 49 seconds with its start, here 17 (ADR 0970). */
async function madeNow(engine: Engine): Promise<{ data: Prepared; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'qifu-prepared-'))
  const remove = async () => {
    const { cluster } = readPrepared(folder)
    if (cluster) await rm(dirname(cluster), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await promisify(execFile)(process.execPath, [fileURLToPath(new URL('prepare.ts', import.meta.url)), engine, folder])
    return { data: readPrepared(folder), remove }
  } catch (error) {
    await remove()
    throw error
  }
}
