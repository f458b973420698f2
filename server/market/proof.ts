import { PROVED_DAYS } from '../../contract/market/states.ts'
import { blindIndex, blindIndexes } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { proveNumber } from '../system/index.ts'
import { DAY } from './visible.ts'

/**
 * Proves a number like `proveNumber`, but a number that this account proved here within 180 days needs no new code. Of parallel forms with
 * one code the first uses it, and the others find the number proved. Throws at `verifyCode` when the code is wrong or missing. Not inside
 * a transaction.
 */
export async function provePhone(k: Kernel, call: Call, actor: Actor, phone: string, code: string | undefined): Promise<void> {
  if (await isProved(k, actor, phone)) return
  const now = k.clock.now()
  const proved = (db: Db) =>
    db
      .insertInto('market_proof')
      .values({ user_id: actor.userId, phone_index: blindIndex(k, phone), proved_at: now })
      .onConflict((c) => c.columns(['user_id', 'phone_index']).doUpdateSet({ proved_at: now }))
      .execute()
  try {
    await proveNumber(k, call, actor, { phone, code, purpose: 'market', proved })
  } catch (err) {
    if (!code || !(await isProved(k, actor, phone))) throw err
  }
}

const isProved = async (k: Kernel, actor: Actor, phone: string): Promise<boolean> =>
  (await k.db
    .selectFrom('market_proof')
    .select('proved_at')
    .where('user_id', '=', actor.userId)
    .where('phone_index', 'in', blindIndexes(k, phone))
    .where('proved_at', '>', new Date(k.clock.now().getTime() - PROVED_DAYS * DAY).toISOString())
    .executeTakeFirst()) !== undefined
