import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededCluster } from '../server/kernel/testing/seeded.ts'

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
    folder: () => (folder ??= filledFolder(compiled)),
    cluster: async () => (await (cluster ??= haltedCluster(compiled))).data,
    remove: async () => {
      await rm(compiled, { recursive: true, force: true })
      const made = await folder?.catch(() => undefined)
      if (made) await rm(made, { recursive: true, force: true })
      await (await cluster?.catch(() => undefined))?.stop()
    },
  }
}

/** Fills in a process of its own, so that both databases are filled at once; its modules are compiled for the servers too. */
async function fill(compiled: string, target: { url?: string; dataDir: string }): Promise<void> {
  const script = `
    const { fillDatabase } = await import('./server/kernel/testing/seeded.ts')
    await fillDatabase(${JSON.stringify(target)})
    process.exit()`
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the demo data were not made: ${code}`)
}

async function filledFolder(compiled: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qifu-proof-seeded-'))
  await fill(compiled, { dataDir: folder }).catch(async (error) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  return folder
}

async function haltedCluster(compiled: string) {
  const cluster = await seededCluster({}, undefined, 'memory', (target) => fill(compiled, target))
  await cluster.halt()
  return cluster
}
