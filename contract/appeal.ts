/** 企业诉求: filing, dealing, answering, evaluating (spec §4 L87, §7 L151; inventory S178–S190, E412–E426). */
import { z } from 'zod'
import { can, get, post, types } from './endpoint.ts'
import { id, idList, isoDate, keyword, ok, option, page, paging, phone, query, requiredText, sorting, text, wireInt } from './fields.ts'
import { marketKindKeys } from './market/states.ts'
import { messages } from './messages.ts'
import { fileList, formFiles, moved, moves, storedFiles, version } from './appeal/parts.ts'
import {
  APPEAL_CONTENT_MAX,
  APPEAL_TITLE_MAX,
  appealOrigins,
  appealPauses,
  appealResults,
  EXTEND_DAYS_MAX,
  MERGE_MAX,
  SIMILAR_TEXT_MAX,
} from './appeal/states.ts'

const keysOf = <T extends object>(words: T) => Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
const street = text(12).refine((code) => /^\d{6,12}$/.test(code), '镇街代码不正确')

export const AppealRow = z.object({
  id: z.number(),
  version: z.number(),
  appealNo: z.string().nullable(),
  title: z.string(),
  typeId: z.number().nullable(),
  /** 大类 / 小类 */
  typeName: z.string(),
  sourceType: z.string(),
  sourceTypeName: z.string(),
  companyId: z.number().nullable(),
  companyName: z.string().nullable(),
  userName: z.string(),
  /** masked for everybody; `reveal` shows it in clear */
  contact: z.string(),
  phone: z.string(),
  streetId: z.string().nullable(),
  streetName: z.string().nullable(),
  officeId: z.number().nullable(),
  officeName: z.string().nullable(),
  state: z.number(),
  stateName: z.string(),
  createTime: z.string(),
  submitTime: z.string().nullable(),
  deadline: z.string().nullable(),
  overdue: z.boolean(),
  /** working days until the promised end, negative after it; null while no clock runs */
  workdaysLeft: z.number().nullable(),
  /** why the clock is paused; null while it runs */
  pause: z.object({ kind: z.string(), reason: z.string(), since: z.string() }).nullable(),
  ruling: z.boolean(),
  urgeCount: z.number(),
  /** 2: appealed again or long overdue; the leader sees it */
  level: z.number(),
  /** staff: the appeal with whose answer this one is answered */
  mergedInto: z.object({ id: z.number(), appealNo: z.string() }).nullable(),
  /** staff: how many are answered with this one */
  mergedCount: z.number(),
  result: z.string().nullable(),
  closeTime: z.string().nullable(),
  score: z.number().nullable(),
  evaluateContent: z.string().nullable(),
  publicFlag: z.number(),
  allowed: moves,
})
export type AppealRow = z.output<typeof AppealRow>

const step = z.object({
  id: z.number(),
  move: z.string(),
  name: z.string(),
  at: z.string(),
  /** the sender sees the office, staff the person */
  by: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
})
export const AppealDetail = AppealRow.extend({
  content: z.string(),
  files: storedFiles,
  dealContent: z.string().nullable(),
  dealFiles: storedFiles,
  dealTime: z.string().nullable(),
  dealtBy: z.string().nullable(),
  opinion: z.string().nullable(),
  backReason: z.string().nullable(),
  redone: z.boolean(),
  /** when staff must first reply to the sender, and when they did; null before submission */
  firstReply: z.object({ due: z.string(), at: z.string().nullable() }).nullable(),
  pausedDays: z.number(),
  extendedDays: z.number(),
  /** staff: the extra working days that its office requests */
  extension: z.object({ days: z.number(), reason: z.string() }).nullable(),
  /** the sender found no suitable policy */
  noPolicy: z.boolean(),
  /** staff: those answered with it, at most 200 */
  merged: z.array(z.object({ id: z.number(), appealNo: z.string(), title: z.string(), sender: z.string() })),
  /** which member of staff filed it for the company, and how the company requested it */
  entered: z.object({ by: z.string(), entrust: z.string() }).nullable(),
  /** the verdict of the rules for company and policy at submission is stored */
  hasTrace: z.boolean(),
  ruledGround: z.string().nullable(),
  policy: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** the consultation or declaration on which it is based; without title and address if the reader may not see that record */
  from: z
    .object({ kind: z.enum(keysOf(appealOrigins)), kindName: z.string(), title: z.string().nullable(), to: z.string().nullable() })
    .nullable(),
  /** the sender, while the appeal is not over: what can be registered in the market besides */
  market: z.array(z.enum(marketKindKeys)),
  offices: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      part: z.enum(['main', 'assist', 'former']),
      /** staff only: when an assisting office gave its opinion */
      assistedAt: z.string().nullable(),
    }),
  ),
  /** staff only, until the assignment: the proposed office, and why */
  proposed: z.object({ officeId: z.number(), officeName: z.string(), ground: z.string() }).nullable(),
  steps: z.array(step),
})
export type AppealDetail = z.output<typeof AppealDetail>

