import type { ResetAsked } from '../../../contract/identity/factor-reset.ts'
import type { Db } from '../../kernel/db/index.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'
import { rightsNotices } from '../rights-notices.ts'

/** A request holds for a day. */
const ASKED_MS = 24 * 3_600_000
export const openSince = (now: Date): string => new Date(now.getTime() - ASKED_MS).toISOString()

/** The requests that can be decided now: not too old, and about the factor that the account has, not about an earlier one. */
export const openResets = (db: Db, now: Date) =>
  db
    .selectFrom('factor_reset as x')
    .innerJoin('second_factor as f', 'f.user_id', 'x.user_id')
    .where('x.asked_at', '>', openSince(now))
    .whereRef('x.asked_at', '>=', 'f.enabled_at')

/** Those that this officer decides, which are about somebody else, or those that this officer made. */
export const resetsBy = (db: Db, now: Date, reader: number, by: 'others' | 'mine') =>
  by === 'mine'
    ? openResets(db, now).where('x.asked_by', '=', reader)
    : openResets(db, now).where('x.asked_by', '!=', reader).where('x.user_id', '!=', reader)

export const endOfReset = (askedAt: string): string => new Date(Date.parse(askedAt) + ASKED_MS).toISOString()

export interface Reset {
  userId: number
  askedBy: number
  asked: ResetAsked
}

/** The open requests about these accounts, in the words of `reader`. */
export async function resetsOf(db: Db, now: Date, userIds: readonly number[], reader: number): Promise<Map<number, Reset>> {
  if (userIds.length === 0) return new Map()
  const rows = await openResets(db, now)
    .innerJoin('sys_user as o', 'o.id', 'x.asked_by')
    .where('x.user_id', 'in', [...userIds])
    .select(['x.user_id', 'x.asked_by', 'x.asked_at', 'x.reason', 'o.name', 'o.user_name'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        userId: row.user_id,
        askedBy: row.asked_by,
        asked: {
          askedBy: `${row.name}（${row.user_name}）`,
          own: row.asked_by === reader,
          askTime: row.asked_at,
          until: endOfReset(row.asked_at),
          reason: row.reason,
        },
      },
    ]),
  )
}

/**
 * A request is about one factor: it ends when that one is removed, by whomever, and when another is bound. Removing locks it after the
 * factor. Nobody is asked any more.
 */
export async function endReset(db: Db, userId: number): Promise<void> {
  const gone = await db.deleteFrom('factor_reset').where('user_id', '=', userId).returning('user_id').executeTakeFirst()
  if (gone) await rightsNotices(kernelOf(db))?.endedReset(db, userId)
}
