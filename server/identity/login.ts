import type { Parsed, UserType } from '../../contract/endpoint.ts'
import type { identity } from '../../contract/identity.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused, tooMany } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { sourceOf } from '../kernel/http/limits.ts'
import { gate } from '../kernel/access/queued-admission.ts'
import { hashPassword, isWeakHash, passwordFits } from '../kernel/access/password.ts'
import { openEnvelope, useChallenge, wrongEnvelope } from './challenge.ts'
import { ACCOUNT, ACCOUNT_AND_SOURCE, SOURCE } from './limits.ts'
import { askSecondStep, factorOf } from './second-factor/index.ts'
import { openSession, type Variant } from './sessions.ts'
import { countAgainstSource, isSourceLocked } from './source-lock.ts'
import { normalUserName } from './user-name.ts'
import { admit, isLocked, countersOf, succeed } from './throttle-queries.ts'
import type { TokenPair } from './tokens.ts'

/** The same answer for unknown, wrong, disabled and locked. */
export const loginRefused = () => refused('用户名或密码错误；多次失败后账号会被暂时锁定，请稍后再试或联系安全管理员', 'LOGIN_REFUSED')

/** An office shares one address, so somebody who made no mistake reads this too: it says for how long, and what helps. */
const sourceLocked = () => {
  const seconds = SOURCE.lockMs / 1000
  const text = `您所在的网络登录失败次数过多，${seconds / 60} 分钟内不能用密码登录。请核对用户名和密码后再试，忘记密码的请联系系统管理员`
  return tooMany(seconds, text)
}

const accountKey = (userName: string) => `account:${userName}`
const accountAndSourceKey = (userName: string, call: Call) => `account-source:${userName}|${sourceOf(call.ip)}`

interface Account {
  id: number
  user_name: string
  type: UserType
  password_hash: string | null
  enabled: boolean
  rights_version: number
  roles: string[]
}

/** Log-ins queue here and not at the database, which the public pages need too. The captcha of a refused caller stays valid. */
const inTurn = gate(3, 50)

/** Log-in by password: captcha, source, envelope, lock, hash, session, in this order (A-01…A-05). */
export const login = (k: Kernel, call: Call, input: Parsed<typeof identity.login>['body']): Promise<TokenPair> =>
  inTurn(() => attempt(k, call, input))

async function attempt(k: Kernel, call: Call, input: Parsed<typeof identity.login>['body']): Promise<TokenPair> {
  const nonce = await useChallenge(k, call, input)
  const now = k.clock.now()
  if (await isSourceLocked(k, call)) throw sourceLocked()
  const envelope = openEnvelope(k, input.password)
  if (envelope.nonce !== nonce) throw wrongEnvelope()
  const userName = normalUserName(input.userName)
  const account = await findAccount(k.db, userName)
  const open = await enter(k.db, userName, call, now)
  const fits = await passwordFits(envelope.pwd, open ? (account?.password_hash ?? null) : null)
  if (!account || !open || !fits || !account.enabled) {
    await countAgainstSource(k, call)
    await fail(k, call, userName, account, open ? (fits ? 'disabled' : 'wrong') : 'locked')
    throw loginRefused()
  }
  await leave(k.db, userName, call)
  if (isWeakHash(account.password_hash!)) await rehash(k, account.id, envelope.pwd)
  await askSecondStep(k, account)
  return enterSession(k, call, account, 'password')
}

/** Opens the session of a verified identity; refuses an account that was disabled meanwhile. Every variant uses it. */
export async function enterSession(
  k: Kernel,
  call: Call,
  account: { id: number; roles: string[] },
  variant: Variant,
  withCode = false,
): Promise<TokenPair> {
  return k.db.transaction().execute(async (db) => {
    const user = await db
      .selectFrom('sys_user')
      .select(['id', 'type', 'enabled', 'rights_version'])
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirst()
    if (!user?.enabled) throw loginRefused()
    // Bound after the password was checked: such a log-in would outlive the binding without ever giving a code.
    if (variant === 'password' && !withCode && (await factorOf(db, user.id)))
      throw refused('该账号刚刚开启了动态验证码，请重新登录', 'LOG_IN_AGAIN')
    const pair = await openSession(k, db, call, { ...user, roles: account.roles }, variant, withCode)
    await audit(db, call, {
      action: 'login',
      objectType: 'user',
      objectId: String(user.id),
      result: 'ok',
      detail: { variant },
      actor: { userId: user.id, type: user.type, roles: account.roles },
    })
    return pair
  })
}

