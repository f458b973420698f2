/** 短信限额 (domains/system.md A, D): budgets, limits and the shares of the providers, decided by a security officer. Ours, ADR 0995. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { query, wireInt } from '../fields.ts'
import { smsLimitMost, smsShareNames } from './states.ts'

const within = (key: keyof typeof smsLimitMost) => wireInt(1, smsLimitMost[key])
const share = wireInt(0, 9999)

export const SmsLimits = z.strictObject({
  /** messages of the whole platform, codes included */
  daily: within('daily'),
  monthly: within('monthly'),
  /** messages a day to one number, without codes */
  phoneDay: within('phoneDay'),
  /** codes: of one number an hour and a day, of one address an hour, of one account a day (M-01) */
  codeHour: within('codeHour'),
  codeDay: within('codeDay'),
  codeSource: within('codeSource'),
  codeAccount: within('codeAccount'),
  /** shares of the providers in messages to many */
  aliyun: share,
  tencent: share,
  gateway: share,
})
export type SmsLimits = z.output<typeof SmsLimits>

const found = SmsLimits.extend({
  /** 0: nobody has changed them; they are those of the environment */
  version: z.number(),
  updateTime: z.string().nullable(),
  updatedBy: z.string().nullable(),
  usedToday: z.number(),
  usedThisMonth: z.number(),
  /** the providers that this platform has */
  providers: z.array(z.enum([...smsShareNames, 'file'])),
})
export type SmsLimitsFound = z.output<typeof found>

// As for the keys of platforms (ADR 0771): the permission that only security officers have.
const who = can('role:manage')
export const smsLimit = {
  find: get('/sms/limit/find', { access: who, query: query({}), returns: found, summary: '短信限额、预算与今日、本月已用' }),
  save: post('/sms/limit/save', {
    access: who,
    body: SmsLimits.extend({ version: wireInt(0, 1_000_000_000) }),
    returns: found,
    summary: '修改短信限额、预算与服务商权重，各进程一秒内按新的',
  }),
}
