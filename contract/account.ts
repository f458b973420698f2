/** /work/account: what users manage of their own account. */
import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { ok, phone, query, text } from './fields.ts'
import { envelope } from './identity.ts'
import { smsCode } from './sms.ts'

export const BindMobile = z.strictObject({
  phone,
  /** sent to `phone` */
  code: smsCode,
  /** sent to the number bound so far, if there is one */
  oldCode: smsCode.optional(),
})

export const UnbindMobile = z.strictObject({
  /** the number as the page shows it, so that no other one is unbound */
  mobile: text(20),
  /** sent to this number */
  oldCode: smsCode,
})

export const account = {
  mobile: get('/sys/account/mobile', {
    access: 'token',
    query: query({}),
    returns: z.object({
      /** masked; empty: no number */
      mobile: z.string(),
      /** false: this platform cannot send text messages */
      smsAvailable: z.boolean(),
    }),
    summary: '本人绑定的手机号',
  }),
  sendOldCode: post('/sys/account/sendOldCode', {
    access: 'token',
    as: 'form',
    perMinute: 120,
    byAddress: true,
    body: z.strictObject({}),
    returns: ok,
    summary: '向已绑定的手机号发送验证码，更换或解除前核对',
  }),
  bindMobile: post('/sys/account/bindMobile', {
    access: 'token',
    perMinute: 120,
    byAddress: true,
    body: BindMobile,
    returns: z.object({ mobile: z.string() }),
    summary: '绑定或更换手机号；同类账号中一个号码只属于一个账号',
  }),
  unbindMobile: post('/sys/account/unbindMobile', {
    access: 'token',
    as: 'form',
    perMinute: 120,
    byAddress: true,
    body: UnbindMobile,
    returns: ok,
    summary: '解除绑定手机号，凭原号码收到的验证码',
  }),
  confirmPassword: post('/sys/account/confirmPassword', {
    access: 'token',
    body: z.strictObject({ password: envelope('请输入登录密码') }),
    returns: ok,
    summary: '更换手机号、注销账号等操作前，再次输入登录密码',
  }),
}
