import type { NewSecret } from '../../../contract/second-factor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { refused } from '../../kernel/errors.ts'
import { openPii, sealPii } from '../../kernel/access/pii.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { BINDING_MS } from '../limits.ts'
import { revokeSessions } from '../sessions.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { factorOn } from './logged.ts'
import { factorOf } from './proof.ts'
import { renewRecovery } from './recovery.ts'
import { endReset } from './reset-request.ts'
import { tellFactor } from './told.ts'
import { addressOf, newSecret, stepOf } from './totp.ts'

/** Whose app is bound, and the session or log-in ticket to which the secret was shown. */
export interface Beginner {
  userId: number
  boundTo: string
}

export const alreadyOn = () => refused('已经开启动态验证码，请先关闭再重新绑定', 'STATE')

/** The time since which a secret must have been shown to be bound. */
export const boundSince = (k: Kernel): string => new Date(k.clock.now().getTime() - BINDING_MS).toISOString()

/**
 * Creates a secret that is inactive until one of its codes is given. It belongs to this session or ticket alone, because whoever saw it
 * could log in with it for good (ADR 1016); while it can be bound, the same session or ticket is shown it again.
 */
export async function beginFactor(k: Kernel, { userId, boundTo }: Beginner, userName: string): Promise<NewSecret> {
  if (await factorOf(k.db, userId)) throw alreadyOn()
  const row = await k.db
    .insertInto('factor_binding')
    .values({ bound_to: boundTo, user_id: userId, secret: sealPii(k, newSecret()), shown_at: k.clock.now() })
    .onConflict((c) =>
      c.column('bound_to').doUpdateSet((e) => ({
        secret: e
          .case()
          .when('factor_binding.shown_at', '>', boundSince(k))
          .then(e.ref('factor_binding.secret'))
          .else(e.ref('excluded.secret'))
          .end(),
        shown_at: e.ref('excluded.shown_at'),
      })),
    )
    .returning('secret')
    .executeTakeFirstOrThrow()
  const secret = openPii(k, row.secret)
  return { secret, uri: addressOf(secret, userName) }
}

/** The secret that this session or ticket can bind now. */
export const begunBy = (k: Kernel, db: Db, { userId, boundTo }: Beginner) =>
  db
    .selectFrom('factor_binding')
    .select('secret')
    .where('bound_to', '=', boundTo)
    .where('user_id', '=', userId)
    .where('shown_at', '>', boundSince(k))
    .executeTakeFirst()

/** Whether this session or ticket was ever shown a secret that is still known, though it may be too late for it. */
export const wasBegun = async (db: Db, { userId, boundTo }: Beginner): Promise<boolean> =>
  (await db
    .selectFrom('factor_binding')
    .select('bound_to')
    .where('bound_to', '=', boundTo)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/**
 * Binds the app by its first code; `false`: the code is not of the secret that this session or ticket was shown. What others have begun
 * ends, and so do the other log-ins of the account, which were opened by the password alone. Call `forget` after the commit.
 */
export async function bindFactor(k: Kernel, db: Db, beginner: Beginner, code: string): Promise<boolean> {
  const { userId, boundTo } = beginner
  // A log-in locks the account too, so none is opened by the password alone while the app is bound.
  await lockedUser(db, userId)
  if (await factorOf(db, userId)) throw alreadyOn()
  const begun = await begunBy(k, db, beginner)
  const now = k.clock.now()
  const step = begun ? stepOf(openPii(k, begun.secret), code, now) : null
  if (!begun || step === null) return false
  const factor = { secret: begun.secret, enabled_at: now, last_step: step, created_at: now }
  await db
    .insertInto('second_factor')
    .values({ user_id: userId, ...factor })
    // A row without `enabled_at` can only come from a process of an earlier version, during an upgrade.
    .onConflict((c) => c.column('user_id').doUpdateSet(factor).where('second_factor.enabled_at', 'is', null))
    .execute()
  await endReset(db, userId)
  await db.deleteFrom('factor_binding').where('user_id', '=', userId).execute()
  await db.deleteFrom('login_ticket').where('user_id', '=', userId).where('hash', '!=', boundTo).execute()
  await revokeSessions(db, userId, 'bound', now, boundTo)
  return true
}

/** After `bindFactor`, in its transaction: the audit row and the notice of the owner. Returns the new recovery codes, which are shown once. */
export async function bound(db: Db, call: Call, userId: number, detail: { atLogIn: boolean }): Promise<string[]> {
  await audit(db, call, { action: 'secondFactor.bind', objectType: 'user', objectId: userId, detail: { ...detail, ...factorOn } })
  await tellFactor(db, userId, 'on', call.requestId)
  return renewRecovery(db, userId)
}
