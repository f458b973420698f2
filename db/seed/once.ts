import type { Kernel } from '../../server/kernel/kernel.ts'

/**
 * Runs a seed of several transactions until it once came to its end, and never again: a start that was killed in the middle goes on where
 * it was, and what people delete later stays deleted. `work` skips what is there already.
 */
export async function seedOnce(k: Kernel, name: string, work: () => Promise<void>): Promise<void> {
  if (await k.db.selectFrom('seed_run').select('name').where('name', '=', name).executeTakeFirst()) return
  await work()
  await k.db
    .insertInto('seed_run')
    .values({ name, at: k.clock.now() })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
}
