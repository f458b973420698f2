import { randomBytes } from 'node:crypto'
import { smsMessageCodes, type SmsPurpose } from '../../contract/sms/states.ts'
import type { SmsTested } from '../../contract/sms/temps.ts'
import { maskPhone } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { refused, tooMany } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { handOver, smsProviders, takeOne } from '../system/index.ts'
import { ownNumber } from './choices.ts'
import { saidOf } from './handing.ts'
import { noSend, SEND } from './locking.ts'
import { findTemplateText, TEMPLATE } from './templates.ts'
import { checkedValues, textWriter } from './texts.ts'

/** Stands in the text behind the signature. A provider that keeps the text itself cannot show it. */
const MARK = '（试发）'

interface Tested {
  /** what is tried out, for the audit */
  of: { objectType: string; objectId: number; name: string }
  content: string
  purpose: SmsPurpose
  values: Readonly<Record<string, string>>
  codes: { aliyun: string; tencent: string }
}

/** 发一条给自己: sends the text of a template to the number of the account, with these values. */
export async function testTemplate(k: Kernel, call: Call, { id, values }: { id: number; values: Record<string, string> }) {
  const { name, content, purpose, aliyun_code, tencent_code } = await findTemplateText(k, id)
  return testMessage(k, call, {
    of: { objectType: TEMPLATE, objectId: id, name },
    content,
    purpose,
    values: checkedValues(content, values),
    codes: { aliyun: aliyun_code, tencent: tencent_code },
  })
}

/** The same with the text and the values of a send, as they are saved. */
export async function testSend(k: Kernel, call: Call, id: number) {
  const send = await k.db
    .selectFrom('sms_send as s')
    .innerJoin('sms_template as t', 't.id', 's.template_id')
    .where('s.id', '=', id)
    .where('s.deleted', '=', false)
    .select(['s.name', 's.content', 's.purpose', 's.values', 't.aliyun_code', 't.tencent_code'])
    .executeTakeFirst()
  if (!send) throw noSend()
  return testMessage(k, call, {
    of: { objectType: SEND, objectId: id, name: send.name },
    content: send.content,
    purpose: send.purpose,
    values: send.values,
    codes: { aliyun: send.aliyun_code, tencent: send.tencent_code },
  })
}

/**
 * Goes only to the own number, within the limits of this number and the budgets, and also at night and to who has opted out, because it was
 * asked for at this moment. Not inside a transaction; of a message whose result is unknown that is said, and it is not repeated.
 */
async function testMessage(k: Kernel, call: Call, { of, content, purpose, values, codes }: Tested): Promise<SmsTested> {
  const actor = signedIn(call.actor)
  if (smsProviders(k).length === 0) throw refused('本平台尚未开通短信，不能试发')
  const phone = await ownNumber(k, actor)
  if (phone === null) throw refused('您的账号还没有绑定手机号，请先在“账号设置”绑定再试发')
  const free = await takeOne(k, phone)
  if (free === 'number') throw refused('您的号码今天收到的短信已达上限，请明天再试')
  if (free === 'budget') throw tooMany(60, '短信的预算已用完，暂不能试发')
  const writer = textWriter(k, { content, purpose, values, sign: null })
  const to = { companyName: '', name: actor.name }
  const text = writer.text(to).replace('】', `】${MARK}`)
  const { provider, outcome } = await handOver(k, {
    serial: `test-${randomBytes(9).toString('hex')}`,
    phone,
    text,
    values: writer.values(to),
    codes,
  })
  const { state, reason } = saidOf(0, provider, outcome)
  const result = smsMessageCodes.labels[state as keyof typeof smsMessageCodes.labels]
  await audit(k.db, call, {
    action: `${of.objectType}.test`,
    objectType: of.objectType,
    objectId: of.objectId,
    detail: { name: of.name, values, result, ...(reason === null ? {} : { reason }) },
  })
  return { phone: maskPhone(phone), text, state, reason }
}
