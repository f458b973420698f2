/** 短信发送 (spec §2 /work/smsSend, §7 /sms/send; inventory E489–E494, S245) and opt-outs. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, keyword, ok, page, paging, phone, query, requiredText, text, wireInt, wireTime } from '../fields.ts'
import { SMS_PHONES_MAX, smsPurposeKeys, smsSendMoves } from './states.ts'
import { smsMoved, smsTested, smsValues } from './temps.ts'

const version = wireInt(1, 1_000_000_000)
const ids = (most: number, message: string) => z.array(id).max(most, message).default([])

/** Companies that the sender may see and that meet all of these. */
export const SmsFilter = z.strictObject({
  companyName: keyword.optional(),
  streetId: text(64).optional(),
  industry: text(10).optional(),
  businessType: text(20).optional(),
})
/** Typed or pasted from a sheet: a number and optionally a name. Invalid numbers are kept and skipped with a reason. */
const person = z.strictObject({ phone: text(40), name: text(40).default('') })
export const SmsAudience = z.strictObject({
  companyIds: ids(200, '一次最多选择 200 家企业，更多请按标签或条件选择'),
  tagIds: ids(20, '最多选择 20 个标签'),
  filter: SmsFilter.nullable().default(null),
  /** companies that meet the conditions of these published policies, by matching */
  policyIds: ids(5, '最多选择 5 项政策'),
  persons: z.array(person).max(SMS_PHONES_MAX, `一次最多填写 ${SMS_PHONES_MAX} 个号码`).default([]),
})
export type SmsAudience = z.output<typeof SmsAudience>

export const SaveSmsSend = z.strictObject({
  id: id.optional(),
  version: version.optional(),
  name: requiredText(50, '请输入任务名称'),
  templateId: id,
  values: smsValues,
  /** without `persons` the stored numbers stay, because they are never returned in clear */
  audience: SmsAudience.extend({ persons: SmsAudience.shape.persons.unwrap().optional() }),
  /** places, in the list of `version`, of stored numbers that are taken out; when given, `persons` are added to the others */
  withoutPersons: z
    .array(wireInt(0, SMS_PHONES_MAX - 1))
    .max(SMS_PHONES_MAX)
    .optional(),
  /** recipients come from a sheet that is imported into the saved draft */
  bySheet: z.boolean().default(false),
  /** null: immediately after approval */
  planTime: wireTime.nullable().default(null),
})

const count = z.number()
const skipped = z.array(z.object({ reason: z.string(), count }))
/** What would be sent, and who is skipped and why; author and reviewer see the same. */
export const SmsDryRun = z.object({
  rows: count,
  toSend: count,
  skipped,
  segments: count,
  /** 分 */
  cost: count,
  /** start time if it were approved now */
  startTime: z.string(),
  /** the start would be at night and waits for the morning */
  shifted: z.boolean(),
  longest: z.array(z.object({ text: z.string(), length: count, segments: count })),
  hash: z.string(),
})
export type SmsDryRun = z.output<typeof SmsDryRun>

