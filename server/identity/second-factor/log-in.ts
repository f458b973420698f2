import type { NewSecret, SecondStep } from '../../../contract/second-factor.ts'
import type { KeyAnswer, KeyQuestion } from '../../../contract/security-keys.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { BINDING_MS, SECOND_STEP, TICKET_MS } from '../limits.ts'
import { admit, succeed } from '../throttle-queries.ts'
import { newToken, tokenHash, type TokenPair } from '../tokens.ts'
import { beginFactor, bindFactor, bound } from './binding.ts'
import { askKeys, keyFits, keysOf, notCounted, type Party } from './key-proof.ts'
import { factorOf, recoveryTry, SIX_DIGITS, useCode } from './proof.ts'
import { isRequired } from './required.ts'
import { tellFactor, tellLock } from './told.ts'

/** Wrong codes of an account are counted together, from the log-in and the account page. */
export const counterOf = (userId: number) => `second:${userId}`
const over = () => refused('登录已超时，请重新输入用户名和密码', 'TICKET_OVER')
const tooOften = () => refused('动态验证码错误次数过多，请 15 分钟后再试，或联系安全管理员', 'LOCKED')

interface Account {
  id: number
  type: string
  user_name: string
  roles: string[]
}

/** After the correct password: throws MFA_REQUIRED with a ticket when a second step follows; otherwise the log-in continues. */
export async function askSecondStep(k: Kernel, account: Account): Promise<void> {
  if (account.type !== 'YYF') return
  const isEnabled = (await factorOf(k.db, account.id)) !== undefined
  if (!isEnabled && !(await isRequired(k, k.db, account))) return
  const ticket = newToken()
  // A secret is bound only with the ticket to which it was shown, so this one lasts as long as the secret.
  const lasts = isEnabled ? TICKET_MS : BINDING_MS
  await k.db
    .insertInto('login_ticket')
    .values({ hash: tokenHash(ticket), user_id: account.id, enrol: !isEnabled, expires_at: new Date(k.clock.now().getTime() + lasts) })
    .execute()
  throw new AppError(200, 'MFA_REQUIRED', isEnabled ? '请输入动态验证码' : '本平台要求使用动态验证码，请先绑定验证器', {
    data: { ticket, enrol: !isEnabled, keys: isEnabled && (await keysOf(k.db, account.id)).length > 0 } satisfies SecondStep,
  })
}

const openTicket = (k: Kernel, ticket: string) =>
  k.db
    .selectFrom('login_ticket as t')
    .innerJoin('sys_user as u', 'u.id', 't.user_id')
    .where('t.hash', '=', tokenHash(ticket))
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', k.clock.now().toISOString())
    .where('u.enabled', '=', true)
    .select(['t.hash', 't.user_id', 't.enrol', 'u.user_name'])
    .executeTakeFirst()

/** The secret for a user who must bind an app before the first log-in. Until it is confirmed, repeated calls with the same ticket return the same one. */
export async function enrolAtLogIn(k: Kernel, ticket: string): Promise<NewSecret> {
  const open = await openTicket(k, ticket)
  if (!open?.enrol) throw over()
  return beginFactor(k, { userId: open.user_id, boundTo: open.hash }, open.user_name)
}

/** What was tried at the second step: how it is judged, and the refusal when it does not fit. */
interface Try {
  by(db: Db, open: { userId: number; enrol: boolean; boundTo: string }): Promise<'totp' | 'recovery' | 'key' | null>
  wrong(): Error
}
type Enter = (account: { id: number; roles: string[] }) => Promise<TokenPair>

/** The second step of a log-in: a one-time code of the app, or a recovery code. */
export const secondStep = (
  k: Kernel,
  call: Call,
  { ticket, code }: { ticket: string; code: string },
  enter: Enter,
): Promise<TokenPair & { recoveryCodes?: string[] }> =>
  passStep(k, call, ticket, SIX_DIGITS.test(code) ? byApp(k, code) : byRecovery(k, code), enter)

