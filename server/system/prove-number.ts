import type { CodePurpose } from '../../contract/sms.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { checkCode } from './sms-code.ts'
import { smsAvailable } from './sms.ts'

interface Asked {
  phone: string
  /** the code that came by message, where one was asked for */
  code: string | undefined
  purpose: CodePurpose
}
/**
 * Whether a code proved the number just now: the account's own number needs none, and where no text messages can be sent none is asked for. Refuses
 * at `verifyCode` what is wrong or lacking. Not inside a transaction: a code that was tried stays tried.
 */
export async function proveNumber(k: Kernel, call: Call, actor: Actor, { phone, code, purpose }: Asked): Promise<boolean> {
  const own = await k.db.selectFrom('sys_user').select('mobile_index').where('id', '=', actor.userId).executeTakeFirst()
  if (own?.mobile_index && blindIndexes(k, phone).includes(own.mobile_index)) return false
  if (!smsAvailable(k)) return false
  if (!code) throw invalidField('verifyCode', '这不是账号绑定的手机号，请填写短信验证码')
  await checkCode(k, call, { phone, purpose }, code, 'verifyCode')
  return true
}
