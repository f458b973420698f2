import { mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDatabase, seededCluster } from '../server/kernel/testing/seeded.ts'

/** Migrated and seeded data, shared by all parts and only ever copied; each is made at the first call. */
export interface Seeded {
  /** returns a PGlite folder */
  folder(): Promise<string>
  /** returns the data folder of a stopped PostgreSQL cluster (see seededCluster) */
  cluster(): Promise<string>
  /** a folder for the compiled modules of the servers; it saves a quarter of the processor time of every start but the first */
  compiled: string
  remove(): Promise<void>
}

export function seededOnce(): Seeded {
  const compiled = mkdtempSync(join(tmpdir(), 'qifu-proof-compiled-'))
  let folder: Promise<string> | undefined
  let cluster: ReturnType<typeof haltedCluster> | undefined
  return {
    compiled,
    folder: () => (folder ??= filledFolder()),
    cluster: async () => (await (cluster ??= haltedCluster())).data,
    remove: async () => {
      await rm(compiled, { recursive: true, force: true })
      const made = await folder?.catch(() => undefined)
      if (made) await rm(made, { recursive: true, force: true })
      await (await cluster?.catch(() => undefined))?.stop()
    },
  }
}

async function filledFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qifu-proof-seeded-'))
  await fillDatabase({ dataDir: folder }).catch(async (error) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  return folder
}

async function haltedCluster() {
  const cluster = await seededCluster()
  await cluster.halt()
  return cluster
}