const filters = {
  keyword: keyword.optional(),
  state: wireInt(1, 7).optional(),
  typeId: id.optional(),
  officeId: id.optional(),
  sourceType: text(8).optional(),
  streetId: street.optional(),
  companyId: id.optional(),
  /** 1: the promised date has passed without an answer */
  overdue: wireInt(0, 1).optional(),
  /** 1: waits for the service centre to decide the office in charge */
  ruling: wireInt(0, 1).optional(),
  evaluated: wireInt(0, 1).optional(),
  /** 2: appeals that the leader sees */
  level: wireInt(1, 2).optional(),
  /** 1: an extension is requested */
  extending: wireInt(0, 1).optional(),
  result: z.enum(keysOf(appealResults), { error: '不支持的办理结果' }).optional(),
  closedFrom: isoDate.optional(),
  closedTo: isoDate.optional(),
  /** this appeal and those answered with it */
  leadId: id.optional(),
  score: wireInt(1, 5).optional(),
  /** 1: waits for the reader */
  forMe: wireInt(0, 1).optional(),
  startTime: isoDate.optional(),
  endTime: isoDate.optional(),
}
export const AppealFilter = query({
  ...filters,
  ...sorting(['submitTime', 'deadline', 'closeTime', 'score'], '-submitTime'),
  ...paging(),
})
export const AppealExport = query({ ...filters, ids: idList.optional() })
export type AppealFilters = z.output<typeof AppealExport>

/** A draft may leave fields open; they are required at submission. */
export const SaveAppeal = z
  .strictObject({
    id: id.optional(),
    version,
    typeId: id.optional(),
    title: requiredText(APPEAL_TITLE_MAX, '请输入诉求标题'),
    content: text(APPEAL_CONTENT_MAX).default(''),
    contact: text(30).default(''),
    phone: z.union([z.literal(''), phone]).default(''),
    streetId: street.optional(),
    files: fileList.default([]),
    publicFlag: wireInt(0, 1).default(0),
    polInfoId: id.optional(),
    /** 1: the sender found no suitable policy */
    noPolicy: wireInt(0, 1).default(0),
    /** the sender’s consultation or declaration on which it is based */
    fromKind: z.enum(keysOf(appealOrigins), { error: '不支持的来源' }).optional(),
    fromId: id.optional(),
    submit: z.boolean(),
  })
  .superRefine((a, ctx) => {
    const ask = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if ((a.fromKind === undefined) !== (a.fromId === undefined)) ask('fromId', '来源不完整')
    if (!a.submit) return
    if (!a.typeId) ask('typeId', messages.treeLeafOnly)
    if (!a.content) ask('content', '请输入诉求内容')
    if (!a.contact) ask('contact', '请输入联系人')
    if (!a.phone) ask('phone', messages.phoneRequired)
  })

