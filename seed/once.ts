import type { Kernel } from '../server/kernel/kernel.ts'

/**
 * Runs a seed of several transactions until it has completed once, and never again: an interrupted start continues, and what users delete
 * later stays deleted. `work` skips existing data.
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
