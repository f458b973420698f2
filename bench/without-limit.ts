import type pg from 'pg'
import type { Kernel } from '../server/kernel/kernel.ts'

/** Runs statements on a connection without the product's time limit of a statement: filling millions of rows takes minutes. */
export async function withoutLimit(k: Kernel, work: (db: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const db = await k.pool.connect()
  try {
    await db.query('set statement_timeout = 0')
    await work(db)
  } finally {
    db.release(true)
  }
}
