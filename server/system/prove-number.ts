import type { CodePurpose } from '../../contract/sms.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { checkCode } from './sms-code.ts'
import { smsAvailable } from './sms.ts'

interface Asked {
  phone: string
  /** the code from the text message, if one was requested */
  code: string | undefined
  purpose: CodePurpose
  /** written together with the use of the code */
  proved?: (db: Db) => Promise<unknown>
}
/**
 * Returns whether a code just proved the number. The account's own number needs no code, and without text messages none is asked for.
 * Throws at `verifyCode` when the code is wrong or missing. Not inside a transaction, so that a failed try stays counted.
 */
export async function proveNumber(k: Kernel, call: Call, actor: Actor, { phone, code, purpose, proved }: Asked): Promise<boolean> {
  const own = await k.db.selectFrom('sys_user').select('mobile_index').where('id', '=', actor.userId).executeTakeFirst()
  if (own?.mobile_index && blindIndexes(k, phone).includes(own.mobile_index)) return false
  if (!smsAvailable(k)) return false
  if (!code) throw invalidField('verifyCode', '这不是账号绑定的手机号，请填写短信验证码')
  await checkCode(k, call, { phone, purpose }, code, 'verifyCode', proved)
  return true
}
