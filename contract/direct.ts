/** 免申即享: a list made from a published policy, consent and objections of the companies, hand-over to allowances (ADR 0044). Amounts in 万元. */
import { z } from 'zod'
import { openAnswer } from './open-answer.ts'
import { directListStates, directRowStates } from './direct/states.ts'
import { can, get, post, types } from './endpoint.ts'
import { id, isoDate, keyword, ok, page, paging, phone, query, requiredText, sorting, text, wireInt } from './fields.ts'
import type { Judgement } from './matching.ts'
import { isToTheYuan, TO_THE_YUAN } from './money.ts'
import { SaidRule } from './policy/market.ts'

const listState = z.enum(directListStates)
const rowState = z.enum(directRowStates)
const version = wireInt(1, 1_000_000_000)
/** 万元 with at most four decimals, down to one 元. */
const money = z
  .number({ error: '请填写金额' })
  .gt(0, '金额应大于 0')
  .max(1_000_000, '金额不能超过 1000000 万元')
  .refine(isToTheYuan, TO_THE_YUAN)

/** A value on which a row is based, as it was when the list was made. */
export interface FrozenFact {
  key: string
  label: string
  value: unknown
  text: string
  source: string
  asOf: string | null
  updatedAt: string
}
/** The basis of a row; it never changes. */
export interface DirectEvidence {
  judgedAt: string
  asOf: string
  policyCode: string
  ruleVersion: number
  ruleHash: string
  facts: FrozenFact[]
  judgement: Judgement
}

const FiguresShape = z.object({
  /** preview: nothing was stored · frozen: the rows were made */
  kind: z.enum(['preview', 'frozen']),
  at: z.string(),
  asOf: z.string(),
  ruleVersion: z.number(),
  /** companies that consented to the use of their archive; others are not judged */
  companies: z.number(),
  match: z.number(),
  near: z.number(),
  unknown: z.number(),
  nomatch: z.number(),
  listed: z.number(),
  amount: z.number(),
  /** companies that meet the rule without a certain amount: reported but not listed */
  undetermined: z.object({
    total: z.number(),
    list: z.array(z.object({ companyId: z.number(), companyName: z.string(), why: z.string() })),
  }),
  /** of a preview: the first 200 companies that the list would contain */
  named: z.array(z.object({ companyId: z.number(), companyName: z.string(), amount: z.number() })).optional(),
  /** listed companies that already have an allowance of this policy and year */
  duplicates: z.number(),
  /** the facts that are missing most often among undecided companies */
  missing: z.array(z.object({ label: z.string(), companies: z.number() })),
  /** 万元 above the budget; null: within it, or no budget */
  over: z.number().nullable(),
})
export type DirectFigures = z.output<typeof FiguresShape>

const run = z.object({
  taskId: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  done: z.number(),
  total: z.number().nullable(),
  message: z.string().nullable(),
})

export const directListRow = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  policyId: z.number(),
  policyTitle: z.string(),
  year: z.number(),
  asOf: z.string(),
  state: listState,
  budget: z.number().nullable(),
  /** companies that are not left out, and their money */
  listed: z.number(),
  amount: z.number(),
  consented: z.number(),
  openObjections: z.number(),
  publicFrom: z.string().nullable(),
  publicTo: z.string().nullable(),
  createdByName: z.string(),
  createTime: z.string(),
})
export type DirectListRow = z.output<typeof directListRow>
export const directListDetail = directListRow.extend({
  days: z.number(),
  officeId: z.number().nullable(),
  officeName: z.string().nullable(),
  note: z.string().nullable(),
  ruleVersion: z.number().nullable(),
  ruleHash: z.string().nullable(),
  /** the frozen rule in words or, before freezing, the one in force on the date; null: none in force */
  rule: SaidRule.nullable(),
  figures: FiguresShape.nullable(),
  run: run.nullable(),
  /** 万元 above the budget now; null: within it, or no budget */
  over: z.number().nullable(),
  overReason: z.string().nullable(),
  opinion: z.string().nullable(),
  confirmedByName: z.string().nullable(),
  counts: z.array(z.object({ state: rowState, count: z.number(), amount: z.number() })),
  logs: z.array(z.object({ move: z.string(), state: listState, actorName: z.string(), note: z.string().nullable(), time: z.string() })),
  /** moves the reader may make now */
  moves: z.array(z.string()),
})
export type DirectListDetail = z.output<typeof directListDetail>

