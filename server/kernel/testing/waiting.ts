import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestApp } from './harness.ts'

/** Resolves when `count` statements of other transactions wait for a lock. PostgreSQL only. */
export const waiting = (t: Pick<TestApp, 'database'>, count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await t.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows[0]!.n).toBe(count)
  })
