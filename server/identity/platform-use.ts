import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'

const DAY_MS = 86_400_000

/** Counts, per hour, links that were signed, or openings of a platform by people who are logged in. */
export const countUse = (k: Kernel, platformId: number) =>
  sql`insert into platform_use (platform_id, hour, signed) values (${platformId}, date_trunc('hour', ${k.clock.now()}::timestamptz), 1)
    on conflict (platform_id, hour) do update set signed = platform_use.signed + 1`.execute(k.db)

/** Uses of a platform in the last 24 hours. */
export async function usedSince(k: Kernel, platformId: number): Promise<number> {
  const { used } = await k.db
    .selectFrom('platform_use')
    .select(sql<number>`coalesce(sum(signed), 0)::int`.as('used'))
    .where('platform_id', '=', platformId)
    .where('hour', '>', new Date(k.clock.now().getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return used
}