export const directStaffRow = z.object({
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  code: z.string(),
  amount: z.number(),
  state: rowState,
  origin: z.enum(['run', 'objection', 'corrected']),
  reason: z.string().nullable(),
  duplicate: z.boolean(),
  answerTime: z.string().nullable(),
  allowanceId: z.number().nullable(),
})
export type DirectStaffRow = z.output<typeof directStaffRow>
export const directRowDetail = directStaffRow.extend({
  listId: z.number(),
  /** null: the company has withdrawn its consent to the use of its archive */
  evidence: openAnswer<DirectEvidence>('evidence').nullable(),
  evidenceHash: z.string(),
  /** whether the stored evidence still has its original hash */
  intact: z.boolean(),
  bankName: z.string().nullable(),
  /** masked */
  accountNo: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  moves: z.array(z.string()),
})
export type DirectRowDetail = z.output<typeof directRowDetail>

export const directObjection = z.object({
  id: z.number(),
  listId: z.number(),
  listTitle: z.string(),
  rowId: z.number().nullable(),
  /** the company against which the objection is made; null: the objector’s own case */
  targetName: z.string().nullable(),
  /** the objector's own amount */
  own: z.boolean(),
  /** shown to staff and to the company itself */
  companyName: z.string(),
  companyId: z.number(),
  content: z.string(),
  verdict: z.string().nullable(),
  state: z.number(),
  reply: z.string().nullable(),
  createTime: z.string(),
  resolveTime: z.string().nullable(),
  /** whether the caller may answer it now */
  answerable: z.boolean(),
})
export type DirectObjection = z.output<typeof directObjection>

export const directListForm = z.strictObject({
  id: id.optional(),
  version: version.optional(),
  policyId: z.number({ error: '请选择政策' }).int('请选择政策').positive('请选择政策'),
  title: requiredText(100, '请填写名单名称'),
  year: wireInt(2000, 2100),
  asOf: isoDate,
  days: wireInt(1, 30),
  budget: money.nullable().optional(),
  officeId: id.nullable().optional(),
  note: text(500).optional(),
})
export const directSubmission = z.strictObject({ id, version, overReason: text(500).optional() })
export const directConsent = z.strictObject({
  id,
  bankName: requiredText(60, '请填写开户银行'),
  accountNo: z
    .string({ error: '请填写银行账号' })
    .max(60, '银行账号应为 8 至 30 位数字')
    .transform((s) => s.normalize('NFKC').replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{8,30}$/, '银行账号应为 8 至 30 位数字')),
  contactName: requiredText(30, '请填写联系人'),
  contactPhone: phone,
})
export const directDecline = z.strictObject({ id, reason: requiredText(200, '请填写放弃的原因') })
const reasoned = z.strictObject({ id, reason: requiredText(500, '请填写原因') })
const versioned = z.strictObject({ id, version })

/** also the filters of the export `direct` */
export const directRowFilters = { listId: id, state: rowState.optional(), companyName: keyword.optional() }

