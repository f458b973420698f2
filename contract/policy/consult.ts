/** Policy consultation: ask, read, answer (spec §2 widgets, §5; states.tsv S242). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, idList, isoDate, keyword, ok, page, paging, requiredText, sorting, text, wireInt } from '../fields.ts'
import { messages } from '../messages.ts'
import { CONSULT_MAX } from './codes.ts'

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
  /** staff only: the colleague to whom it was passed on, and the note */
  passedOn: z.object({ to: z.string(), by: z.string(), note: z.string().nullable() }).nullable().optional(),
})
export type PolicyConsult = z.output<typeof PolicyConsult>

const replyState = wireInt(0, 1).optional()
const consultFields = {
  keyword: keyword.optional(),
  polInfoId: id.optional(),
  replyState,
  /** 1: passed on to the reader or to nobody */
  forMe: wireInt(0, 1).optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
  ...sorting(['consultTime', 'replyTime'], '-consultTime'),
  ...paging(9000),
}
export const ConsultFilter = z.strictObject(consultFields)
export const ConsultExport = z.strictObject({ ...consultFields, ids: idList.optional() })

export const CONSULT_EXPORT_MAX = 10_000
export const ConsultPeriod = z.strictObject({ startTime: isoDate.optional(), endTime: isoDate.optional() })

/** Used by the dialog and the call (V004). */
export const AskPolicy = z.strictObject({ polInfoId: id, consultContent: requiredText(CONSULT_MAX, messages.consultContentRequired) })
export const ReplyConsult = z.strictObject({ id, replyContent: requiredText(2000, '请输入回复内容') })

export const PassConsult = z.strictObject({ id, userId: id, note: text(200).optional() })

export const consult = {
  ask: post('/pol/my/getPolConsult', { access: 'token', as: 'form', body: AskPolicy, returns: ok, perMinute: 60, summary: '提交政策咨询' }),
  list: get('/pol/consult/list', {
    access: can('consult:read'),
    query: ConsultFilter,
    returns: page(PolicyConsult),
    summary: '政策咨询列表',
  }),
  listMy: get('/pol/consult/listMy', {
    access: 'token',
    query: z.strictObject({ replyState, ...paging() }),
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
  /** colleagues who can answer it instead */
  colleagues: get('/pol/consult/colleagues', {
    access: can('consult:answer'),
    query: z.strictObject({ id }),
    returns: z.array(z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable() })),
    summary: '可转交的同事',
  }),
  passOn: post('/pol/consult/passOn', { access: can('consult:answer'), body: PassConsult, returns: ok, summary: '转交咨询' }),
  /** an answered question, or one that is not a question (advertising): its author no longer sees it; it stays in the audit log */
  remove: post('/pol/consult/delete', {
    access: can('consult:answer'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除咨询',
  }),
  /** at most 10,000 rows; more by an export with progress (POST /export/start, bizType policyConsult) */
  export: get('/pol/consult/export', { access: can('consult:read'), blob: true, query: ConsultExport, summary: '导出咨询' }),
  statistics: get('/pol/consult/statistics', {
    access: can('consult:read'),
    query: ConsultPeriod,
    returns: z.object({
      total: z.number(),
      waiting: z.number(),
      answered: z.number(),
      /** average hours between question and answer; null without answers */
      averageHours: z.number().nullable(),
      /** months, 'YYYY-MM' */
      names: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
      /** most asked policies first, at most ten */
      policies: z.array(z.object({ polInfoId: z.number(), policyTitle: z.string(), count: z.number(), waiting: z.number() })),
    }),
    summary: '咨询统计（默认近 12 个月）',
  }),
}
