import { factorOff } from './logged.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { revokeSessions } from '../sessions.ts'
import { normalUserName } from '../user-name.ts'
import { factorOf } from './proof.ts'
import { endReset, resetAskedBy } from './reset-request.ts'
import { removeFactor } from './own.ts'

/**
 * Removes the second factor of a person who lost the app: two security officers within a day, and not for themselves. The first requests,
 * the second executes, on the factor that the request was about; all sessions of the account end. `tell` notifies the person in the same transaction.
 */
export async function resetFactor(
  k: Kernel,
  call: Call,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
  tell: (db: Db, user: { id: number }, done: boolean) => Promise<unknown>,
): Promise<{ done: boolean }> {
  if (id === actor.userId) throw refused('不能由本人解除自己的动态验证码，请由另一名安全管理员办理', 'OWN_WORK')
  const answer = await k.db.transaction().execute(async (db) => {
    const user = await lockedUser(db, id)
    const factor = await factorOf(db, id)
    if (!factor) throw refused('该用户没有开启动态验证码', 'STATE')
    const now = k.clock.now()
    const askedBy = await resetAskedBy(db, factor, now)
    if (askedBy === actor.userId) throw refused('已经提出，请另一名安全管理员在一天内确认', 'SECOND_OFFICER')
    if (askedBy === undefined) {
      await endReset(db, id)
      await db.insertInto('factor_reset').values({ user_id: id, asked_by: actor.userId, reason, asked_at: now }).execute()
      await audit(db, call, { action: 'secondFactor.ask', objectType: 'user', objectId: id, detail: { userName: user.user_name, reason } })
      await tell(db, user, false)
      return { done: false }
    }
    await removeFactor(db, id)
    await revokeSessions(db, id, 'factor', now)
    await audit(db, call, {
      action: 'secondFactor.remove',
      objectType: 'user',
      objectId: id,
      detail: { userName: user.user_name, reason, askedBy, ...factorOff },
    })
    await tell(db, user, true)
    return { done: true }
  })
  if (answer.done) forget(k, { users: [id] })
  return answer
}

/** For the server's command line, when no officer can do it. */
export async function removeFactorByName(k: Kernel, call: Call, userName: string): Promise<void> {
  const id = await k.db.transaction().execute(async (db) => {
    const user = await db.selectFrom('sys_user').select('id').where('user_name', '=', normalUserName(userName)).executeTakeFirst()
    if (!user) throw refused(`没有用户 ${userName}`)
    await removeFactor(db, user.id)
    await revokeSessions(db, user.id, 'factor', k.clock.now())
    await audit(db, call, {
      action: 'secondFactor.remove',
      objectType: 'user',
      objectId: user.id,
      detail: { userName, atServer: true, ...factorOff },
    })
    return user.id
  })
  forget(k, { users: [id] })
}
