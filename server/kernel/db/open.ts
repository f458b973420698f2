import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { Dialect } from './dialect.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import { setTypeParsers } from './type-parsers.ts'
import type { Db, DbLog, OpenedDatabase } from './types.ts'

const DEFAULT_POOL_MAX = 10

/**
 * Opens PostgreSQL when `url` is given, else the embedded database in `dataDir`/db (created when missing). Throws DatabaseRefused with a
 * Chinese reason: folder held by another process, server unreachable or unsuitable. Does not migrate.
 */
export async function openDatabase({
  url,
  dataDir,
  poolMax = DEFAULT_POOL_MAX,
  log,
}: {
  url?: string
  dataDir: string
  poolMax?: number
  log: DbLog
}): Promise<OpenedDatabase> {
  setTypeParsers()
  const opened = url ? { ...(await openPostgres(url, poolMax, log)), close: async () => {} } : await openEmbedded(join(dataDir, 'db'), log)
  const db = new Kysely<Database>({ dialect: new Dialect({ pool: opened.pool }) })
  let closed: Promise<void> | undefined
  const close = async () => {
    await db.destroy()
    if (!opened.pool.ended) await opened.pool.end()
    await opened.close()
  }
  return { pool: opened.pool, db, engine: url ? 'postgres' : 'pglite', close: () => (closed ??= close()) }
}

/** Runs `work` in a transaction whose statements may take `seconds` (the default of a request is 5). PGlite has no statement limit. */
export const withStatementLimit = <T>(db: Db, seconds: number, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(seconds * 1000)}, true)`.execute(trx)
    return work(trx)
  })

/** Embedded only, nightly and after imports: PGlite has no autovacuum and no checkpointer. On PostgreSQL it does nothing. */
export async function maintain({ pool, engine }: Pick<OpenedDatabase, 'pool' | 'engine'>): Promise<void> {
  if (engine !== 'pglite') return
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
}
