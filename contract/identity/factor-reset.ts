/** 解除动态验证码 of a person who lost the app (domains/identity.md D1): one security officer asks, another one reads the request and decides. Ours, ADR 1035. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, ok, query, requiredText, text, wireTime } from '../fields.ts'

/** Refused: somebody else has asked meanwhile, so that the request is there to be read and decided. */
export const ASKED_ALREADY = 'ASKED_ALREADY'
/** Refused: the request that was read is not there any more. */
export const REQUEST_GONE = 'REQUEST_GONE'

/** A request as the security officers see it. */
export const resetAsked = z.object({
  askedBy: z.string(),
  /** asked by the reader, who can withdraw it and not decide it */
  own: z.boolean(),
  askTime: z.string(),
  /** when it ends by itself */
  until: z.string(),
  reason: z.string(),
})
export type ResetAsked = z.output<typeof resetAsked>

const who = can('role:manage')
/** The time of the request that was read: only this one is decided. */
const read = { id, askTime: wireTime }
export const factorReset = {
  find: get('/sys/user/factorReset', {
    access: who,
    query: query({ id }),
    returns: z.object({
      userName: z.string(),
      name: z.string(),
      /** null: nobody has asked */
      asked: resetAsked.nullable(),
      /** what ends with it */
      sessions: z.number(),
      codes: z.number(),
      keys: z.number(),
    }),
    summary: '解除某人的动态验证码：现有的申请，和解除时会结束的内容',
  }),
  ask: post('/sys/user/resetSecondFactor', {
    access: who,
    body: z.strictObject({ id, reason: requiredText(200, '请填写原因') }),
    returns: z.object({ until: z.string() }),
    summary: '提出解除某人的动态验证码，由另一名安全管理员在一天内确认',
  }),
  decide: post('/sys/user/decideFactorReset', {
    access: who,
    body: z
      .strictObject({
        ...read,
        decision: z.enum(['confirm', 'refuse'], { error: '请选择确认解除或不同意' }),
        opinion: text(200).default(''),
      })
      .refine(({ decision, opinion }) => decision === 'confirm' || opinion !== '', { path: ['opinion'], error: '请填写不同意的原因' }),
    returns: ok,
    summary: '确认或不同意他人提出的解除动态验证码；确认随即生效',
  }),
  withdraw: post('/sys/user/withdrawFactorReset', {
    access: who,
    body: z.strictObject(read),
    returns: ok,
    summary: '撤回本人提出的解除动态验证码',
  }),
}