export const directStaff = {
  list: get('/direct/list/list', {
    access: can('direct:read'),
    query: query({
      ...paging(),
      title: keyword.optional(),
      state: listState.optional(),
      policyId: id.optional(),
      year: wireInt(2000, 2100).optional(),
      /** lists on which staff must act: an objection, a period that has ended, money to hand over */
      waiting: z.literal('1').optional(),
      /** 1: those with an objection that the caller may answer */
      toAnswer: z.literal('1').optional(),
      /** 1: those that wait for a review which the reader may make */
      forReview: wireInt(0, 1).optional(),
    }),
    returns: page(directListRow),
    summary: '免申即享名单',
  }),
  findById: get('/direct/list/findById', {
    access: can('direct:read'),
    query: query({ id }),
    returns: directListDetail,
    summary: '名单详情',
  }),
  save: post('/direct/list/saveOrUpdate', {
    access: can('direct:manage'),
    body: directListForm,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新建或修改名单（草稿）',
  }),
  remove: post('/direct/list/delete', {
    access: can('direct:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除草稿',
  }),
  run: post('/direct/list/run', {
    access: can('direct:manage'),
    body: z.strictObject({ id, version, kind: z.enum(['preview', 'frozen'], { error: '请选择试算或生成' }) }),
    perMinute: 20,
    returns: z.object({ taskId: z.string() }),
    summary: '试算，或生成名单并冻结依据（后台任务）',
  }),
  progress: get('/direct/list/progress', {
    polled: true,
    access: can('direct:read'),
    query: query({ id }),
    returns: run.nullable(),
    summary: '后台任务的进度',
  }),
  stop: post('/direct/list/stop', {
    access: can('direct:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '中止后台任务',
  }),
  reopen: post('/direct/list/reopen', {
    access: can('direct:manage'),
    body: versioned,
    returns: ok,
    summary: '退回草稿，重新生成（保留剔除）',
  }),
  submit: post('/direct/list/submit', { access: can('direct:manage'), body: directSubmission, returns: ok, summary: '提交确认' }),
  withdraw: post('/direct/list/withdraw', { access: can('direct:manage'), body: versioned, returns: ok, summary: '撤回提交' }),
  review: post('/direct/list/review', {
    access: can('direct:confirm'),
    body: z.strictObject({ id, version, pass: z.boolean({ error: '请选择处理结果' }), opinion: text(500).optional() }),
    returns: ok,
    summary: '确认名单并公示，或退回',
  }),
  cancel: post('/direct/list/cancel', {
    access: can('direct:confirm'),
    body: z.strictObject({ id, version, reason: requiredText(500, '请填写原因') }),
    returns: ok,
    summary: '终止已公示的名单',
  }),
  close: post('/direct/list/close', { access: can('direct:manage'), body: versioned, returns: ok, summary: '公示期满，结束公示' }),
  handOver: post('/direct/list/handOver', {
    access: can('direct:manage'),
    body: versioned,
    returns: z.object({ handed: z.number(), held: z.number() }),
    summary: '已确认的企业移交为补贴（每家一笔）',
  }),
  rows: get('/direct/list/rows', {
    access: can('direct:read'),
    query: query({
      ...paging(),
      ...directRowFilters,
      ...sorting(['id', 'amount'], 'id'),
    }),
    returns: page(directStaffRow),
    summary: '名单中的企业',
  }),
  row: get('/direct/list/row', { access: can('direct:read'), query: query({ id }), returns: directRowDetail, summary: '一家企业的依据' }),
  exclude: post('/direct/list/exclude', { access: can('direct:manage'), body: reasoned, returns: ok, summary: '剔除一家企业（写明原因）' }),
  restore: post('/direct/list/restore', {
    access: can('direct:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '恢复剔除的企业',
  }),
  verify: get('/direct/list/verify', {
    access: can('direct:read'),
    query: query({ id }),
    perMinute: 20,
    returns: z.object({
      rows: z.number(),
      same: z.number(),
      differ: z.array(z.object({ rowId: z.number(), companyName: z.string(), why: z.string() })),
    }),
    summary: '用冻结的规则与事实重算全部企业',
  }),
  reveal: post('/direct/list/reveal', {
    access: can('direct:manage'),
    body: z.strictObject({
      id,
      field: z.enum(['accountNo', 'contactName', 'contactPhone'], { error: '不支持的项目' }),
      reason: requiredText(200, '请填写查看原因'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '查看完整账号或联系方式（记入审计）',
  }),
  objections: get('/direct/objection/list', {
    access: can('direct:read'),
    query: query({ ...paging(), listId: id.optional(), state: wireInt(0, 2).optional() }),
    returns: page(directObjection),
    summary: '异议',
  }),
  resolve: post('/direct/objection/resolve', {
    access: can('direct:confirm'),
    body: z.strictObject({ id, upheld: z.boolean({ error: '请选择异议是否成立' }), reply: requiredText(500, '请填写答复') }),
    returns: ok,
    summary: '答复异议；成立的按更正后的档案重新判定（补入或更正金额），或剔除被异议的企业',
  }),
}

const published = z.object({
  id: z.number(),
  title: z.string(),
  policyId: z.number(),
  policyTitle: z.string(),
  year: z.number(),
  asOf: z.string(),
  state: listState,
  companies: z.number(),
  amount: z.number(),
  publicFrom: z.string(),
  publicTo: z.string(),
})
export type PublishedList = z.output<typeof published>
const myRow = z.object({
  id: z.number(),
  listId: z.number(),
  title: z.string(),
  policyId: z.number(),
  policyTitle: z.string(),
  year: z.number(),
  amount: z.number(),
  state: rowState,
  listState,
  asOf: z.string(),
  publicFrom: z.string(),
  publicTo: z.string(),
  reason: z.string().nullable(),
  allowanceId: z.number().nullable(),
  /** what the company may do now */
  moves: z.array(z.string()),
})
export type MyDirectRow = z.output<typeof myRow>
export const myDirectDetail = myRow.extend({
  evidence: openAnswer<DirectEvidence>('evidence'),
  companyName: z.string(),
  bankName: z.string().nullable(),
  /** masked */
  accountNo: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  consent: z.boolean(),
  /** whether the company may object to its amount or, when left out, to that */
  canObject: z.boolean(),
  /** the company’s objections about itself */
  objections: z.array(directObjection),
  /** for the form: the contact in the company’s archive */
  suggested: z.object({ contactName: z.string().nullable(), contactPhone: z.string().nullable() }),
})
export type MyDirectDetail = z.output<typeof myDirectDetail>

export const directWhy = z.object({
  list: published,
  /** listed: on the list · excluded: taken out by hand · absent: never on it */
  standing: z.enum(['listed', 'excluded', 'absent']),
  rowId: z.number().nullable(),
  reason: z.string().nullable(),
  /** whether the company consents to the use of its archive; without consent there is no judgement */
  consent: z.boolean(),
  judgement: openAnswer<Judgement>('judgement').nullable(),
  /** the frozen evidence of the list instead of the current archive */
  frozen: z.boolean(),
  canObject: z.boolean(),
  objections: z.array(directObjection),
})
export type DirectWhy = z.output<typeof directWhy>

export const directPublic = {
  list: get('/direct/public/list', {
    access: 'token',
    query: query({ ...paging(), keyword: keyword.optional(), policyId: id.optional() }),
    returns: page(published),
    summary: '公示中与已公示的免申即享名单',
  }),
  rows: get('/direct/public/rows', {
    access: 'token',
    query: query({ ...paging(), listId: id, keyword: keyword.optional() }),
    returns: page(
      z.object({
        id: z.number(),
        companyName: z.string(),
        amount: z.number(),
        publicTo: z.string(),
        /** the caller's own company */
        own: z.boolean(),
        /** the caller’s latest objection to this company */
        objection: z.object({ state: z.number(), reply: z.string().nullable() }).nullable(),
      }),
    ),
    summary: '公示中的名单（公示期内）',
  }),
}
export const directMine = {
  list: get('/direct/my/list', {
    access: types('QY'),
    query: query({ ...paging(), waiting: z.enum(['0', '1']).optional() }),
    returns: page(myRow),
    summary: '本企业被列入的名单',
  }),
  findById: get('/direct/my/findById', {
    access: types('QY'),
    query: query({ id }),
    returns: myDirectDetail,
    summary: '本企业的一笔：金额、依据、可办的事',
  }),
  why: get('/direct/my/why', {
    access: types('QY'),
    query: query({ listId: id }),
    returns: directWhy,
    summary: '为什么我在（不在）名单里',
  }),
  consent: post('/direct/my/consent', { access: types('QY'), body: directConsent, returns: ok, summary: '确认意愿并填写收款账户' }),
  decline: post('/direct/my/decline', { access: types('QY'), body: directDecline, returns: ok, summary: '放弃' }),
  object: post('/direct/my/object', {
    access: types('QY'),
    body: z.strictObject({ listId: id, rowId: id.optional(), content: requiredText(500, '请填写异议内容') }),
    returns: z.object({ id: z.number() }),
    summary: '对名单提出异议（本企业未列入、本企业的金额，或对名单中的企业）',
  }),
}
