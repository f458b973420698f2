import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { administratorsAmong } from './admin/administrator-log-in.ts'
import { lockedUser } from './admin/locked-user.ts'
import { forget, type SeenChange } from './authenticate.ts'
import { VIEWING_MS } from './limits.ts'
import { NO_VIEW } from './lost-views.ts'

/** Notifies the viewed person, in the transaction that begins the view. */
export type Tell = (db: Db, user: { id: number }, until: Date) => Promise<unknown>
interface View {
  userId: number
  tell: Tell
  /** a change of rights that is shown as if it had taken effect */
  change?: SeenChange & { title: string }
}

/**
 * Lets a security officer see the platform as another member of staff, for fifteen minutes, in this session, without changing anything
 * (access/viewing.ts). `whom` is asked in the transaction.
 */
export async function startViewing(
  k: Kernel,
  call: Call,
  actor: Actor,
  reason: string,
  whom: (db: Db) => Promise<View>,
): Promise<{ until: string }> {
  const until = new Date(k.clock.now().getTime() + VIEWING_MS)
  await k.db.transaction().execute(async (db) => {
    const { userId, tell, change } = await whom(db)
    if (userId === actor.userId) throw refused('不能以自己的视角查看', 'OWN_WORK')
    const user = await lockedUser(db, userId)
    if (user.type !== 'YYF') throw refused('只能以工作人员的视角查看')
    if (!user.enabled) throw refused('该账号已停用', 'STATE')
    if ((await administratorsAmong(db, [userId])).has(userId)) throw refused('不能以系统、安全、审计管理员的视角查看', 'EXCLUSIVE_ROLES')
    const begun = await db
      .updateTable('session')
      .set((e) => ({
        viewing_user_id: userId,
        viewing_until: until,
        viewing_change_id: change?.id ?? null,
        viewing_change_version: change?.version ?? null,
        viewing_change_day: change?.day ?? null,
        viewing_rights_version: change ? e.selectFrom('sys_user').select('rights_version').where('id', '=', userId) : null,
      }))
      .where('id', '=', actor.sessionId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw sessionDead()
    const detail = {
      userName: user.user_name,
      reason,
      until: until.toISOString(),
      ...(change ? { changeId: change.id, change: change.title, ...(change.day ? { day: change.day } : {}) } : {}),
    }
    await audit(db, call, { action: 'viewAs.start', objectType: 'user', objectId: userId, detail })
    await tell(db, user, until)
  })
  forget(k, { sessions: [actor.sessionId] })
  return { until: until.toISOString() }
}

/** Ends the view early; calling it again has no effect. */
export async function endViewing(k: Kernel, call: Call, actor: Actor): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const view = await db
      .selectFrom('session')
      .select('viewing_user_id')
      .where('id', '=', actor.sessionId)
      .where('viewing_user_id', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!view) return
    await db.updateTable('session').set(NO_VIEW).where('id', '=', actor.sessionId).execute()
    // One that ended because its change was decided has already given the session back, and is recorded here.
    await audit(db, call, { action: 'viewAs.stop', objectType: 'user', objectId: view.viewing_user_id })
  })
  forget(k, { sessions: [actor.sessionId] })
  return true
}
