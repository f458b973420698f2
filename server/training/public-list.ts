import { sql, type RawBuilder } from 'kysely'
import { Freshness } from '../kernel/answers/freshness.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { columns, found, type ActivityRecord, type Filters } from './activity-queries.ts'
import { isPublic } from './status-sql.ts'

/**
 * Cache of totals by filter, because a hundred thousand rows are not counted for every page. Cleared by each change of an activity or its
 * seats.
 */
const counts = perKernel(() => new Freshness({ renewMs: 5000, staleMs: 10_000 }))
export const forgetCounts = (k: Kernel): void => counts(k).clear()

/**
 * The public list: running and coming activities first, nearest first; then past ones, latest first. Each part is read along an index; a
 * single order would sort all rows for every page.
 */
export async function publicPage(
  k: Kernel,
  q: Filters & { page: number; pageSize: number },
): Promise<{ total: number; rows: ActivityRecord[] }> {
  const now = k.clock.now().toISOString()
  const rows = found(k, isPublic, q)
  const over = sql<boolean>`a.end_at <= ${now}::timestamptz`
  const ahead = sql<boolean>`a.end_at > ${now}::timestamptz`
  const { page, pageSize, ...filters } = q
  const { total, coming } = await counts(k).get(JSON.stringify(filters), () =>
    rows
      .select([sql<number>`count(*)::int`.as('total'), sql<number>`(count(*) filter (where ${ahead}))::int`.as('coming')])
      .executeTakeFirstOrThrow(),
  )
  const from = (page - 1) * pageSize
  const part = (which: RawBuilder<boolean>, direction: 'asc' | 'desc', offset: number, limit: number) =>
    rows.where(which).select(columns).orderBy('a.start_at', direction).orderBy('a.id', 'desc').limit(limit).offset(offset).execute()
  const first = page === 1 || from < coming ? await part(ahead, 'asc', from, pageSize) : []
  const rest = first.length < pageSize ? await part(over, 'desc', Math.max(0, from - coming), pageSize - first.length) : []
  return { total: Math.max(total, first.length + rest.length), rows: [...first, ...rest] }
}
