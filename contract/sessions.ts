/** 我的登录: the sessions of a user’s own account, and how to end them (domains/identity.md E). Ours. */
import { z } from 'zod'
import { can, get, post } from './endpoint.ts'
import { id, query, requiredText } from './fields.ts'

const OwnSession = z.object({
  /** identifies the session but cannot open it */
  key: z.string(),
  /** the current session */
  own: z.boolean(),
  way: z.string(),
  /** browser and system in words */
  browser: z.string(),
  /** as the browser named itself */
  agent: z.string(),
  ip: z.string(),
  createTime: z.string(),
  seenTime: z.string(),
})
export type OwnSession = z.output<typeof OwnSession>

export const ownSessions = {
  list: get('/sys/account/sessions', { access: 'token', query: query({}), returns: z.array(OwnSession), summary: '本人现在的登录' }),
  end: post('/sys/account/endSessions', {
    access: 'token',
    /** without `key` all except the current one */
    body: z.strictObject({ key: z.string().length(22, '请选择要结束的登录').optional() }),
    returns: z.object({ ended: z.number() }),
    summary: '结束某一处登录，或其他所有登录',
  }),
}

export const sessionsOfOthers = {
  list: get('/sys/session/list', {
    access: can('role:manage'),
    query: query({ id }),
    returns: z.array(OwnSession),
    summary: '某人现在的登录，最新的在前',
  }),
  end: post('/sys/session/revoke', {
    access: can('role:manage'),
    /** without `key` all of them */
    body: z.strictObject({
      id,
      key: z.string().length(22, '请选择要结束的登录').optional(),
      reason: requiredText(200, '请填写原因'),
    }),
    returns: z.object({ ended: z.number() }),
    summary: '结束某人现在的一处或所有登录，例如设备遗失；本人收到通知',
  }),
}
