/** The work of an agent: interface of the telephone system, the agent’s state, the card of a caller, callbacks (ADR 0501, 0502). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredText, wireInt, wireTime } from '../fields.ts'
import { CallRow, phoneNumber, version } from './calls.ts'
import { callDirections, callEvents, callbackMoves } from './states.ts'

const keysOf = <T extends object>(words: T) => Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
const read = { access: can('call:read') } as const
const work = { access: can('call:agent') } as const
const callId = z.string().regex(/^[\w.:@-]{1,80}$/, '通话编号由 1 至 80 个字母、数字或 . : @ _ - 组成')
const extension = z.string().regex(/^\d{1,8}$/, '分机号由 1 至 8 位数字组成')

export const CallEventBody = z.strictObject({
  callId,
  event: z.enum(callEvents, { error: `只能是：${callEvents.join('、')}` }),
  direction: z.enum(keysOf(callDirections), { error: '只能是 in 或 out' }),
  phone: phoneNumber,
  extension: extension.optional(),
  at: wireTime,
})
export type CallEventBody = z.output<typeof CallEventBody>

/** `X-Call-Timestamp` (unix seconds) and `X-Call-Signature` = hex HMAC-SHA256(CALL_GATEWAY_SECRET, timestamp + "." + body). */
export const callDoor = {
  event: post('/call/event', {
    access: 'public',
    signed: true,
    perMinute: 6000,
    body: CallEventBody,
    returns: z.object({ id: z.number(), state: z.number(), repeated: z.boolean() }),
    summary: '电话系统上报通话事件（带签名）',
  }),
  /** demo mode only: signs an event and sends it through the same interface */
  simulate: post('/call/simulate', {
    ...work,
    body: z.strictObject({
      callId: callId.optional(),
      event: z.enum(callEvents),
      direction: z.enum(keysOf(callDirections)).default('in'),
      phone: phoneNumber,
    }),
    returns: z.object({ id: z.number(), callId: z.string(), state: z.number() }),
    summary: '模拟来电（仅演示）',
  }),
}

const agentState = z.object({
  state: z.number(),
  stateName: z.string(),
  extension: z.string().nullable(),
  since: z.string().nullable(),
})
export const callAgent = {
  me: get('/call/agent/me', {
    ...work,
    polled: true,
    returns: agentState.extend({ simulator: z.boolean(), open: z.array(CallRow) }),
    summary: '本人的坐席状态与未登记的通话',
  }),
  state: post('/call/agent/state', {
    ...work,
    body: z.strictObject({
      state: z.union([z.literal(0), z.literal(1), z.literal(4)], { error: '只能是离线、示闲或示忙' }),
      extension: extension.optional(),
    }),
    returns: agentState,
    summary: '签入、示忙、离线，写明分机',
  }),
  board: get('/call/agent/board', {
    ...read,
    polled: true,
    returns: z.object({
      agents: z.array(agentState.extend({ id: z.number(), name: z.string(), today: z.number() })),
      waiting: z.number(),
      overdue: z.number(),
    }),
    summary: '坐席看板与待回拨',
  }),
}

const callbackRow = z.object({
  id: z.number(),
  version: z.number(),
  state: z.number(),
  stateName: z.string(),
  /** masked; in clear for the agent who has taken it */
  phone: z.string(),
  companyId: z.number().nullable(),
  companyName: z.string().nullable(),
  /** missed call, or agreed on the phone */
  reason: z.string(),
  callTime: z.string(),
  dueTime: z.string(),
  overdue: z.boolean(),
  takenBy: z.string().nullable(),
  mine: z.boolean(),
  doneTime: z.string().nullable(),
  note: z.string(),
  allowed: z.array(z.enum(callbackMoves)),
})
export type CallbackRow = z.output<typeof callbackRow>
const moved = z.object({ id: z.number(), version: z.number(), state: z.number() })
export const callCallback = {
  list: get('/call/callback/list', {
    ...read,
    polled: true,
    query: query({
      keyword: keyword.optional(),
      /** default: open ones */
      state: wireInt(0, 2).optional(),
      overdue: wireInt(0, 1).optional(),
      ...paging(),
    }),
    returns: page(callbackRow),
    summary: '回拨承诺',
  }),
  take: post('/call/callback/take', { ...work, body: z.strictObject({ id, version }), returns: moved, summary: '领取一个回拨' }),
  done: post('/call/callback/done', {
    ...work,
    body: z.strictObject({
      id,
      version,
      note: requiredText(200, '请写明回拨的结果'),
      /** the outgoing call of the callback */
      callId: id.optional(),
    }),
    returns: moved,
    summary: '完成回拨',
  }),
}

const timeline = z.object({
  kind: z.string(),
  kindName: z.string(),
  id: z.number(),
  at: z.string().nullable(),
  words: z.string(),
  state: z.string(),
  open: z.boolean(),
})
const verdictLine = z.object({ policyId: z.number(), title: z.string(), words: z.string() })
export const callCard = z.object({
  call: CallRow.nullable(),
  /** companies to which the number may belong */
  matches: z.array(z.object({ id: z.number(), name: z.string(), creditCode: z.string(), why: z.string() })),
  company: z
    .object({
      id: z.number(),
      name: z.string(),
      creditCode: z.string(),
      address: z.string(),
      /** open items come first */
      timeline: z.array(timeline),
      consent: z.boolean(),
      /** sentences for the agent to read out; null without consent */
      verdict: z
        .object({
          sentences: z.array(z.string()),
          /** total numbers; the lists contain the first of them */
          matchNum: z.number(),
          nearNum: z.number(),
          match: z.array(verdictLine),
          near: z.array(verdictLine),
        })
        .nullable(),
    })
    .nullable(),
})
export type CallCard = z.output<typeof callCard>

export const callPop = {
  /** the card of a call, or of a chosen company */
  pop: get('/call/data/pop', {
    ...work,
    query: query({ id: id.optional(), companyId: id.optional() }),
    returns: callCard,
    summary: '来电弹屏：来电人、企业时间线与政策结论',
  }),
  script: get('/call/script/list', {
    ...work,
    query: query({ keyword: keyword.optional() }),
    returns: z.array(z.object({ section: z.string(), lines: z.array(z.object({ id: z.number(), ask: z.string(), say: z.string() })) })),
    summary: '话术',
  }),
  unanswered: post('/call/question', {
    ...work,
    as: 'json',
    body: z.strictObject({ question: requiredText(200, '请输入没有找到答案的问题') }),
    returns: ok,
    summary: '把没有找到答案的问题报到“没找到的问题”',
  }),
}
