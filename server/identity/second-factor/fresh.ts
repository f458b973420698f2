import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { FACTOR_MS } from '../limits.ts'

/** Whether this session gave a code within ten minutes, or the person has no second factor. */
export async function isFactorFresh(k: Kernel, { userId, sessionId }: Actor): Promise<boolean> {
  const row = await k.db
    .selectFrom('second_factor as f')
    .leftJoin('session as s', (j) => j.on('s.id', '=', sessionId))
    .where('f.user_id', '=', userId)
    .where('f.enabled_at', 'is not', null)
    .select('s.factor_at')
    .executeTakeFirst()
  return !row || (row.factor_at !== null && Date.parse(row.factor_at) > k.clock.now().getTime() - FACTOR_MS)
}

/** Records the code for its session only: another browser of the same person must give its own. */
export async function noteFactor(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ factor_at: now }).where('id', '=', sessionId).execute()
}
