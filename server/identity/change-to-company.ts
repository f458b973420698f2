import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { forget } from './authenticate.ts'
import { companiesOf } from './companies.ts'
import { continueSession } from './sessions.ts'
import type { TokenPair } from './tokens.ts'
import { raiseRights } from './users.ts'

/**
 * Switches a bound person's session to the company, or (without `companyId`) back to the person: a new token pair, the old one ends, the
 * session's absolute end stays (S-07; spec §4: swaps tokens, keeps oldType). The user's row is locked, so that a parallel unbinding comes
 * either before or after.
 */
export async function changeToCompany(k: Kernel, call: Call, actor: Actor, companyId: number | null): Promise<TokenPair> {
  if ((actor.ownType ?? actor.type) !== 'GR') throw forbidden('仅绑定了企业的个人账号可以切换身份')
  const pair = await k.db.transaction().execute(async (db) => {
    const user = await db
      .selectFrom('sys_user')
      .select(['id', 'type', 'rights_version'])
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw sessionDead()
    if (companyId !== null && !(await companiesOf(k)?.isBound(db, user.id, companyId)))
      throw refused('尚未绑定该企业，审核通过后才能切换', 'NOT_BOUND')
    const made = await continueSession(k, db, call, actor.sessionId, user, companyId)
    await audit(db, call, {
      action: companyId === null ? 'session.changeBack' : 'session.changeToCompany',
      objectType: 'company',
      objectId: companyId ?? actor.companyId,
    })
    return made
  })
  forget(k, { sessions: [actor.sessionId] })
  return pair
}

/**
 * Ends this user's acting for the company: their sessions become personal again, and older tokens get 403. Call `forget` after the commit.
 */
export async function stopActing(db: Db, userId: number, companyId: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ acting_company_id: null })
    .where('user_id', '=', userId)
    .where('acting_company_id', '=', companyId)
    .execute()
  await raiseRights(db, [userId])
}
