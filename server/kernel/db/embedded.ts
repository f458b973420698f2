import { createHash } from 'node:crypto'
import { lstat, mkdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import type { DbLog } from './types.ts'
import { surviveLoss } from './watched-pool.ts'

// V8 ends the whole process now and then when it frees compiled WebAssembly (nodejs/node#64500, open: `jit_page_->allocations_.erase(addr) == 1`
// or a segmentation fault). PGlite is the only WebAssembly here and its replaced code is small, so nothing is freed.
setFlagsFromString('--no-wasm-code-gc')

/**
 * Runs PGlite in a worker thread behind a unix socket that only this user can reach. All sockets share ONE session. Therefore the pool has
 * one connection that never times out, and the session is reset whenever the connection is opened again.
 */
export async function openEmbedded(folder: string, log: DbLog): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder)
  let worker: Worker
  let closing = false
  const socketDir = await privateSocketDir(folder).catch(async (error) => {
    await unlock()
    throw error
  })
  const start = async () => {
    await rm(join(socketDir, SOCKET), { force: true })
    worker = await startWorker(folder, join(socketDir, SOCKET))
    worker.once('exit', (code) => {
      if (closing) return
      log.error({ code }, 'embedded database stopped by itself, starting it again')
      start().catch((error) => {
        log.fatal(error, 'embedded database cannot be started again')
        process.exit(1)
      })
    })
  }
  await start().catch(async (error) => {
    await unlock()
    throw error
  })
  const pool = new pg.Pool({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password: 'x',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    // pg-pool waits for the promise before it hands the client out; its type does not say so.
    onConnect: (client) => client.query('discard all') as unknown as void,
  })
  pool.on('error', (error) => log.error(error, 'embedded database connection'))
  pool.on('connect', surviveLoss)
  return {
    pool,
    close: async () => {
      closing = true
      await stopWorker(worker)
      await rm(socketDir, { recursive: true, force: true })
      await unlock()
    },
  }
}

const SOCKET = '.s.PGSQL.5432'

function startWorker(dataDir: string, socketPath: string): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { dataDir, socketPath },
      execArgv: [],
    })
    const early = (code: number) => reject(new Error(`embedded database stopped while starting (${code})`))
    worker.once('error', reject)
    worker.once('exit', early)
    worker.on('message', (message: unknown) => {
      // Under --watch a thread also reports the files that it reads.
      if (message !== 'ready') return
      worker
        .off('error', reject)
        .off('exit', early)
        .on('error', () => {})
      resolve(worker)
    })
  })
}

const stopWorker = (worker: Worker) =>
  new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
    worker.postMessage('close')
  })

/** A folder for sockets that only this user can reach. Named after the data folder, so that the one left by a kill -9 is reused; a unix socket path holds 107 bytes, too few for some data folders. */
export async function privateSocketDir(folder: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 16)
  const dir = join(tmpdir(), `qifu-db-${name}`)
  await mkdir(dir, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    const found = await lstat(dir)
    const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
    if (error.code !== 'EEXIST' || !ours) throw error
  })
  return dir
}
