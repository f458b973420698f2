import { FACTOR_OFF, type NewSecret } from '../../../contract/second-factor.ts'
import type { Actor } from '../../kernel/actor.ts'
import { factorOff } from './logged.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField, refused, sessionDead } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { SECOND_STEP } from '../limits.ts'
import { forget } from '../authenticate.ts'
import { askRecentLogIn } from '../recent-log-in.ts'
import { admit, succeed } from '../throttle-queries.ts'
import { noteFactor } from './fresh.ts'
import { alreadyOn, beginFactor, begunBy, bindFactor, bound, wasBegun } from './binding.ts'
import { notCounted } from './key-proof.ts'
import { counterOf } from './log-in.ts'
import { factorOf, recoveryTry, SIX_DIGITS, useCode, type FactorRow } from './proof.ts'
import { renewRecovery } from './recovery.ts'
import { isRequired } from './required.ts'
import { endReset } from './reset-request.ts'
import { tellFactor, tellLock } from './told.ts'

/** A user's own second factor (/work/account). */
export async function ownFactor(k: Kernel, actor: Actor) {
  const factor = await factorOf(k.db, actor.userId)
  const { left } = await k.db
    .selectFrom('recovery_code')
    .where('user_id', '=', actor.userId)
    .where('used_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return { enabledTime: factor?.enabled_at ?? null, left, required: await isRequired(k, k.db, { id: actor.userId, type: actor.type }) }
}

const beginnerOf = ({ userId, sessionId }: Actor) => ({ userId, boundTo: sessionId })

/** Shows the secret of a new app. Who finds an open page must not bind an app of their own (ADR 0978). */
export async function beginOwnFactor(k: Kernel, actor: Actor): Promise<NewSecret> {
  await askRecentLogIn(k, actor)
  const user = await k.db.selectFrom('sys_user').select('user_name').where('id', '=', actor.userId).executeTakeFirst()
  if (!user) throw sessionDead()
  return beginFactor(k, beginnerOf(actor), user.user_name)
}

/** What proves the second factor, and the refusal when it does not fit. */
interface Proof {
  fits(db: Db, factor: FactorRow): Promise<boolean>
  wrong(): Error
}
const byCode = (k: Kernel, code: string): Proof => ({
  fits: (db, factor) => useCode(k, db, factor, code),
  wrong: () => invalidField('code', '动态验证码错误，请核对手机时间后输入新的验证码'),
})
/** A code of the app, or a recovery code of somebody whose phone is lost. */
function byAnyCode(k: Kernel, code: string): Proof {
  if (SIX_DIGITS.test(code)) return byCode(k, code)
  const recovery = recoveryTry(k, code)
  return {
    fits: (db, factor) => recovery.fits(db, factor.user_id),
    wrong: () => invalidField('code', recovery.fault()),
  }
}

/** The factor of an open page. Where it was switched off meanwhile, no code is wrong: the page is told so, and no try is counted. */
async function stillOn(db: Db, userId: number): Promise<FactorRow> {
  const factor = await factorOf(db, userId)
  if (!factor) throw refused('动态验证码已在别处关闭', FACTOR_OFF)
  return factor
}

/** Runs `change` after a correct code or key. */
export async function proven<T>(k: Kernel, actor: Actor, proof: Proof, change: (db: Db) => Promise<T>): Promise<T> {
  await stillOn(k.db, actor.userId)
  return counted(k, actor, { fits: async (db) => proof.fits(db, await stillOn(db, actor.userId)), wrong: proof.wrong, change })
}

interface Counted<T> {
  fits(db: Db): Promise<boolean>
  wrong(): Error
  change(db: Db): Promise<T>
}
/** Wrong codes are counted as at the log-in. */
async function counted<T>(k: Kernel, actor: Actor, { fits, wrong, change }: Counted<T>): Promise<T> {
  const counter = counterOf(actor.userId)
  if (!(await admit(k.db, counter, SECOND_STEP, k.clock.now()))) throw refused('动态验证码错误次数过多，请 15 分钟后再试', 'LOCKED')
  const judge = k.db.transaction().execute(async (db) => {
    if (!(await fits(db))) return null
    await noteFactor(db, actor.sessionId, k.clock.now())
    return { value: await change(db) }
  })
  const done = await judge.catch((error: unknown) => notCounted(k, counter, error))
  if (!done) {
    await tellLock(k.db, actor.userId, counter)
    throw wrong()
  }
  await succeed(k.db, counter, SECOND_STEP, { clear: true })
  return done.value
}

/** The first correct code activates the secret that this session was shown. */
export async function enableFactor(k: Kernel, call: Call, actor: Actor, code: string): Promise<{ codes: string[] }> {
  const beginner = beginnerOf(actor)
  if (await factorOf(k.db, actor.userId)) throw alreadyOn()
  if (!(await begunBy(k, k.db, beginner)))
    throw (await wasBegun(k.db, beginner))
      ? refused('二维码显示已超过 15 分钟，请取消后重新开启', 'BINDING_OVER')
      : refused('请先显示二维码，显示后 15 分钟内用它的验证码确认', 'BINDING_OVER')
  const answer = await counted(k, actor, {
    fits: (db) => bindFactor(k, db, beginner, code),
    wrong: byCode(k, code).wrong,
    change: async (db) => ({ codes: await bound(db, call, actor.userId, { atLogIn: false }) }),
  })
  forget(k, { users: [actor.userId] })
  return answer
}

export const renewCodes = (k: Kernel, call: Call, actor: Actor, code: string): Promise<{ codes: string[] }> =>
  proven(k, actor, byCode(k, code), async (db) => {
    await audit(db, call, { action: 'secondFactor.renew', objectType: 'user', objectId: actor.userId })
    await tellFactor(db, actor.userId, 'renewed', call.requestId)
    return { codes: await renewRecovery(db, actor.userId) }
  })

/** Gives a code where a fresh one is required. */
export const confirmFactor = (k: Kernel, call: Call, actor: Actor, code: string): Promise<true> =>
  proven(k, actor, byCode(k, code), async (db) => {
    await audit(db, call, { action: 'secondFactor.confirm', objectType: 'user', objectId: actor.userId })
    return true as const
  })

export async function disableFactor(k: Kernel, call: Call, actor: Actor, code: string): Promise<true> {
  if (await isRequired(k, k.db, { id: actor.userId, type: actor.type })) throw refused('本平台要求使用动态验证码，不能关闭', 'REQUIRED')
  return proven(k, actor, byAnyCode(k, code), async (db) => {
    await removeFactor(db, actor.userId)
    await audit(db, call, {
      action: 'secondFactor.remove',
      objectType: 'user',
      objectId: actor.userId,
      detail: { own: true, ...factorOff },
    })
    await tellFactor(db, actor.userId, 'off', call.requestId)
    return true as const
  })
}

export async function removeFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
  await db.deleteFrom('factor_binding').where('user_id', '=', userId).execute()
  // In the order in which an answer of a key locks them: question, key, ticket.
  await db.deleteFrom('key_challenge').where('user_id', '=', userId).execute()
  await db.deleteFrom('security_key').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db.deleteFrom('login_ticket').where('user_id', '=', userId).execute()
  await endReset(db, userId)
}
