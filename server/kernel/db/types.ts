import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import type { Database } from '../../../db/schema.ts'

export type Db = Kysely<Database>
export type Engine = 'pglite' | 'postgres'
export type DbLog = Pick<BaseLogger, 'info' | 'warn' | 'error' | 'fatal'>

export type OpenedDatabase = {
  pool: Pool
  db: Db
  engine: Engine
  /** Ends the pool; embedded: checkpoints and closes PGlite and frees the folder. May be called twice. */
  close: () => Promise<void>
}

/** The database cannot be used in its present state. The message is Chinese, for the person who starts the program. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}
