import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { AppError } from '../errors.ts'
import { publishAll, subscribe } from '../jobs/events.ts'
import type { Kernel } from '../kernel.ts'
import { pagesPurged } from './services.ts'

/** A kind of thing that everybody may read once it is published: the pages that show it, and the caches that hold it. */
interface Public {
  /** the event topic by which processes report a change, such as `policies` */
  topic: string
  /** prefix of the addresses of public pages that may show it */
  pages: string
  /** clears the other caches of this process */
  forget?(k: Kernel): void
}

/**
 * The one way to change public content. `changing` runs one transaction; after its commit, cached pages and answers are cleared in every
 * process. Call `hear` once, when the domain joins.
 */
export function publishing({ topic, pages, forget }: Public) {
  return {
    hear(k: Kernel): void {
      if (!forget) return
      subscribe(k, topic, () => forget(k))
      // Events are lost while the connection is broken.
      subscribe(k, 'reconnected', () => forget(k))
    },
    async changing<T>(k: Kernel, work: (db: Transaction<Database>) => Promise<T>): Promise<T> {
      const result = await k.db.transaction().execute(async (db) => {
        const done = await work(db)
        await publishAll(db, [pagesPurged(pages), ...(forget ? [{ topic }] : [])])
        return done
      })
      forget?.(k)
      return result
    },
  }
}

/**
 * Handles the rows that are due by the clock, each on its own. A row that somebody else handled first is skipped; other errors are logged
 * and retried the next time.
 */
export async function eachDue<T extends { id: number }>(k: Kernel, rows: readonly T[], take: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows)
    await take(row).catch((err: unknown) => {
      if (!(err instanceof AppError)) k.log.error({ err, id: row.id }, 'scheduled move failed')
    })
}
