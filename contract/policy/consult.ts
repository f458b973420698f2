/** Policy consultation: ask, read, answer (spec §2 widgets, §5; states.tsv S242). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, idList, isoDate, keyword, ok, page, paging, requiredText, wireInt } from '../fields.ts'
import { messages } from '../messages.ts'
import { CONSULT_MAX } from './codes.ts'
import { withinReach } from './market.ts'

export const PolicyConsult = z.object({
  id: z.number(),
  polInfoId: z.number(),
  policyTitle: z.string(),
  policyCode: z.string(),
  consultContent: z.string(),
  consultTime: z.string(),
  userName: z.string(),
  companyId: z.number().nullable(),
  replyState: z.number(),
  replyStateName: z.string(),
  replyContent: z.string().nullable(),
  replyUserName: z.string().nullable(),
  replyTime: z.string().nullable(),
})
export type PolicyConsult = z.output<typeof PolicyConsult>

const replyState = wireInt(0, 1).optional()
const reach = { error: '页码超出范围，请缩小查询范围', path: ['page'] }
export const consultSorts = ['consultTime', 'replyTime'] as const
const consultFields = {
  keyword: keyword.optional(),
  polInfoId: id.optional(),
  replyState,
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
  sort: z.enum(consultSorts, { error: '不支持的排序字段' }).default('consultTime'),
  order: z.enum(['asc', 'desc'], { error: '排序方向只能是 asc 或 desc' }).default('desc'),
  ...paging(9000),
}
export const ConsultFilter = z.strictObject(consultFields).refine(withinReach, reach)
export const ConsultExport = z.strictObject({ ...consultFields, ids: idList.optional() })

/** The same schema checks the dialog and the call (V004). */
export const AskPolicy = z.strictObject({ polInfoId: id, consultContent: requiredText(CONSULT_MAX, messages.consultContentRequired) })
export const ReplyConsult = z.strictObject({ id, replyContent: requiredText(2000, '请输入回复内容') })

export const consult = {
  ask: post('/pol/my/getPolConsult', { access: 'token', as: 'form', body: AskPolicy, returns: ok, perMinute: 20, summary: '提交政策咨询' }),
  list: get('/pol/consult/list', {
    access: can('consult:read'),
    query: ConsultFilter,
    returns: page(PolicyConsult),
    summary: '政策咨询列表',
  }),
  listMy: get('/pol/consult/listMy', {
    access: 'token',
    query: z.strictObject({ replyState, ...paging() }).refine(withinReach, reach),
    returns: page(PolicyConsult),
    summary: '我的咨询',
  }),
  findById: get('/pol/consult/findById', {
    access: 'token',
    query: z.strictObject({ id }),
    returns: PolicyConsult,
    summary: '咨询详情（本人或有权限的工作人员）',
  }),
  reply: post('/pol/consult/reply', { access: can('consult:answer'), body: ReplyConsult, returns: ok, summary: '回复咨询' }),
}