const findAccount = (db: Db, userName: string): Promise<Account | undefined> =>
  db
    .selectFrom('sys_user as u')
    .select(['u.id', 'u.user_name', 'u.type', 'u.password_hash', 'u.enabled', 'u.rights_version'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('user_role as ur')
            .innerJoin('role as r', 'r.id', 'ur.role_id')
            .whereRef('ur.user_id', '=', 'u.id')
            .select((x) => x.fn.agg<string[]>('array_agg', ['r.code']).as('codes')),
          eb.val([] as string[]),
        )
        .as('roles'),
    )
    .where('u.user_name', '=', userName)
    .executeTakeFirst() as Promise<Account | undefined>

/** Checks both locks of an account: for this source, and for any source. */
async function enter(db: Db, userName: string, call: Call, now: Date): Promise<boolean> {
  return (await admit(db, accountAndSourceKey(userName, call), ACCOUNT_AND_SOURCE, now)) && admit(db, accountKey(userName), ACCOUNT, now)
}
async function leave(db: Db, userName: string, call: Call): Promise<void> {
  await succeed(db, accountAndSourceKey(userName, call), ACCOUNT_AND_SOURCE, { clear: true })
  await succeed(db, accountKey(userName), ACCOUNT)
}

async function fail(
  k: Kernel,
  call: Call,
  userName: string,
  account: Account | undefined,
  why: 'wrong' | 'disabled' | 'locked',
): Promise<void> {
  const now = k.clock.now()
  const locks =
    why === 'wrong'
    && ((await isLocked(k.db, accountAndSourceKey(userName, call), now)) || (await isLocked(k.db, accountKey(userName), now)))
  const entry = { objectType: 'user', objectId: account ? String(account.id) : null, result: 'refused' as const }
  await audit(k.db, call, { ...entry, action: 'login', detail: { userName, why: account ? why : 'unknown' } })
  if (locks)
    await audit(k.db, call, {
      ...entry,
      action: 'user.lock',
      detail: { userName, before: { state: '未锁定' }, after: { state: '已锁定' } },
    })
}

async function rehash(k: Kernel, userId: number, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await k.db.updateTable('sys_user').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function unlockByName(k: Kernel, call: Call, userName: string): Promise<void> {
  const user = await k.db.selectFrom('sys_user').select('id').where('user_name', '=', normalUserName(userName)).executeTakeFirst()
  if (!user) throw notFound(`没有用户 ${userName}`)
  await unlock(k, call, user.id)
}

/**
 * Removes the locks of an account at every step and for all sources: the password of the log-in, the second step, and the own password asked
 * again. Nobody unlocks themselves: a stolen session could then try codes without limit.
 */
export async function unlock(k: Kernel, call: Call, userId: number): Promise<true> {
  if (userId === call.actor?.userId) throw refused('不能为自己解锁，请由另一名安全管理员办理', 'OWN_WORK')
  await k.db.transaction().execute(async (db) => {
    const user = await db.selectFrom('sys_user').select('user_name').where('id', '=', userId).executeTakeFirst()
    if (!user) throw notFound()
    const gone = await db
      .deleteFrom('login_counter')
      .where(countersOf([{ id: userId, user_name: user.user_name }]))
      .returning('locked_until')
      .execute()
    const was = gone.some((row) => row.locked_until !== null && Date.parse(row.locked_until) > k.clock.now().getTime())
    const detail = { before: { state: was ? '已锁定' : '未锁定' }, after: { state: '未锁定' } }
    await audit(db, call, { action: 'user.unlock', objectType: 'user', objectId: userId, detail })
  })
  return true
}
