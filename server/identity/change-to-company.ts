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
 * A person bound to a company goes on as that company, or (without `companyId`) as themselves again: a new pair, the old one dead, the absolute
 * end of the session kept (S-07; spec §4: swaps tokens, keeps oldType). The user's row is held, so an unbinding at the same moment wins or waits.
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

/** Nobody acts for the company any more on behalf of this user: their sessions are their own again, and older tokens answer 403. Call `forget` after the commit. */
export async function stopActing(db: Db, userId: number, companyId: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ acting_company_id: null })
    .where('user_id', '=', userId)
    .where('acting_company_id', '=', companyId)
    .execute()
  await raiseRights(db, [userId])
}