const sendRow = z.object({
  id,
  version: z.number(),
  name: z.string(),
  templateId: z.number(),
  templateName: z.string(),
  purpose: z.enum(smsPurposeKeys),
  content: z.string(),
  state: z.number(),
  planTime: z.string().nullable(),
  totalNum: z.number(),
  successNum: z.number(),
  failNum: z.number(),
  unknownNum: z.number(),
  skipNum: z.number(),
  authorName: z.string(),
  reviewerName: z.string().nullable(),
  reviewOpinion: z.string().nullable(),
  createTime: z.string(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  allowed: z.array(z.enum(smsSendMoves)),
  /** it waits for a review that the reader may not make, because the reader wrote on it */
  ownWork: z.boolean(),
})
export type SmsSendRow = z.output<typeof sendRow>
const maskedPerson = z.object({ phone: z.string(), name: z.string(), isMalformed: z.boolean() })
export const SmsSendDetail = sendRow.extend({
  values: z.record(z.string(), z.string()),
  /** numbers are masked; the author has them in the form until they are saved again */
  audience: SmsAudience.omit({ persons: true }).extend({ persons: z.array(maskedPerson) }),
  /** recipients from sheets */
  sheetNum: z.number(),
  /** the ways by which companies are chosen, in words, so that the reviewer sees who is meant */
  chosen: z.array(z.string()),
  dryRun: SmsDryRun.nullable(),
  /** how an aborted send ended; what the dry run promised is void then */
  aborted: z.object({ byName: z.string(), time: z.string(), reason: z.string(), sentNum: count, skipNum: count }).nullable(),
  /** who got no message and why, now: what the dry run skipped, and what was left out at the time of sending */
  skipped,
  /** a running send: the messages that are not handed over yet; and until when they wait, when it is night */
  waiting: z.object({ count, until: z.string().nullable() }).nullable(),
})
export type SmsSendDetail = z.output<typeof SmsSendDetail>

const messageRow = z.object({
  id: z.number(),
  companyId: z.number().nullable(),
  name: z.string(),
  phone: z.string(),
  state: z.number(),
  reason: z.string().nullable(),
  text: z.string(),
  segments: z.number(),
  provider: z.string().nullable(),
  submitTime: z.string().nullable(),
  settleTime: z.string().nullable(),
})
export type SmsMessageRow = z.output<typeof messageRow>

const filters = {
  keyword: keyword.optional(),
  state: wireInt(0, 7).optional(),
  /** 1: those that wait for a review which the reader may make */
  forReview: wireInt(0, 1).optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
}
const only = z.strictObject({ id, version })
const reason = requiredText(200, '请填写中止的原因')

export const smsSend = {
  list: get('/sms/send/list', {
    access: can('sms:read'),
    query: query({ ...filters, ...paging() }),
    returns: page(sendRow),
    summary: '短信发送任务列表',
  }),
  findById: get('/sms/send/findById', { access: can('sms:read'), query: query({ id }), returns: SmsSendDetail, summary: '短信发送任务' }),
  save: post('/sms/send/save', {
    access: can('sms:manage'),
    body: SaveSmsSend,
    returns: smsMoved,
    summary: '新增或修改短信发送任务；修改使试算和复核失效',
  }),
  remove: post('/sms/send/delete', { access: can('sms:manage'), as: 'form', body: only, returns: ok, summary: '删除草稿或已驳回的任务' }),
  export: get('/sms/send/export', {
    access: can('sms:read'),
    blob: true,
    query: query(filters),
    summary: '导出短信发送任务',
  }),
  statistics: get('/sms/send/statistics', {
    access: can('sms:read'),
    query: query({ startTime: isoDate.optional(), endTime: isoDate.optional() }),
    returns: z.object({ names: z.array(z.string()), series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })) }),
    summary: '按日的短信条数',
  }),
  dryRun: post('/sms/send/dryRun', {
    access: can('sms:manage'),
    body: only,
    returns: SmsDryRun,
    summary: '试算：收件人、跳过的原因、条数与费用，并固定下来',
  }),
  submit: post('/sms/send/submit', {
    access: can('sms:manage'),
    body: z.strictObject({ id, version, hash: z.string().regex(/^[0-9a-f]{64}$/, '请先试算') }),
    returns: smsMoved,
    summary: '提交复核，内容与试算时一致',
  }),
  review: post('/sms/send/updateReviewState', {
    access: can('sms:review'),
    body: z.strictObject({
      id,
      version,
      reviewState: wireInt(1, 2),
      reviewOpinion: text(200).default(''),
      hash: z.string().regex(/^[0-9a-f]{64}$/, '请先查看试算结果'),
    }),
    returns: smsMoved,
    summary: '复核短信发送任务（1 通过，2 驳回）；不能复核自己的',
  }),
  abort: post('/sms/send/abort', {
    access: can('sms:manage'),
    body: z.strictObject({ id, version: version.optional(), reason }),
    returns: z.object({ id: z.number(), state: z.number(), version: z.number(), sentNum: z.number() }),
    summary: '中止发送，并说明已发出几条',
  }),
  retryFailed: post('/sms/send/retryFailed', {
    access: can('sms:manage'),
    body: only,
    returns: smsMoved,
    summary: '重发失败的，不含结果未知的',
  }),
  messages: get('/sms/send/messages', {
    access: can('sms:read'),
    query: query({ id, state: wireInt(0, 5).optional(), keyword: keyword.optional(), ...paging() }),
    /** `hidden`: further companies, which are outside the reader's 企业 rule */
    returns: page(messageRow).extend({ hidden: count }),
    summary: '一次发送的每一条（号码脱敏）',
  }),
  test: post('/sms/send/test', {
    access: can('sms:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: smsTested,
    summary: '按任务的内容发一条给自己的手机号，计入限额',
  }),
  reveal: post('/sms/send/reveal', {
    access: can('sms:read'),
    body: z.strictObject({ id, reason: requiredText(200, '请填写查看原因') }),
    returns: z.object({ value: z.string() }),
    summary: '查看一条短信的号码（记录原因）',
  }),
}

const choice = z.object({
  id: z.number(),
  phone: z.string(),
  noticeFlag: z.number(),
  promotionFlag: z.number(),
  source: z.string(),
  updateTime: z.string(),
})
export type SmsChoiceRow = z.output<typeof choice>
const flags = { noticeFlag: wireInt(0, 1), promotionFlag: wireInt(0, 1) }
export const SaveSmsChoice = z.strictObject({ phone, ...flags })
const own = z.object({
  /** null: the account has no number */
  phone: z.string().nullable(),
  noticeFlag: z.number(),
  promotionFlag: z.number(),
})

/** 通知 go to everybody who has not opted out, 推广 to those who agreed; codes go to everybody. */
export const smsOptOut = {
  list: get('/sms/optOut/list', {
    access: can('sms:read'),
    query: query({ phone: phone.optional(), ...paging() }),
    returns: page(choice),
    summary: '退订与同意接收的号码（脱敏）',
  }),
  save: post('/sms/optOut/save', { access: can('sms:manage'), body: SaveSmsChoice, returns: ok, summary: '登记一个号码的退订或同意' }),
  mine: get('/sms/optOut/mine', { access: 'token', query: query({}), returns: own, summary: '本人号码接收短信的选择' }),
  saveMine: post('/sms/optOut/saveMine', {
    access: 'token',
    body: z.strictObject(flags),
    returns: own,
    summary: '修改本人号码接收短信的选择',
  }),
}
