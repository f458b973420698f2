/** Codes by text message (spec §7 /sms): what they are asked for, and the call that sends one. */
import { z } from 'zod'
import { post } from './endpoint.ts'
import { ok, phone, text } from './fields.ts'
import { messages } from './messages.ts'

/** A number as people type it, +86, spaces, dashes and full width included: it is the same number for every limit (M-01). */
export const typedPhone = z
  .string({ error: messages.phoneRequired })
  .max(40, messages.phoneFormat)
  .transform((s) =>
    s
      .normalize('NFKC')
      .replace(/[\s-]/g, '')
      .replace(/^(\+|00)86(?=1\d{10}$)/, ''),
  )
  .pipe(phone)
/** V044 */
export const wrongCode = '请输入正确的验证码'
/** six digits that were sent by text message */
export const smsCode = z
  .string({ error: wrongCode })
  .transform((s) => s.normalize('NFKC').trim())
  .pipe(z.string().regex(/^\d{6}$/, wrongCode))

/** What a code is good for. A domain that asks for codes adds its line; `signedIn` ones are for somebody who is logged in. */
export const codePurposes = {
  bindMobile: { title: '绑定手机号', signedIn: true },
  enrol: { title: '活动报名', signedIn: true },
  market: { title: '供需市场', signedIn: true },
} as const satisfies Readonly<Record<string, { title: string; signedIn: boolean }>>
export type CodePurpose = keyof typeof codePurposes

export const SMS_CODE_MINUTES = 5

export const sms = {
  sendVerificationCode: post('/sms/sendVerificationCode', {
    access: 'public',
    as: 'form',
    perMinute: 120,
    summary: '发送短信验证码：先答图形验证码；同一号码 60 秒一条',
    body: z.strictObject({
      phone: typedPhone,
      purpose: z.enum(Object.keys(codePurposes) as [CodePurpose, ...CodePurpose[]], { error: '没有这种用途的验证码' }),
      /** letters of the picture, or the solution of the puzzle in its place */
      verifiCode: text(1000).default(''),
    }),
    returns: ok,
  }),
}
