import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../db/migrate.ts'
import { createApp, type App } from '../server/app.ts'
import type { Clock } from '../server/kernel/clock.ts'
import { openDatabase } from '../server/kernel/db/index.ts'
import { testConfig, testLog } from '../server/kernel/testing/config.ts'
import { seededCluster } from '../server/kernel/testing/seeded.ts'

/** As durable as in production: fsync, full pages and synchronous commit stay on, because the product refuses a server without them. */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  // A start of autovacuum during a round would be measured as the product's time.
  autovacuum: 'off',
}
export const POOL = 10
/** The load claims addresses of a private network, so that the limit per address is in force and never reached. */
export const TRUSTED = '127.0.0.1'

export interface Stage {
  dir: string
  /** Makes a migrated and seeded database. */
  database(name: string): Promise<string>
  /** The use cases over a database, without a listening server. */
  application(url: string, clock?: Clock, env?: Record<string, string>): Promise<App>
  /** Starts a process that prints its address; closing the stage ends it. */
  start(script: string, env: Record<string, string>): Promise<{ base: string; pid: number }>
  close(): Promise<void>
}

/** `rows`: above 100,000 the data are on disk, because a million rows take 13 GB. */
export async function openStage(rows: number): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'qifu-bench-'))
  const cluster = await seededCluster(SETTINGS, undefined, rows > 100_000 ? 'disk' : 'memory')
  const children: ChildProcess[] = []
  const closers: (() => Promise<void>)[] = []
  const open = async (url: string, clock?: Clock, env: Record<string, string> = {}): Promise<App> => {
    const opened = await openDatabase({ url, dataDir: dir, poolMax: POOL, log: testLog })
    await migrate(opened.db)
    const app = await createApp(testConfig(dir, env), opened, { ...(clock ? { clock } : {}), log: testLog, pages: false })
    return { ...app, close: () => app.close().then(opened.close) }
  }
  return {
    dir,
    database: cluster.database,
    application: async (url, clock, env) => {
      const app = await open(url, clock, env)
      closers.push(app.close)
      return app
    },
    start: async (script, env) => {
      const out = join(dir, `${children.length}.log`)
      const log = createWriteStream(out)
      await once(log, 'open')
      const child = spawn(process.execPath, [script], {
        env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: dir, DATABASE_POOL: String(POOL), ...env },
        stdio: ['ignore', log, log],
      })
      children.push(child)
      for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
        const base = /https?:\/\/127\.0\.0\.1:\d+/.exec(await readFile(out, 'utf8'))?.[0]
        if (base) return { base, pid: child.pid! }
        await sleep(100)
      }
      throw new Error(`${script} did not start: ${(await readFile(out, 'utf8')).slice(-2000)}`)
    },
    close: async () => {
      for (const child of children) {
        if (child.exitCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      for (const close of closers) await close()
      await cluster.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
