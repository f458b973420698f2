import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { administratorsAmong } from './admin/administrator-log-in.ts'
import { lockedUser } from './admin/locked-user.ts'
import { forget } from './authenticate.ts'
import { VIEWING_MS } from './limits.ts'

/**
 * Lets a security officer see the platform as another member of staff, for fifteen minutes, in this session, without changing anything
 * (access/viewing.ts). `tell` notifies that person in the same transaction.
 */
export async function startViewing(
  k: Kernel,
  call: Call,
  actor: Actor,
  { userId, reason }: { userId: number; reason: string },
  tell: (db: Db, user: { id: number }, until: Date) => Promise<unknown>,
): Promise<{ until: string }> {
  if (userId === actor.userId) throw refused('不能以自己的视角查看', 'OWN_WORK')
  const until = new Date(k.clock.now().getTime() + VIEWING_MS)
  await k.db.transaction().execute(async (db) => {
    const user = await lockedUser(db, userId)
    if (user.type !== 'YYF') throw refused('只能以工作人员的视角查看')
    if (!user.enabled) throw refused('该账号已停用', 'STATE')
    if ((await administratorsAmong(db, [userId])).has(userId)) throw refused('不能以系统、安全、审计管理员的视角查看', 'EXCLUSIVE_ROLES')
    const begun = await db
      .updateTable('session')
      .set({ viewing_user_id: userId, viewing_until: until })
      .where('id', '=', actor.sessionId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw sessionDead()
    const detail = { userName: user.user_name, reason, until: until.toISOString() }
    await audit(db, call, { action: 'viewAs.start', objectType: 'user', objectId: userId, detail })
    await tell(db, user, until)
  })
  forget(k, { sessions: [actor.sessionId] })
  return { until: until.toISOString() }
}

/** Ends the view early; calling it again has no effect. */
export async function endViewing(k: Kernel, call: Call, actor: Actor): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('session')
      .set({ viewing_user_id: null, viewing_until: null })
      .where('id', '=', actor.sessionId)
      .where('viewing_user_id', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (ended && actor.viewer) await audit(db, call, { action: 'viewAs.stop', objectType: 'user', objectId: actor.userId })
  })
  forget(k, { sessions: [actor.sessionId] })
  return true
}
