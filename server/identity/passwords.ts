import { newPassword } from '../../contract/fields.ts'
import { PASSWORD_STALE_DAYS } from '../../contract/constants.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf, daysBetween, today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { sourceOf } from '../kernel/http/limits.ts'
import { hashPassword, passwordFits } from '../kernel/access/password.ts'
import { forget } from './authenticate.ts'
import { openEnvelope, useNonces, wrongEnvelope } from './challenge.ts'
import { commonPasswords } from './common-passwords.ts'
import { ACCOUNT_AND_SOURCE, PASSWORD_HISTORY } from './limits.ts'
import { revokeSessions } from './sessions.ts'
import { admit, succeed } from './throttle-queries.ts'

/** Why a password is refused, apart from its history; null when it is allowed (spec §5, A-06). */
export function weakness(password: string, userName: string): string | null {
  const parsed = newPassword.safeParse(password)
  if (!parsed.success) return parsed.error.issues[0]!.message
  const lower = password.toLowerCase()
  if (lower.includes(userName.toLowerCase())) return '密码不能包含用户名'
  if (commonPasswords.has(lower)) return '该密码过于常见，请更换'
  return null
}

/** Changes the user's own password; both passwords come in envelopes. Every session ends, also the present one: its tokens may have been copied (A-06, S-02). */
export async function changePassword(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { oldPassword: string; newPassword: string },
): Promise<true> {
  const old = openEnvelope(k, input.oldPassword)
  const next = openEnvelope(k, input.newPassword)
  const now = k.clock.now()
  if (!(await useNonces(k.db, [old.nonce, next.nonce], now))) throw wrongEnvelope()
  const user = await k.db
    .selectFrom('sys_user')
    .select(['user_name', 'password_hash', 'password_changed_at'])
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  if (!user) throw sessionDead()
  await askOwnPassword(k, call, actor, {
    given: old.pwd,
    hash: user.password_hash,
    action: 'password.change',
    field: 'oldPassword',
    name: '旧密码',
  })
  const fault = weakness(next.pwd, user.user_name) ?? (await reuse(k.db, actor.userId, user.password_hash, next.pwd))
  if (fault) throw invalidField('newPassword', fault)
  const hash = await hashPassword(next.pwd)
  await k.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('sys_user')
      .set({ password_hash: hash, password_changed_at: now })
      .where('id', '=', actor.userId)
      .where('password_hash', 'is not distinct from', user.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refused('密码已在别处修改，请重新登录', 'CONFLICT')
    await remember(db, actor.userId, hash, now)
    await revokeSessions(db, actor.userId, 'password', now)
    await audit(db, call, {
      action: 'password.change',
      objectType: 'user',
      objectId: String(actor.userId),
      detail: {
        before: { password: passwordWords(user) },
        after: { password: passwordWords({ password_hash: hash, password_changed_at: now }) },
      },
    })
  })
  forget(k, { users: [actor.userId] })
  return true
}

interface Asked {
  given: string
  hash: string | null
  /** of the audit entry of a refusal */
  action: string
  field: string
  /** of the password, in the messages */
  name: string
}

/**
 * Throws at the field unless this is the user's password. Five wrong ones from one address refuse further ones for 15 minutes, whatever
 * they were asked for.
 */
export async function askOwnPassword(k: Kernel, call: Call, actor: Actor, { given, hash, action, field, name }: Asked): Promise<void> {
  const key = `change-password:${actor.userId}|${sourceOf(call.ip)}`
  if (!(await admit(k.db, key, ACCOUNT_AND_SOURCE, k.clock.now()))) throw refused(`${name}错误次数过多，请 15 分钟后再试`, 'LOCKED')
  if (!(await passwordFits(given, hash))) {
    await audit(k.db, call, { action, objectType: 'user', objectId: String(actor.userId), result: 'refused', detail: { why: 'wrong' } })
    throw invalidField(field, `${name}错误`)
  }
  await succeed(k.db, key, ACCOUNT_AND_SOURCE, { clear: true })
}

async function reuse(db: Db, userId: number, current: string | null, password: string): Promise<string | null> {
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(PASSWORD_HISTORY)
    .execute()
  const earlier = new Set([...(current ? [current] : []), ...rows.map((r) => r.hash)])
  for (const hash of earlier) if (await passwordFits(password, hash)) return `不能使用最近 ${PASSWORD_HISTORY} 次用过的密码`
  return null
}

/** Stores the hash for the check against reuse. */
export async function remember(db: Db, userId: number, hash: string, at: Date): Promise<void> {
  await db.insertInto('password_history').values({ user_id: userId, hash, at }).execute()
}

/** What a password is, without the password. */
export function passwordWords(user: { password_hash: string | null; password_changed_at: string | Date | null }): string {
  if (user.password_hash === null) return '没有'
  return user.password_changed_at === null ? '初始密码，登录后须修改' : '已设定'
}

/** spec §6: operators are told after 90 days; other users are not. */
export async function isPasswordStale(k: Kernel, actor: Actor): Promise<boolean> {
  if (actor.type !== 'YYF') return false
  const row = await k.db.selectFrom('sys_user').select('password_changed_at').where('id', '=', actor.userId).executeTakeFirst()
  if (!row?.password_changed_at) return true
  return daysBetween(dateOf(new Date(row.password_changed_at)), today(k.clock)) > PASSWORD_STALE_DAYS
}
