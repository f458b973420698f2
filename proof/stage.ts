import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../server/kernel/testing/cluster.ts'
import { PREPARED_SECRET } from '../server/kernel/testing/prepared.ts'
import { seededCluster, type SeededCluster } from '../server/kernel/testing/seeded.ts'
import type { Engine, Finding } from './finding.ts'
import type { Seeded } from './seeded.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { asUser, CAPTCHA, type User } from './user.ts'

export type Scale = 'short' | 'normal' | 'long'

/** A group of checks that can be run by name. */
export interface Part {
  name: string
  /** The checks that may run beside other parts. */
  run?(stage: ProofStage): Promise<Finding[]>
  /** The checks that are timed, or that measure memory beside a clock. They run without other parts (ADR 0087), on their own stage. */
  alone?(stage: ProofStage): Promise<Finding[]>
}

export interface AppOptions {
  engine: Engine
  /** added to the stage's environment; an empty string removes a variable */
  env?: Record<string, string>
  /** PostgreSQL URL; default: a fresh seeded database */
  database?: string
  /** default: a copy of a migrated and seeded folder (PGlite), or an empty folder (PostgreSQL) */
  dataDir?: string
  /** ms after which the start counts as failed */
  within?: number
}

export interface ProofApp extends ServerProcess {
  engine: Engine
  dataDir: string
  database: string | undefined
}

/** Where a part runs: temporary databases, folders and processes, all removed at the end. */
export interface ProofStage {
  scale: Scale
  rounds(short: number, normal: number, long: number): number
  /** a temporary folder */
  dir: string
  /** The engines of this machine: PGlite always, PostgreSQL when it is installed. In the short form some checks use PGlite alone. */
  engines: readonly Engine[]
  /** Starts a real server/main.ts in demo mode on free ports. Throws DidNotStart. */
  app(options: AppOptions): Promise<ProofApp>
  /** The temporary PostgreSQL, started at the first call. It keeps fsync on; its data are in memory when there is enough. */
  postgres(): Promise<SeededCluster>
  /** Another cluster, for a check that stops it while others continue. */
  ownCluster(): Promise<SeededCluster>
  /** Makes a fresh, migrated and seeded database; returns its URL. */
  database(name?: string): Promise<string>
  /** Makes a fresh, migrated and seeded PGlite folder. */
  folder(): Promise<string>
  asUser(base: string, name: string): Promise<User>
  /** Registers a function that runs at the end, the last one first, also after a failure. */
  onEnd(end: () => unknown): void
  say(text: string): void
  cleanup(): Promise<void>
}

/**
 * The results of checks that run at the same time. Unlike Promise.all it waits for the others when one fails, because a part that ends
 * takes its stage away from them: databases would be started again in removed folders, and pages would close under their requests.
 */
export async function together<T>(checks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(checks)
  return Promise.all(checks)
}

const run = promisify(execFile)

export async function openStage(scale: Scale, say: (text: string) => void, seeded: Seeded): Promise<ProofStage> {
  const dir = await mkdtemp(join(tmpdir(), 'qifu-proof-'))
  const children = new Set<ChildProcess>()
  const ends: (() => unknown)[] = []
  let cluster: Promise<SeededCluster> | undefined
  const clusters: Promise<SeededCluster>[] = []
  let made = 0
  let closed = false
  const ownCluster = (): Promise<SeededCluster> => {
    // Nobody would stop it.
    if (closed) return Promise.reject(new Error('the stage is closed'))
    const made = seeded.cluster().then((data) => seededCluster({}, data))
    clusters.push(made)
    return made
  }
  const postgres = () => (cluster ??= ownCluster())
  const database = async (name = `proof_${++made}`) => (await postgres()).database(name)
  const folder = async () => {
    const copy = join(dir, `data-${++made}`)
    // By a program: node:fs takes ten times the processor time for the 1700 files of a cluster, or holds up the other parts.
    await run('cp', ['-a', await seeded.folder(), copy])
    return copy
  }
  const emptyFolder = async () => {
    const empty = join(dir, `data-${++made}`)
    await mkdir(empty)
    return empty
  }
  const stage: ProofStage = {
    scale,
    rounds: (short, normal, long) => ({ short, normal, long })[scale],
    dir,
    engines: (await findPostgres()) ? ['pglite', 'postgres'] : ['pglite'],
    postgres,
    ownCluster,
    database,
    folder,
    app: async ({ engine, env = {}, ...given }) => {
      if (closed) throw new Error('the stage is closed')
      const url = engine === 'postgres' ? (given.database ?? (await database())) : undefined
      const dataDir = given.dataDir ?? (engine === 'pglite' ? await folder() : await emptyFolder())
      const settings: Record<string, string> = {
        NODE_ENV: 'production',
        TZ: 'Asia/Shanghai',
        DATA_DIR: dataDir,
        ...(url ? { DATABASE_URL: url } : {}),
        DEMO: '1',
        DEMO_CAPTCHA: CAPTCHA,
        SECRET_KEY: PREPARED_SECRET,
        // Callers in the proof claim addresses of a private network, so the limits per address stay in force and yet do not disturb.
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'info',
        NODE_COMPILE_CACHE: seeded.compiled,
        ...env,
      }
      const started = await startServer(settings, join(dir, `server-${++made}.log`), {
        made: (child) => {
          children.add(child)
          // The start was requested before the stage was closed, and the process was made afterwards.
          if (closed) child.kill('SIGKILL')
          child.once('exit', () => children.delete(child))
        },
        ...(given.within === undefined ? {} : { within: given.within }),
      })
      return { ...started, engine, dataDir, database: url }
    },
    asUser: (base, name) => asUser(base, name),
    onEnd: (end) => {
      ends.unshift(end)
    },
    say,
    cleanup: async () => {
      closed = true
      for (const end of ends.splice(0)) await Promise.resolve(end()).catch((error: unknown) => say(`clean-up: ${error}`))
      await Promise.all([...children].map(ended))
      await Promise.all(clusters.map((one) => one.then((running) => running.stop()).catch(() => {})))
      // Processes that were just being started must end too, and a running check may still write.
      await Promise.all([...children].map(ended))
      if (existsSync(dir)) await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
  return stage
}

/** Sends SIGCONT first, because a check may have stopped the process. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGCONT')
    child.kill('SIGKILL')
  })
}
