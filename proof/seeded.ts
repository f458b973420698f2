import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPrepared } from '../server/kernel/testing/prepared.ts'
import { seededCluster } from '../server/kernel/testing/seeded.ts'

/** Migrated and seeded data, shared by all parts and only ever copied; each is made at the first call. */
export interface Seeded {
  /** returns a PGlite folder */
  folder(): Promise<string>
  /** returns the data folder of a stopped PostgreSQL cluster (see seededCluster) */
  cluster(): Promise<string>
  /** a folder for the compiled modules of the servers; it saves a quarter of the processor time of every start but the first */
  compiled: string
  /** Ends the processes that are filling a database; what waits for these data fails. */
  halt(): void
  remove(): Promise<void>
}

/** Fills a database (see fillDatabase). */
type Fill = (target: { url?: string; dataDir: string }) => Promise<void>

/** Uses what `npm test` has prepared; else fills both databases. */
export function seededOnce(): Seeded {
  const made = readPrepared()
  const filled = fillOnce()
  if (!made) return filled
  return {
    ...filled,
    folder: async () => made.template,
    cluster: async () => made.cluster ?? filled.cluster(),
    compiled: made.compiled,
  }
}

function fillOnce(): Seeded {
  const compiled = mkdtempSync(join(tmpdir(), 'qifu-proof-compiled-'))
  const filling = new Set<ChildProcess>()
  /** In a process of its own, so that both databases are filled at once; its modules are compiled for the servers too. */
  const fill: Fill = async (target) => {
    const script = `
      const { fillDatabase } = await import('./server/kernel/testing/seeded.ts')
      await fillDatabase(${JSON.stringify(target)})
      process.exit()`
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    filling.add(child)
    const [code] = (await once(child, 'exit').finally(() => filling.delete(child))) as [number | null]
    if (code !== 0) throw new Error(`the demo data were not made: ${code}`)
  }
  let folder: Promise<string> | undefined
  let cluster: ReturnType<typeof haltedCluster> | undefined
  return {
    compiled,
    folder: () => (folder ??= filledFolder(fill)),
    cluster: async () => (await (cluster ??= haltedCluster(fill))).data,
    halt: () => {
      for (const child of filling) child.kill('SIGKILL')
    },
    remove: async () => {
      const made = await folder?.catch(() => undefined)
      if (made) await rm(made, { recursive: true, force: true })
      await (await cluster?.catch(() => undefined))?.stop()
      // Last, because a process that fills a database writes here too.
      await rm(compiled, { recursive: true, force: true })
    },
  }
}

async function filledFolder(fill: Fill): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qifu-proof-seeded-'))
  await fill({ dataDir: folder }).catch(async (error) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  return folder
}

async function haltedCluster(fill: Fill) {
  const cluster = await seededCluster({}, undefined, 'memory', fill)
  await cluster.halt()
  return cluster
}
