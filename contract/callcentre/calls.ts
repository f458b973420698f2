/** Calls of the service hotline: list, record, registration, figures (spec §7 L151; inventory E396–E403, ADR 0500). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, idList, isoDate, keyword, ok, page, paging, query, requiredText, sorting, text, wireInt, wireTime } from '../fields.ts'
import { importParts, importState } from '../imports.ts'
import { EnterAppeal } from '../appeal/desk.ts'
import { callNumber } from './number.ts'
import { CALL_CONTENT_MAX, callDirections, callGroups, callMoves, callResults } from './states.ts'

const keysOf = <T extends object>(words: T) => Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
export const version = wireInt(1, 1_000_000_000).optional()
/** A phone number of any kind, normalised. */
export const phoneNumber = z
  .string({ error: '请输入电话号码' })
  .max(40, '电话号码不正确')
  .transform((written, ctx) => {
    const number = callNumber(written)
    if (number !== null) return number
    ctx.addIssue({ code: 'custom', message: written.trim() === '' ? '请输入电话号码' : '电话号码不正确' })
    return z.NEVER
  })
const direction = z.enum(keysOf(callDirections), { error: '请选择呼入或呼出' })
const result = z.enum(keysOf(callResults), { error: '请选择处理结果' })
const street = text(12).refine((code) => /^\d{6,12}$/.test(code), '镇街代码不正确')

export const CallRow = z.object({
  id: z.number(),
  version: z.number(),
  state: z.number(),
  stateName: z.string(),
  direction,
  directionName: z.string(),
  /** masked; in clear for the agent of the call while it runs, later by `reveal` */
  phone: z.string(),
  companyId: z.number().nullable(),
  companyName: z.string().nullable(),
  contact: z.string(),
  agentId: z.number().nullable(),
  agentName: z.string().nullable(),
  startTime: z.string(),
  answerTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** from answering to the end */
  seconds: z.number().nullable(),
  content: z.string(),
  typeId: z.number().nullable(),
  typeName: z.string(),
  result: result.nullable(),
  resultName: z.string(),
  reportFlag: z.number(),
  appealId: z.number().nullable(),
  appealNo: z.string().nullable(),
  officeId: z.number().nullable(),
  officeName: z.string().nullable(),
  byHand: z.boolean(),
  /** key of the recording, for users who may hear it */
  recording: z.string().nullable(),
  allowed: z.array(z.enum(callMoves)),
})
export type CallRow = z.output<typeof CallRow>

const filters = {
  keyword: keyword.optional(),
  /** the whole number, because parts of a masked number must not be searchable */
  phone: phoneNumber.optional(),
  direction: direction.optional(),
  state: wireInt(0, 5).optional(),
  agentId: id.optional(),
  companyId: id.optional(),
  typeId: id.optional(),
  streetId: street.optional(),
  result: result.optional(),
  reportFlag: wireInt(0, 1).optional(),
  /** 0: not linked to a known company */
  linked: wireInt(0, 1).optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
}
export const CallFilter = query({ ...filters, ...sorting(['startTime'], '-startTime'), ...paging() })
export const CallExport = query({ ...filters, ids: idList.optional() })
export type CallFilters = z.output<typeof CallExport>

const recording = z.string().regex(/^[0-9a-f]{32}$/, '录音文件不正确')
export const SaveCall = z
  .strictObject({
    id: id.optional(),
    version,
    /** these four only for a call entered by hand; otherwise they come from the telephone system */
    direction: direction.optional(),
    phone: phoneNumber.optional(),
    startTime: wireTime.optional(),
    endTime: wireTime.optional(),
    companyId: id.nullable().optional(),
    /** without it the stored one stays */
    contact: text(30).optional(),
    content: text(CALL_CONTENT_MAX).default(''),
    typeId: id.nullable().optional(),
    result,
    /** 转部门: the office */
    officeId: id.optional(),
    /** 约回拨: the latest time */
    callbackTime: wireTime.optional(),
    /** the appeal to which this call belongs */
    appealId: id.nullable().optional(),
    recording: recording.nullable().optional(),
  })
  .superRefine((asked, ctx) => {
    const ask = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (asked.id === undefined && asked.phone === undefined) ask('phone', '请输入电话号码')
    if (asked.id === undefined && asked.startTime === undefined) ask('startTime', '请选择开始时间')
    if (asked.startTime && asked.endTime && asked.endTime < asked.startTime) ask('endTime', '结束时间不能早于开始时间')
    if (asked.result !== 'wrong' && !asked.content) ask('content', '请输入来电内容')
    if (asked.result === 'office' && asked.officeId === undefined) ask('officeId', '请选择转往的部门')
    if (asked.result === 'callback' && asked.callbackTime === undefined) ask('callbackTime', '请选择约定的回拨时间')
  })

