/** 动态验证码 (A-08; domains/identity.md E): the second step of a log-in of staff, managed at /work/account. Ours, ADR 0700. */
import { z } from 'zod'
import { get, post, types } from './endpoint.ts'
import { query } from './fields.ts'

const ticket = z.string({ error: '请重新登录' }).min(20, '请重新登录').max(100, '请重新登录')
/** Refused, because the second factor was switched off elsewhere while the page was open. */
export const FACTOR_OFF = 'FACTOR_OFF'
/**
 * A code is the same with a blank, as the apps show it, with a blank or nothing for the hyphen of a recovery code, in capitals, or typed in
 * full width.
 */
const asTyped = (fault: string, shape: RegExp) =>
  z
    .string({ error: '请输入动态验证码' })
    .max(40, fault)
    .transform((code) =>
      code
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[\s\p{Pd}]/gu, ''),
    )
    .pipe(z.string().regex(shape, fault))
/** Six digits of the app; a recovery code only where the log-in accepts one. */
const totp = asTyped('请输入 6 位数字', /^\d{6}$/)
const totpOrRecovery = asTyped('请输入 6 位数字，或一个恢复码', /^(\d{6}|[a-z2-9]{10})$/)

/** The secret for an app: as text to type, and as an address to scan. */
const NewSecret = z.object({ secret: z.string(), uri: z.string() })
export type NewSecret = z.output<typeof NewSecret>

/** Additional data of a refused log-in with MFA_REQUIRED: the ticket of the second step; `enrol`: an app must be bound first; `keys`: a security key can be used instead of a code. */
export interface SecondStep {
  ticket: string
  enrol: boolean
  keys: boolean
}

export const secondStep = {
  loginSecond: post('/sys/activeUser/loginSecond', {
    access: 'public',
    as: 'form',
    summary: '登录第二步：动态验证码或恢复码',
    body: z.strictObject({ ticket, code: totpOrRecovery }),
    /** `recoveryCodes`: ten, shown once, when the app was bound with this log-in */
    returns: z.object({ token: z.string(), refreshToken: z.string(), recoveryCodes: z.array(z.string()).optional() }),
  }),
  enrolSecond: post('/sys/activeUser/enrolSecond', {
    access: 'public',
    as: 'form',
    summary: '登录时首次绑定验证器',
    body: z.strictObject({ ticket }),
    returns: NewSecret,
  }),
}

const RecoveryCodes = z.object({ codes: z.array(z.string()) })
const withCode = z.strictObject({ code: totp })
export const secondFactor = {
  find: get('/sys/account/secondFactor', {
    access: types('YYF'),
    query: query({}),
    returns: z.object({
      enabledTime: z.string().nullable(),
      /** unused recovery codes */
      left: z.number(),
      /** the platform requires it, so it cannot be disabled */
      required: z.boolean(),
    }),
    summary: '本人的动态验证码',
  }),
  begin: post('/sys/account/secondFactor/begin', {
    access: types('YYF'),
    body: z.strictObject({}),
    returns: NewSecret,
    summary: '开始绑定验证器，密钥只在这里显示',
  }),
  enable: post('/sys/account/secondFactor/enable', {
    access: types('YYF'),
    body: withCode,
    returns: RecoveryCodes,
    summary: '用第一个动态验证码确认绑定，得到十个恢复码',
  }),
  renew: post('/sys/account/secondFactor/renew', {
    access: types('YYF'),
    body: withCode,
    returns: RecoveryCodes,
    summary: '重新生成恢复码，原来的作废',
  }),
  confirm: post('/sys/account/secondFactor/confirm', {
    access: types('YYF'),
    body: withCode,
    returns: z.boolean(),
    summary: '授权、导出完整个人信息等操作前，再次输入动态验证码',
  }),
  disable: post('/sys/account/secondFactor/disable', {
    access: types('YYF'),
    /** also by a recovery code: the phone may be lost */
    body: z.strictObject({ code: totpOrRecovery }),
    returns: z.boolean(),
    summary: '关闭动态验证码',
  }),
}
