import type { Db } from '../../kernel/db/index.ts'
import type { FactorRow } from './proof.ts'

/** A request holds for a day. */
const ASKED_MS = 24 * 3_600_000

/** The officer who requested that this factor be removed; undefined: nobody, too long ago, or it was an earlier factor of the account. */
export async function resetAskedBy(db: Db, factor: FactorRow, now: Date): Promise<number | undefined> {
  const asked = await db
    .selectFrom('factor_reset')
    .select(['asked_by', 'asked_at'])
    .where('user_id', '=', factor.user_id)
    .where('asked_at', '>', new Date(now.getTime() - ASKED_MS).toISOString())
    .where('asked_at', '>=', factor.enabled_at)
    .executeTakeFirst()
  return asked?.asked_by
}

/** A request is about one factor: it ends when that one is removed, by whomever, and when another is bound. Removing locks it after the factor. */
export const endReset = (db: Db, userId: number) => db.deleteFrom('factor_reset').where('user_id', '=', userId).execute()
