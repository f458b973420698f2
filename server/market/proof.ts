import { PROVED_DAYS } from '../../contract/market/states.ts'
import { blindIndex, blindIndexes } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { checkCode, smsAvailable } from '../system/index.ts'
import { DAY } from './visible.ts'

/**
 * A number is the account's own, was proved by this account within 180 days, or is proved now by a code, where text messages can be sent.
 * Not inside a transaction: a code that was tried stays tried.
 */
export async function provePhone(k: Kernel, call: Call, actor: Actor, phone: string, code: string | undefined): Promise<void> {
  const indexes = blindIndexes(k, phone)
  const own = await k.db.selectFrom('sys_user').select('mobile_index').where('id', '=', actor.userId).executeTakeFirst()
  if (own?.mobile_index && indexes.includes(own.mobile_index)) return
  const now = k.clock.now()
  const proved = await k.db
    .selectFrom('market_proof')
    .select('proved_at')
    .where('user_id', '=', actor.userId)
    .where('phone_index', 'in', indexes)
    .where('proved_at', '>', new Date(now.getTime() - PROVED_DAYS * DAY).toISOString())
    .executeTakeFirst()
  if (proved || !smsAvailable(k)) return
  if (!code) throw invalidField('verifyCode', '这个号码还没有验证，请填写短信验证码')
  await checkCode(k, call, { phone, purpose: 'market' }, code, 'verifyCode')
  await k.db
    .insertInto('market_proof')
    .values({ user_id: actor.userId, phone_index: blindIndex(k, phone), proved_at: now })
    .onConflict((c) => c.columns(['user_id', 'phone_index']).doUpdateSet({ proved_at: now }))
    .execute()
}
