import type { Db } from '../../kernel/db/index.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { rightsNotices } from '../rights-notices.ts'
import { endReset, openSince } from './reset-request.ts'

/** The requests about which nobody decided within the day. */
const expired = (db: Db, now: Date) => db.selectFrom('factor_reset as x').where('x.asked_at', '<=', openSince(now))

/** Ends a request whose day is over, and says so to the one who asked and to the owner. The account is locked. */
export async function expireReset(k: Kernel, db: Db, user: { id: number; user_name: string; name: string }): Promise<void> {
  const row = await expired(db, k.clock.now())
    .leftJoin('second_factor as f', (j) => j.onRef('f.user_id', '=', 'x.user_id').onRef('f.enabled_at', '<=', 'x.asked_at'))
    .where('x.user_id', '=', user.id)
    .select(['x.asked_by', 'x.asked_at', 'f.user_id as about'])
    .executeTakeFirst()
  if (!row) return
  await endReset(db, user.id)
  // One about an earlier factor ended with that factor.
  if (row.about === null) return
  const { id, user_name: userName, name } = user
  await rightsNotices(k)?.expiredReset(db, { user: { id, userName, name }, askedBy: row.asked_by, askedAt: row.asked_at })
}

async function expireResets(k: Kernel): Promise<void> {
  for (const { user_id } of await expired(k.db, k.clock.now()).select('x.user_id').orderBy('x.user_id').execute())
    await k.db.transaction().execute(async (db) => expireReset(k, db, await lockedUser(db, user_id)))
}

export const watchResets = (k: Kernel): void =>
  recurring(k, { name: 'identity.factor-reset', title: '解除动态验证码的申请到期', cron: '*/10 * * * *' }, () => expireResets(k))
