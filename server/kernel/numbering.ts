import { sql } from 'kysely'
import type { Db } from './db/index.ts'

/**
 * The next number of a day, such as SB20261121-0001: `prefix` names the kind of thing, `day` is `YYYY-MM-DD`. Call it in the transaction
 * that uses the number: other transactions wait for its end, so committed numbers have no gaps and no duplicates.
 */
export async function nextNumber(db: Db, prefix: string, day: string): Promise<string> {
  return `${prefix}${day.replaceAll('-', '')}-${String(await nextOf(db, prefix, day)).padStart(4, '0')}`
}

/** The next number of a year, such as PX-2026-001; otherwise as `nextNumber`. A prefix counts either by days or by years. */
export const nextOfYear = async (db: Db, prefix: string, year: number): Promise<string> => (await severalOfYear(db, prefix, year, 1))[0]!

/** The next `count` numbers of a year at once, in their order. */
export async function severalOfYear(db: Db, prefix: string, year: number, count: number): Promise<string[]> {
  const last = await nextOf(db, prefix, `${year}-01-01`, count)
  return Array.from({ length: count }, (_, n) => `${prefix}-${year}-${String(last - count + 1 + n).padStart(3, '0')}`)
}

/** Reserves `count` numbers for the caller and returns the last of them. */
async function nextOf(db: Db, prefix: string, day: string, count = 1): Promise<number> {
  const { last } = await db
    .insertInto('numbering')
    .values({ prefix, day, last: count })
    .onConflict((c) => c.columns(['prefix', 'day']).doUpdateSet({ last: sql<number>`numbering.last + ${count}::int` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