const { entrust: _entrust, sourceType: _source, companyId: _company, ...appealWords } = EnterAppeal.shape
export const CallToAppeal = z.strictObject({ ...appealWords, id, version, companyId: id.optional() })

const days = { startTime: isoDate.optional(), endTime: isoDate.optional() }
/**
 * spec §3 L71: keys of call charts; `names` and `series` contain the same as in E402. report[i] + notReport[i] = callIn[i] + callOut[i].
 */
export const callChart = z.object({
  nameList: z.array(z.string()),
  callIn: z.array(z.number()),
  callOut: z.array(z.number()),
  report: z.array(z.number()),
  notReport: z.array(z.number()),
  inName: z.string(),
  outName: z.string(),
  names: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
  /** address of the list with the records of each name; null without such a list */
  to: z.array(z.string().nullable()),
})
export type CallChart = z.output<typeof callChart>
const read = { access: can('call:read') } as const
const work = { access: can('call:agent') } as const

export const callData = {
  list: get('/call/data/list', { ...read, query: CallFilter, returns: page(CallRow), summary: '通话记录列表' }),
  findById: get('/call/data/findById', { ...read, query: query({ id }), returns: CallRow, summary: '一条通话记录' }),
  saveOrUpdate: post('/call/data/saveOrUpdate', {
    ...work,
    body: SaveCall,
    returns: z.object({ id: z.number(), version: z.number(), state: z.number() }),
    summary: '登记或更正通话记录',
  }),
  remove: post('/call/data/delete', {
    ...work,
    as: 'form',
    body: z.strictObject({ id, reason: requiredText(200, '请填写删除的原因') }),
    returns: ok,
    summary: '删除本人当天手工登记的记录',
  }),
  importExcel: post('/call/data/import', {
    ...work,
    as: 'multipart',
    parts: importParts,
    returns: importState,
    summary: '导入通话记录',
  }),
  export: get('/call/data/export', { ...read, blob: true, query: CallExport, summary: '导出通话记录' }),
  statistics: get('/call/data/statistics', {
    ...read,
    query: query({ ...days, by: z.enum(keysOf(callGroups), { error: '不支持的分组' }).default('agent') }),
    returns: callChart,
    summary: '通话统计（按坐席、日、月、镇街、类型）',
  }),
  trend: get('/call/data/trend', {
    ...read,
    query: query({ ...days, unit: z.enum(['month', 'day'], { error: '只能按月或按日' }).default('month') }),
    returns: callChart,
    summary: '通话走势',
  }),
  overview: get('/call/data/overview', {
    ...read,
    query: query({ ...days, mine: wireInt(0, 1).default(0) }),
    returns: z.object({
      items: z.array(z.object({ label: z.string(), value: z.number().nullable(), unit: z.string(), note: z.string() })),
    }),
    summary: '接通率、15 秒接听率、平均通话、未接、回拨及时率',
  }),
  reveal: post('/call/data/reveal', {
    ...read,
    body: z.strictObject({
      id,
      field: z.enum(['contact', 'phone'], { error: '请选择要查看的内容' }),
      reason: requiredText(200, '请填写查看原因'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '按原因查看完整的号码或联系人',
  }),
  toAppeal: post('/call/data/toAppeal', {
    ...work,
    body: CallToAppeal,
    returns: z.object({ id: z.number(), appealNo: z.string().nullable(), deadline: z.string().nullable() }),
    summary: '由来电代企业提交诉求（再次提交得到同一件）',
  }),
}
