import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'

const MIN_FREE_BYTES = 200 << 20
const MAX_LAG_MS = 1000
const DATABASE_MS = 2000

export interface Readiness {
  ready: boolean
  database: boolean
  disk: boolean
  lag: boolean
}

const leaving = new WeakSet<Kernel>()
/** Reports "not ready" from now on: the load balancer sends no more requests, while arriving ones are still answered (V-04). */
export const leave = (k: Kernel): void => {
  leaving.add(k)
}

/**
 * /healthz: the process answers. /readyz: it can serve, i.e. database, disk and event loop are fine and it is not about to stop (B-01).
 * Neither reveals more.
 */
export function registerHealth(http: FastifyInstance, k: Kernel): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  let closing = false
  http.addHook('onListen', () => {
    delay.enable()
  })
  http.addHook('preClose', async () => {
    closing = true
    delay.disable()
  })
  http.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const [database, disk] = await Promise.all([databaseAnswers(k), diskHasRoom(k.config.DATA_DIR)])
    const lag = !(delay.percentile(99) / 1e6 > MAX_LAG_MS)
    delay.reset()
    const state: Readiness = { ready: !closing && !leaving.has(k) && database && disk && lag, database, disk, lag }
    return reply
      .code(state.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state)
  })
}

async function databaseAnswers(k: Kernel): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_MS)
  })
  const answer = k.pool.query('select 1').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

async function diskHasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > MIN_FREE_BYTES
  } catch {
    return false
  }
}
