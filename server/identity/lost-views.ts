import { sql } from 'kysely'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { kernelOf } from '../kernel/kernel-of.ts'

/**
 * SQL: whether the view of a session `s` as somebody else (ADR 0712) may go on, apart from its time: the right to it is held, and the account may
 * be viewed (startViewing: not disabled, no administrator); a view after a change also ends when the change moves on, or when the rights under it
 * change.
 */
export const MAY_VIEW = `s.viewing_user_id is not null and exists (select from user_role ur join role_permission p on p.role_id = ur.role_id
        where ur.user_id = s.user_id and p.permission = 'role:manage')
      and exists (select from sys_user w where w.id = s.viewing_user_id and w.enabled and w.type = 'YYF')
      and not exists (select from user_role wr where wr.user_id = s.viewing_user_id and wr.exclusive_group is not null)
      and (s.viewing_change_version is null or exists (select from rights_change c join sys_user v on v.id = s.viewing_user_id
        where c.id = s.viewing_change_id and c.version = s.viewing_change_version and v.rights_version = s.viewing_rights_version))`

export const NO_VIEW = {
  viewing_user_id: null,
  viewing_until: null,
  viewing_change_id: null,
  viewing_change_version: null,
  viewing_change_day: null,
  viewing_rights_version: null,
} as const

/**
 * Takes out of the sessions the views by or of these users that may not go on, in the transaction that changed their accounts or rights: a view
 * that ended does not begin again when the account is enabled again, or the right comes back.
 */
export async function endLostViews(db: Db, userIds: readonly number[], reason: string): Promise<void> {
  const users = [...userIds]
  const lost = await views(db)
    .where((e) => e.or([e('s.viewing_user_id', '=', e.fn.any(e.val(users))), e('s.user_id', '=', e.fn.any(e.val(users)))]))
    .where(sql<boolean>`not (${sql.raw(MAY_VIEW)})`)
    .execute()
  await end(db, lost, reason)
}

/** The same for sessions that are ended, in the same transaction. */
export async function endViewsOf(db: Db, sessionIds: readonly string[], reason = '查看人的登录已结束'): Promise<void> {
  if (sessionIds.length > 0)
    await end(
      db,
      await views(db)
        .where('s.id', 'in', [...sessionIds])
        .execute(),
      reason,
    )
}

const views = (db: Db) =>
  db
    .selectFrom('session as s')
    .innerJoin('sys_user as o', 'o.id', 's.user_id')
    .innerJoin('sys_user as w', 'w.id', 's.viewing_user_id')
    .select(['s.id', 's.viewing_user_id', 's.viewing_until', 'o.user_name as viewer', 'w.user_name as viewed'])
    .forUpdate('s')

async function end(db: Db, ended: Awaited<ReturnType<ReturnType<typeof views>['execute']>>, reason: string): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await db.updateTable('session').set(NO_VIEW).where('id', 'in', ids).execute()
  const now = kernelOf(db).clock.now().getTime()
  for (const { viewing_user_id: userId, viewing_until: until, viewer, viewed } of ended) {
    // One whose time was over had ended by itself, as its beginning says.
    if (until === null || Date.parse(until) <= now) continue
    const detail = { userName: viewed, viewer, reason }
    await audit(db, systemCall('view-ended'), { action: 'viewAs.stop', objectType: 'user', objectId: userId, detail })
  }
}
