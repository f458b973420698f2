import type { Db } from '../../kernel/db/index.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'
import { rightsNotices, type FactorEvent } from '../rights-notices.ts'

/** Tells the owner what happened to the own second factor; `once` names this event. */
export async function tellFactor(db: Db, userId: number, event: FactorEvent, once: string): Promise<void> {
  await rightsNotices(kernelOf(db))?.changedFactor(db, { userId, event, once })
}

/** Tells the owner, once for each lock, that wrong codes have locked the second step: whoever tries knows the password. */
export async function tellLock(db: Db, userId: number, counter: string): Promise<void> {
  const locked = await db
    .selectFrom('login_counter')
    .select('locked_until')
    .where('key', '=', counter)
    .where('locked_until', '>', kernelOf(db).clock.now().toISOString())
    .executeTakeFirst()
  if (locked) await tellFactor(db, userId, 'locked', String(locked.locked_until))
}
