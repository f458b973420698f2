import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { AppError } from '../errors.ts'
import { publish, subscribe } from '../jobs/events.ts'
import type { Kernel } from '../kernel.ts'
import { purgePagesAfter } from './services.ts'

/** A kind of thing that everybody may read once it is published: what shows it, and what keeps copies of it. */
interface Public {
  /** by which processes tell each other that something changed, such as `policies` */
  topic: string
  /** addresses of the public pages that may show it begin so */
  pages: string
  /** forgets what this process keeps of it besides pages */
  forget?(k: Kernel): void
}

/**
 * One way to change what is public. `changing` runs one transaction; when it has committed, pages and kept answers are forgotten in every
 * process, so that nobody reads the old. `hear` is called once, when the domain joins.
 */
export function publishing({ topic, pages, forget }: Public) {
  return {
    hear(k: Kernel): void {
      if (!forget) return
      subscribe(k, topic, () => forget(k))
      // What was told during a broken connection was not heard.
      subscribe(k, 'reconnected', () => forget(k))
    },
    async changing<T>(k: Kernel, work: (db: Transaction<Database>) => Promise<T>): Promise<T> {
      const result = await k.db.transaction().execute(async (db) => {
        const done = await work(db)
        await purgePagesAfter(db, pages)
        if (forget) await publish(db, topic)
        return done
      })
      forget?.(k)
      return result
    },
  }
}

/**
 * Takes what is due by the clock, each row for itself: somebody who was faster is no fault, anything else is logged, and the next time tries again.
 */
export async function eachDue<T extends { id: number }>(k: Kernel, rows: readonly T[], take: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows)
    await take(row).catch((err: unknown) => {
      if (!(err instanceof AppError)) k.log.error({ err, id: row.id }, 'scheduled move failed')
    })
}
