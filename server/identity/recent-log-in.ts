import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { openEnvelope, useNonces, wrongEnvelope } from './challenge.ts'
import { RECENT_MS } from './limits.ts'
import { askOwnPassword } from './passwords.ts'

/**
 * Call this before whatever somebody at an open page of another person must not do: it refuses more than ten minutes after the log-in, or
 * after the password was last typed in this session. The page asks for the password and repeats the call, so call it before anything is
 * changed or a code is used up (ADR 0981). Not inside a transaction.
 */
export async function askRecentLogIn(k: Kernel, actor: Actor): Promise<void> {
  const since = k.clock.now().getTime() - RECENT_MS
  const { created_at, password_at, password_hash } = await own(k, actor)
  if ([created_at, password_at].some((at) => at !== null && Date.parse(at) > since)) return
  if (password_hash === null) throw refused('这个账号没有密码：请退出后重新登录，并在 10 分钟内办理', 'LOG_IN_AGAIN')
  throw refused('请先输入登录密码，再进行这项操作', 'PASSWORD_STALE')
}

/** Takes the password, in an envelope, for the next ten minutes of this session. Wrong ones count with those of a change of password. */
export async function confirmPassword(k: Kernel, call: Call, actor: Actor, password: string): Promise<true> {
  const { pwd, nonce } = openEnvelope(k, password)
  const now = k.clock.now()
  if (!(await useNonces(k.db, [nonce], now))) throw wrongEnvelope()
  const { password_hash } = await own(k, actor)
  const action = 'password.confirm'
  await askOwnPassword(k, call, actor, { given: pwd, hash: password_hash, action, field: 'password', name: '登录密码' })
  await k.db.transaction().execute(async (db) => {
    await db.updateTable('session').set({ password_at: now }).where('id', '=', actor.sessionId).execute()
    await audit(db, call, { action, objectType: 'user', objectId: actor.userId })
  })
  return true
}

async function own(k: Kernel, actor: Actor) {
  const row = await k.db
    .selectFrom('session as s')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .select(['s.created_at', 's.password_at', 'u.password_hash'])
    .where('s.id', '=', actor.sessionId)
    .where('u.id', '=', actor.userId)
    .executeTakeFirst()
  if (!row) throw sessionDead()
  return row
}
