import { sql, type RawBuilder } from 'kysely'
import { Freshness } from '../kernel/answers/freshness.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { found, publicColumns, statusesOf, withoutNames, type ActivityRecord, type Filters } from './activity-queries.ts'
import { isPublic, sideOf } from './status-sql.ts'

/**
 * Cache of totals by filter, because a hundred thousand rows are not counted for every page. Every change of an activity clears it, a change
 * of its seats only what depends on seats: while thousands enrol, the other lists are not counted anew for each of them.
 */
const counts = perKernel(() => {
  const kept = () => new Freshness({ renewMs: 5000, staleMs: 10_000 })
  return { bySeats: kept(), others: kept() }
})
export const forgetSeatCounts = (k: Kernel): void => counts(k).bySeats.clear()
export function forgetCounts(k: Kernel): void {
  forgetSeatCounts(k)
  counts(k).others.clear()
}

/** The start of the running or coming activity that starts first. Time only moves it on, so an older answer is still a limit. */
const firstStart = (k: Kernel, ahead: RawBuilder<boolean>): Promise<string | null> =>
  counts(k).others.get('first start', async () => {
    const rows = k.db.selectFrom('train_activity as a').where(isPublic).where(ahead)
    return (await rows.select((e) => e.fn.min('a.start_at').as('first')).executeTakeFirstOrThrow()).first
  })

/**
 * The public list: running and coming activities first, nearest first; then past ones, latest first. Each part is read along an index from
 * where it begins; a single order would sort all rows for every page.
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
  const known = q.open === 1 || q.status?.length ? counts(k).bySeats : counts(k).others
  const { total, coming } = await known.get(JSON.stringify(filters), () =>
    rows
      .select([sql<number>`count(*)::int`.as('total'), sql<number>`(count(*) filter (where ${ahead}))::int`.as('coming')])
      .executeTakeFirstOrThrow(),
  )
  const side = q.open === 1 ? 'ahead' : sideOf(statusesOf(q))
  const from = (page - 1) * pageSize
  const part = (which: RawBuilder<boolean>, direction: 'asc' | 'desc', offset: number, limit: number) =>
    rows.where(which).select(publicColumns).orderBy('a.start_at', direction).orderBy('a.id', 'desc').limit(limit).offset(offset).execute()
  const start = side !== 'over' && (page === 1 || from < coming) ? await firstStart(k, ahead) : null
  const first = start ? await part(sql<boolean>`(${ahead} and a.start_at >= ${start}::timestamptz)`, 'asc', from, pageSize) : []
  const begun = sql<boolean>`(${over} and a.start_at <= ${now}::timestamptz)`
  const rest =
    side !== 'ahead' && first.length < pageSize ? await part(begun, 'desc', Math.max(0, from - coming), pageSize - first.length) : []
  return { total: Math.max(total, first.length + rest.length), rows: [...first, ...rest].map((row) => ({ ...row, ...withoutNames })) }
}