/** The form with the fields that are required at submission. */
export const FileAppeal = z.object({
  typeId: z.number({ error: messages.treeLeafOnly }),
  title: requiredText(APPEAL_TITLE_MAX, '请输入诉求标题'),
  content: requiredText(APPEAL_CONTENT_MAX, '请输入诉求内容'),
  contact: requiredText(30, '请输入联系人'),
  phone,
  streetId: street.optional(),
  files: formFiles,
  publicFlag: z.boolean().optional(),
  noPolicy: z.boolean().optional(),
})

const remark = text(500)
const reason = (ask: string) => requiredText(500, ask)
export const TransferAppeal = z.strictObject({
  id,
  version,
  officeId: id,
  assistOfficeIds: z.array(id).max(10).default([]),
  remark: remark.default(''),
})
export const DealAppeal = z.strictObject({
  id,
  version,
  dealContent: requiredText(APPEAL_CONTENT_MAX, '请输入办理结果'),
  result: z.enum(keysOf(appealResults), { error: '请选择办理结果' }),
  files: fileList.default([]),
})
export const ExamineAppeal = z.strictObject({ id, version, examineState: wireInt(1, 2), opinion: remark.default('') })
export const BackAppeal = z.strictObject({ id, version, reason: reason('请填写退回的原因'), suggestOfficeId: id.optional() })
export const EvaluateAppeal = z.strictObject({
  id,
  version,
  score: wireInt(1, 5),
  content: text(300).default(''),
  redo: z.boolean().default(false),
})
export const RuleAppeal = z.strictObject({ id, version, officeId: id, ground: reason('请填写裁定的依据') })
export const PauseAppeal = z.strictObject({
  id,
  version,
  kind: z.enum(keysOf(appealPauses), { error: '请选择暂停的原因' }),
  reason: reason('请填写暂停的说明'),
})
export const AssistAppeal = z.strictObject({ id, version, content: requiredText(APPEAL_CONTENT_MAX, '请填写协办意见') })
export const SupplementAppeal = z.strictObject({
  id,
  version,
  content: requiredText(APPEAL_CONTENT_MAX, '请输入补充的内容'),
  files: fileList.default([]),
})
export const ExtendAppeal = z.strictObject({
  id,
  version,
  /** 0: the service centre does not grant the request */
  days: wireInt(0, EXTEND_DAYS_MAX),
  reason: reason('请填写延期的理由'),
})
export const MergeAppeals = z.strictObject({
  ids: z.array(id).min(1, '请选择要合并的诉求').max(MERGE_MAX, `一次最多合并 ${MERGE_MAX} 件`),
  leadId: id,
})
const only = z.strictObject({ id, version })