const byApp = (k: Kernel, code: string): Try => ({
  by: async (db, { enrol, ...beginner }) => {
    if (enrol) return (await bindFactor(k, db, beginner, code)) ? 'totp' : null
    const factor = await factorOf(db, beginner.userId)
    return factor && (await useCode(k, db, factor, code)) ? 'totp' : null
  },
  wrong: () => refused('动态验证码错误，请核对手机时间后输入新的验证码', 'SECOND_WRONG'),
})

function byRecovery(k: Kernel, code: string): Try {
  const recovery = recoveryTry(k, code)
  return {
    by: async (db, { userId, enrol }) => (!enrol && (await recovery.fits(db, userId)) ? 'recovery' : null),
    wrong: () => refused(recovery.fault(), 'SECOND_WRONG'),
  }
}

const keyAt = (open: { user_id: number; hash: string }) => ({ userId: open.user_id, boundTo: open.hash, purpose: 'logIn' as const })

/** Asks the keys of the person whose password was right. */
export async function askKeyAtLogIn(k: Kernel, party: Party, ticket: string): Promise<KeyQuestion> {
  const open = await openTicket(k, ticket)
  if (!open || open.enrol) throw over()
  return askKeys(k, party, keyAt(open))
}

/** The second step of a log-in with a security key. */
export const secondStepByKey = (
  k: Kernel,
  call: Call,
  party: Party,
  { ticket, answer }: { ticket: string; answer: KeyAnswer },
  enter: Enter,
): Promise<TokenPair> =>
  passStep(
    k,
    call,
    ticket,
    {
      by: async (db, { userId, enrol }) => {
        const asked = keyAt({ user_id: userId, hash: tokenHash(ticket) })
        return !enrol && (await keyFits(k, db, party, asked, answer)) ? 'key' : null
      },
      wrong: () => refused('安全密钥没有通过核对，请重试，或输入动态验证码', 'SECOND_WRONG'),
    },
    enter,
  )

/**
 * The ticket is valid once; wrong tries count for the account, whatever the ticket. `enter` opens the session as for every log-in. Who binds
 * an app here gets the recovery codes at once, because later may be after the phone is lost.
 */
async function passStep(
  k: Kernel,
  call: Call,
  ticket: string,
  tried: Try,
  enter: Enter,
): Promise<TokenPair & { recoveryCodes?: string[] }> {
  const open = await openTicket(k, ticket)
  if (!open) throw over()
  const counter = counterOf(open.user_id)
  const wrong = async (why: string) => {
    await audit(k.db, call, {
      action: 'login',
      objectType: 'user',
      objectId: open.user_id,
      result: 'refused',
      detail: { userName: open.user_name, why },
    })
  }
  if (!(await admit(k.db, counter, SECOND_STEP, k.clock.now()))) {
    await wrong('second factor locked')
    throw tooOften()
  }
  const judge = k.db.transaction().execute(async (db) => {
    const by = await tried.by(db, { userId: open.user_id, enrol: open.enrol, boundTo: open.hash })
    if (by === null) return null
    const taken = await db
      .updateTable('login_ticket')
      .set({ used_at: k.clock.now() })
      .where('hash', '=', open.hash)
      .where('used_at', 'is', null)
      .returning('hash')
      .executeTakeFirst()
    if (!taken) throw over()
    if (open.enrol) return { recoveryCodes: await bound(db, call, open.user_id, { atLogIn: true }) }
    if (by === 'recovery') await tellFactor(db, open.user_id, 'usedRecovery', call.requestId)
    return {}
  })
  const passed = await judge.catch((error: unknown) => notCounted(k, counter, error))
  if (passed === null) {
    await wrong('second factor')
    await tellLock(k.db, open.user_id, counter)
    throw tried.wrong()
  }
  if (open.enrol) forget(k, { users: [open.user_id] })
  await succeed(k.db, counter, SECOND_STEP, { clear: true })
  const roles = await k.db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .where('ur.user_id', '=', open.user_id)
    .select('r.code')
    .execute()
  return { ...(await enter({ id: open.user_id, roles: roles.map((r) => r.code) })), ...passed }
}
