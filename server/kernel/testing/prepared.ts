import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