export const appeal = {
  list: get('/appeal/info/list', { access: can('appeal:read'), query: AppealFilter, returns: page(AppealRow), summary: '诉求列表' }),
  listMy: get('/appeal/info/listMy', {
    access: types('GR', 'QY'),
    query: query({ keyword: keyword.optional(), state: wireInt(0, 7).optional(), ...paging() }),
    returns: page(AppealRow),
    summary: '我的诉求',
  }),
  findById: get('/appeal/info/findById', {
    access: 'token',
    query: query({ id }),
    returns: AppealDetail,
    summary: '诉求详情（提出人或可见的工作人员）',
  }),
  save: post('/appeal/info/save', {
    access: types('GR', 'QY'),
    body: SaveAppeal,
    returns: z.object({
      id: z.number(),
      appealNo: z.string().nullable(),
      state: z.number(),
      version: z.number(),
      deadline: z.string().nullable(),
    }),
    perMinute: 60,
    summary: '保存或提交诉求',
  }),
  remove: post('/appeal/info/delete', {
    access: 'token',
    as: 'form',
    body: z.strictObject({ id, reason: remark.optional() }),
    returns: ok,
    summary: '删除诉求（提出人删除草稿、已退回的；工作人员删除无效的，写明原因）',
  }),
  withdraw: post('/appeal/info/withdraw', { access: types('GR', 'QY'), body: only, returns: moved, summary: '撤回诉求' }),
  transfer: post('/appeal/info/transfer', { access: can('appeal:read'), body: TransferAppeal, returns: moved, summary: '转办诉求' }),
  deal: post('/appeal/info/deal', { access: can('appeal:read'), body: DealAppeal, returns: moved, summary: '办理诉求' }),
  examine: post('/appeal/info/examine', { access: can('appeal:examine'), body: ExamineAppeal, returns: moved, summary: '审核答复' }),
  back: post('/appeal/info/back', { access: can('appeal:read'), body: BackAppeal, returns: moved, summary: '退回诉求' }),
  rule: post('/appeal/info/rule', { access: can('appeal:dispatch'), body: RuleAppeal, returns: moved, summary: '裁定办理部门' }),
  pause: post('/appeal/info/pause', { access: can('appeal:read'), body: PauseAppeal, returns: moved, summary: '暂停计时' }),
  resume: post('/appeal/info/resume', { access: can('appeal:read'), body: only, returns: moved, summary: '恢复计时' }),
  extend: post('/appeal/info/extend', {
    access: can('appeal:read'),
    body: ExtendAppeal,
    returns: moved,
    summary: '延期：办理部门申请，服务中心批准或不批准',
  }),
  assist: post('/appeal/info/assist', {
    access: can('appeal:read'),
    body: AssistAppeal,
    returns: moved,
    summary: '协办意见：协办部门写给主办部门，提出人看不到',
  }),
  merge: post('/appeal/info/merge', {
    access: can('appeal:dispatch'),
    body: MergeAppeals,
    returns: z.object({ id: z.number(), merged: z.number() }),
    summary: '合并办理：以一件为主，一次答复全部',
  }),
  /** unanswered appeals of the last weeks: those that staff may see, a sender’s own · for senders also published answers */
  similar: get('/appeal/info/similar', {
    access: 'token',
    query: query({
      /** the typed text; without it the words of the appeal `id`, which would be too long for an address */
      text: text(SIMILAR_TEXT_MAX).optional(),
      typeId: id.optional(),
      id: id.optional(),
    }),
    returns: z.object({
      answers: z.array(z.object({ id: z.number(), title: z.string(), officeName: z.string() })),
      open: z.array(
        z.object({
          id: z.number(),
          appealNo: z.string(),
          title: z.string(),
          sender: z.string(),
          officeName: z.string().nullable(),
          stateName: z.string(),
          submitTime: z.string(),
          /** share of the words that also occur in it, in percent */
          share: z.number(),
          mergeable: z.boolean(),
        }),
      ),
    }),
    summary: '相似的诉求与已公开的答复',
  }),
  urge: post('/appeal/info/urge', { access: types('GR', 'QY'), body: only, returns: moved, summary: '催办' }),
  supplement: post('/appeal/info/supplement', { access: types('GR', 'QY'), body: SupplementAppeal, returns: moved, summary: '补充诉求' }),
  archive: post('/appeal/info/archive', { access: can('appeal:dispatch'), as: 'form', body: only, returns: ok, summary: '归档诉求' }),
  evaluate: post('/appeal/info/evaluate', { access: types('GR', 'QY'), body: EvaluateAppeal, returns: moved, summary: '评价诉求' }),
  reveal: post('/appeal/info/reveal', {
    access: can('appeal:read'),
    body: z.strictObject({
      id,
      field: z.enum(['contact', 'phone'], { error: '请选择要查看的内容' }),
      reason: requiredText(200, '请填写查看原因'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '查看联系人或电话（记录原因）',
  }),
  /** at most 2,000 rows at once; more as an export with progress (POST /export/start, bizType appeal) */
  export: get('/appeal/info/export', { access: can('appeal:read'), blob: true, query: AppealExport, summary: '导出诉求' }),
  enums: get('/appeal/info/enums', {
    access: 'public',
    returns: z.object({
      state: z.array(option),
      /** as the sender sees it */
      senderState: z.array(option),
      result: z.array(option),
      pause: z.array(option),
      score: z.array(option),
      sourceType: z.array(option),
    }),
    summary: '诉求的选项',
  }),
}
