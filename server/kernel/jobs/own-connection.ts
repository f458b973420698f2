import type { EventEmitter } from 'node:events'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../db/schema.ts'
import type { Db } from '../db/index.ts'
import { cut, surviveLoss } from '../db/watched-pool.ts'
import { bindKernel } from '../kernel-of.ts'
import type { Kernel } from '../kernel.ts'

/**
 * Runs `work` on a connection outside the pool, for work that takes minutes: requests keep all their connections, and the work can use the
 * pool without blocking itself. A statement may take `seconds`. The work fails when the pool finds the database away. `pid` is that of the
 * server process. The embedded database has one connection for all: there the work gets `k.db`, and no `pid`.
 */
export async function withOwnConnection<T>(
  k: Kernel,
  seconds: number,
  work: (connection: { db: Db; pid: number | null }) => Promise<T>,
): Promise<T> {
  if (k.engine === 'pglite') return work({ db: k.db, pid: null })
  const own = new pg.Pool({ ...k.pool.options, max: 1, idleTimeoutMillis: 0, statement_timeout: seconds * 1000 })
  own.on('error', () => {})
  const open = new Set<pg.PoolClient>()
  own.on('connect', (client) => {
    open.add(client)
    surviveLoss(client)
  })
  const away = () => open.forEach(cut)
  const states: EventEmitter = k.pool
  states.on('away', away)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: own }) })
  bindKernel(k, db)
  try {
    const { rows } = await own.query<{ pid: number }>('select pg_backend_pid() as pid')
    return await work({ db, pid: rows[0]!.pid })
  } finally {
    states.off('away', away)
    await db.destroy()
  }
}
