/** The inbox: notices of the platform to a user (issue 3 §A). Endpoints of ours, see ADR 0045. */
import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { id, idList, ok, paging, query, wireBoolean } from './fields.ts'
import { noticeKindKeys, optionalNoticeKinds } from './notice-kinds.ts'

export { noticeKinds, noticeKindKeys, type NoticeKind } from './notice-kinds.ts'

export const Notice = z.object({
  id: z.number(),
  kind: z.enum(noticeKindKeys),
  kindName: z.string(),
  title: z.string(),
  body: z.string(),
  /** address on this site with the subject of the notice */
  link: z.string().nullable(),
  createTime: z.string(),
  read: z.boolean(),
})
export type Notice = z.output<typeof Notice>

const kind = z.enum(noticeKindKeys, { error: '不支持的消息类型' })
export const NoticeFilter = query({ ...paging(100), kind: kind.optional(), unread: wireBoolean.optional() })

/** Kinds that are also sent as a text message; none unless chosen. */
export const NoticeSetting = z.strictObject({
  smsKinds: z.array(kind).max(noticeKindKeys.length),
  /** kinds that the user has switched off; if absent, unchanged */
  offKinds: z
    .array(z.enum(optionalNoticeKinds, { error: '这类消息不能停收' }))
    .max(optionalNoticeKinds.length)
    .optional(),
})

export const notice = {
  list: get('/sys/notice/list', {
    access: 'token',
    query: NoticeFilter,
    returns: z.object({ total: z.number(), unread: z.number(), list: z.array(Notice) }),
    summary: '我的消息',
  }),
  unreadCount: get('/sys/notice/unreadCount', {
    access: 'token',
    passive: true,
    polled: true,
    returns: z.object({ unread: z.number() }),
    summary: '未读消息数',
  }),
  read: post('/sys/notice/read', { access: 'token', body: z.strictObject({ ids: idList }), returns: ok, summary: '标为已读' }),
  readAll: post('/sys/notice/readAll', {
    access: 'token',
    body: z.strictObject({ kind: kind.optional(), upTo: id.optional() }),
    returns: ok,
    summary: '全部标为已读',
  }),
  setting: get('/sys/notice/setting', {
    access: 'token',
    returns: z.object({
      smsKinds: z.array(kind),
      offKinds: z.array(z.enum(optionalNoticeKinds)),
      /** masked; null when the account has no number */
      mobile: z.string().nullable(),
      /** whether this installation can send text messages */
      smsAvailable: z.boolean(),
    }),
    summary: '消息设置',
  }),
  saveSetting: post('/sys/notice/saveSetting', { access: 'token', body: NoticeSetting, returns: ok, summary: '保存消息设置' }),
}
