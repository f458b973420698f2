import { createHash } from 'node:crypto'
import type { OwnSession } from '../../contract/sessions.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { forget } from './authenticate.ts'
import { browserWords } from './browser-words.ts'
import { IDLE_MS } from './limits.ts'
import { endViewsOf } from './lost-views.ts'
import { revokeSessions } from './sessions.ts'

const keyOf = (sessionId: string): string => createHash('sha256').update(`qifu:session:${sessionId}`).digest('base64url').slice(0, 22)

const openSessions = (k: Kernel, db: Db, userId: number) => {
  const now = k.clock.now()
  return db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('absolute_end', '>', now.toISOString())
    .where('seen_at', '>', new Date(now.getTime() - IDLE_MS).toISOString())
}

/** The account's sessions, this one first, then the newest. */
export const listOwnSessions = (k: Kernel, actor: Actor): Promise<OwnSession[]> => sessionsOf(k, actor.userId, actor.sessionId)

/** Those of somebody, for a security officer. */
export async function listSessionsOf(k: Kernel, userId: number): Promise<OwnSession[]> {
  if (!(await k.db.selectFrom('sys_user').select('id').where('id', '=', userId).executeTakeFirst())) throw noUser()
  return sessionsOf(k, userId, null)
}

/** How many sessions of somebody are open. */
export const countSessionsOf = async (k: Kernel, userId: number): Promise<number> =>
  (
    await openSessions(k, k.db, userId)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const noUser = () => notFound('该用户不存在或已被删除')

async function sessionsOf(k: Kernel, userId: number, present: string | null): Promise<OwnSession[]> {
  const rows = await openSessions(k, k.db, userId)
    .select(['id', 'variant', 'user_agent', 'ip', 'created_at', 'seen_at'])
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows
    .map((row) => ({
      key: keyOf(row.id),
      own: row.id === present,
      way: row.variant,
      browser: browserWords(row.user_agent ?? ''),
      agent: row.user_agent ?? '',
      ip: row.ip ?? '',
      createTime: row.created_at,
      seenTime: row.seen_at,
    }))
    .sort((a, b) => Number(b.own) - Number(a.own))
}

/**
 * Ends one session of the account, or all but this one; their pages are notified as at a log-out. The present session ends by logging out.
 */
export async function endOwnSessions(k: Kernel, call: Call, actor: Actor, key: string | undefined): Promise<{ ended: number }> {
  const ids = await k.db.transaction().execute(async (db) => {
    const open = (await openSessions(k, db, actor.userId).select('id').execute()).filter(({ id }) => id !== actor.sessionId)
    const chosen = key === undefined ? open : open.filter(({ id }) => keyOf(id) === key)
    if (key !== undefined && chosen.length === 0) throw refused('这处登录已经结束', 'STATE')
    if (chosen.length === 0) return []
    const ended = await db
      .updateTable('session')
      .set({ revoked_at: k.clock.now(), revoke_reason: 'ended' })
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    const gone = ended.map(({ id }) => id)
    await endViewsOf(db, gone)
    await audit(db, call, { action: 'session.stop', objectType: 'user', objectId: actor.userId, detail: { sessions: gone.length } })
    return gone
  })
  forget(k, { sessions: ids })
  return { ended: ids.length }
}

/** Ends one session or all of somebody, for a security officer who heard of a lost device. `tell` notifies that person in the same transaction. */
export async function endSessionsOf(
  k: Kernel,
  call: Call,
  actor: Actor,
  { id, key, reason }: { id: number; key?: string | undefined; reason: string },
  tell: (db: Db, user: { id: number }) => Promise<unknown>,
): Promise<{ ended: number }> {
  if (id === actor.userId) throw refused('不能由本人处理自己的登录，请由另一名安全管理员办理', 'OWN_WORK')
  const ended = await k.db.transaction().execute(async (db) => {
    const user = await db.selectFrom('sys_user').select(['id', 'user_name']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!user) throw noUser()
    const open = await openSessions(k, db, id).select('id').execute()
    if (open.length === 0) throw refused('该用户现在没有登录', 'STATE')
    const chosen = key === undefined ? open : open.filter((one) => keyOf(one.id) === key)
    if (chosen.length === 0) throw refused('这处登录已经结束', 'STATE')
    if (key === undefined) await revokeSessions(db, id, 'officer', k.clock.now())
    else {
      await db.updateTable('session').set({ revoked_at: k.clock.now(), revoke_reason: 'officer' }).where('id', '=', chosen[0]!.id).execute()
      await endViewsOf(db, [chosen[0]!.id])
    }
    await audit(db, call, {
      action: 'session.stop',
      objectType: 'user',
      objectId: id,
      detail: { userName: user.user_name, reason, sessions: chosen.length },
    })
    await tell(db, user)
    return chosen.length
  })
  forget(k, { users: [id] })
  return { ended }
}
