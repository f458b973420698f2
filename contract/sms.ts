/** Verification codes by text message (spec §7 /sms): their purposes, and the call that sends one. */
import { z } from 'zod'
import { gathered } from './domains.ts'
import { post } from './endpoint.ts'
import { codeId, ok, phone, text } from './fields.ts'

/** V044 */
export const wrongCode = '请输入正确的验证码'
/** the six digits of a code from a text message */
export const smsCode = z
  .string({ error: wrongCode })
  .transform((s) => s.normalize('NFKC').trim())
  .pipe(z.string().regex(/^\d{6}$/, wrongCode))

/** Purposes of codes; `signedIn`: only for logged-in users. */
export const codePurposes = {
  bindMobile: { title: '绑定手机号', signedIn: true },
  ...gathered('codePurposes'),
} as const satisfies Readonly<Record<string, { title: string; signedIn: boolean }>>
export type CodePurpose = keyof typeof codePurposes

export const SMS_CODE_MINUTES = 5

export const sms = {
  sendVerificationCode: post('/sms/sendVerificationCode', {
    access: 'public',
    as: 'form',
    perMinute: 120,
    byAddress: true,
    summary: '发送短信验证码：先答图形验证码；同一号码 60 秒一条',
    body: z.strictObject({
      phone,
      purpose: z.enum(Object.keys(codePurposes) as [CodePurpose, ...CodePurpose[]], { error: '没有这种用途的验证码' }),
      /** letters of the captcha, or the solution of the puzzle */
      verifiCode: text(1000).default(''),
      codeId,
    }),
    returns: ok,
  }),
}
