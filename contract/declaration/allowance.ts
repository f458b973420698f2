/** Allowances: one sum for one company, reviewed, published for objections, paid (spec §7 /allowance/*, inventory S246, S247). */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { allowanceSteps, type AllowanceStep } from './allowance-states.ts'
import { id, idList, isoDate, keyword, ok, option, page, paging, query, requiredText, sorting, text, wireInt } from '../fields.ts'
import { BatchResult, batchItems } from '../batch.ts'
import { importParts, importState } from '../imports.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'

const payDay = z.string({ error: '请填写拨付日期' }).min(1, '请填写拨付日期').pipe(isoDate)
const year = wireInt(2000, 2100)
const version = wireInt(1, 1_000_000_000)
/** 万元 with at most four decimals, down to one 元. */
const amount = z
  .number({ error: '请填写金额' })
  .gt(0, '金额应大于 0')
  .max(1_000_000, '金额不能超过 1000000 万元')
  .refine(isToTheYuan, TO_THE_YUAN)
const attachment = z.strictObject({
  filePath: z.string().regex(/^[0-9a-f]{32}$/, '文件地址不正确'),
  fileName: requiredText(200, '文件名不能为空'),
})

export const objectionRow = z.object({
  id: z.number(),
  content: z.string(),
  state: z.number(),
  createTime: z.string(),
  /** shown to staff only */
  userName: z.string().nullable(),
  /** the caller's own */
  own: z.boolean(),
  reply: z.string().nullable(),
  resolveTime: z.string().nullable(),
  /** whether the caller may answer it now */
  answerable: z.boolean(),
})
export const allowanceRow = z.object({
  id: z.number(),
  version: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  code: z.string(),
  policyId: z.number().nullable(),
  policyTitle: z.string().nullable(),
  declareId: z.number().nullable(),
  projectName: z.string(),
  year: z.number(),
  /** 万元 */
  amount: z.number(),
  officeId: z.number().nullable(),
  officeName: z.string().nullable(),
  source: z.string(),
  state: z.number(),
  publicity: z.enum(['none', 'running', 'ended', 'objected']),
  publicFrom: z.string().nullable(),
  publicTo: z.string().nullable(),
  payDate: z.string().nullable(),
  reviewOpinion: z.string().nullable(),
  createTime: z.string(),
  /** an application of the company that staff deleted */
  deleted: z.boolean(),
})
export type AllowanceRow = z.output<typeof allowanceRow>
export const allowanceDetail = allowanceRow.extend({
  note: z.string().nullable(),
  voucher: z.string().nullable(),
  reviewBy: z.string().nullable(),
  reviewTime: z.string().nullable(),
  files: z.array(z.object({ filePath: z.string(), fileName: z.string() })),
  objections: z.array(objectionRow),
  logs: z.array(z.object({ move: z.string(), state: z.number(), actorName: z.string(), note: z.string().nullable(), time: z.string() })),
  /** the list without application from which it comes, and its bank account (masked; for staff and the company itself) */
  direct: z.object({ listId: z.number(), rowId: z.number(), bankName: z.string().nullable(), accountNo: z.string().nullable() }).nullable(),
  deletedReason: z.string().nullable(),
  twinReason: z.string().nullable(),
  /** staff only: other allowances of the same support */
  twins: z.array(z.object({ id: z.number(), projectName: z.string(), state: z.number() })),
  /** staff only: a change of the paid sum that waits for a second person */
  correction: z
    .object({ payDate: z.string(), voucher: z.string().nullable(), amount: z.number(), reason: z.string(), byName: z.string() })
    .nullable(),
  /** moves the reader may make now */
  allowed: z.array(z.string()),
})
export type AllowanceDetail = z.output<typeof allowanceDetail>

/** also the filters of the export `allowance` */
export const allowanceFilters = {
  companyName: keyword.optional(),
  projectName: keyword.optional(),
  year: year.optional(),
  state: wireInt(0, 3).optional(),
  officeId: id.optional(),
  policyId: id.optional(),
  declareId: id.optional(),
  step: z.enum(Object.keys(allowanceSteps) as [AllowanceStep]).optional(),
}

const facts = {
  policyId: id.optional(),
  projectName: requiredText(100, '请填写项目名称'),
  year,
  amount,
  note: text(500).optional(),
  files: z.array(attachment).max(10, '最多 10 个文件').optional(),
}
export const allowanceRecord = z.strictObject({
  id: id.optional(),
  version: version.optional(),
  companyId: z.number({ error: '请选择企业' }).int('请选择企业').positive('请选择企业'),
  declareId: id.optional(),
  officeId: id.optional(),
  /** why the same support (policy or name, company, year) is entered again */
  twinReason: text(300).optional(),
  ...facts,
})
export const allowanceApplication = z.strictObject(facts)
export const allowanceReview = z.strictObject({
  id,
  version,
  reviewState: z.union([z.literal(1), z.literal(2)], { error: '请选择审核结果' }),
  reviewOpinion: text(500).optional(),
})

export const allowance = {
  list: get('/allowance/list', {
    access: can('allowance:read'),
    query: query({
      ...paging(),
      ...allowanceFilters,
      ...sorting(['createTime', 'amount', 'year', 'payDate'], '-createTime'),
    }),
    returns: page(allowanceRow),
    summary: '补贴列表（部门人员只见本部门）',
  }),
  listMy: get('/allowance/listMy', {
    access: types('QY'),
    query: query({
      ...paging(),
      year: year.optional(),
      state: wireInt(0, 3).optional(),
      projectName: keyword.optional(),
      declareId: id.optional(),
    }),
    returns: page(allowanceRow),
    summary: '本企业的补贴',
  }),
  findById: get('/allowance/findById', { access: types('QY', 'YYF'), query: query({ id }), returns: allowanceDetail, summary: '补贴详情' }),
  save: post('/allowance/saveOrUpdate', {
    access: can('allowance:manage'),
    body: allowanceRecord,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '登记或修改补贴（待审核时）',
  }),
  submit: post('/allowance/submit', {
    access: types('QY'),
    body: allowanceApplication,
    returns: z.object({ id: z.number() }),
    summary: '企业申请补贴',
  }),
  remove: post('/allowance/delete', {
    access: can('allowance:manage'),
    as: 'form',
    body: z.strictObject({ id, reason: text(300).optional() }),
    returns: ok,
    summary: '删除（待审核、未通过）；企业自己申请的须写明原因，企业会收到通知',
  }),
  removeBatch: post('/allowance/deleteBatch', {
    access: can('allowance:manage'),
    as: 'form',
    body: z.strictObject({ ids: idList, reason: text(300).optional() }),
    returns: ok,
    summary: '批量删除，有一条不能删则都不删',
  }),
  review: post('/allowance/updateReviewState', {
    access: can('allowance:review'),
    body: allowanceReview,
    returns: ok,
    summary: '审核补贴',
  }),
  publicise: post('/allowance/publicise', {
    access: can('allowance:manage'),
    body: z.strictObject({ items: batchItems, days: wireInt(1, 30).default(5) }),
    returns: BatchResult.extend({ publicFrom: z.string(), publicTo: z.string() }),
    summary: '公示（工作日），逐条结果',
  }),
  publicityList: get('/allowance/publicityList', {
    access: 'token',
    query: query({ ...paging(), keyword: keyword.optional() }),
    returns: page(
      z.object({
        id: z.number(),
        companyName: z.string(),
        projectName: z.string(),
        policyTitle: z.string().nullable(),
        year: z.number(),
        amount: z.number(),
        publicFrom: z.string(),
        publicTo: z.string(),
        /** the caller’s own objection; each user has one per sum */
        objection: z.object({ state: z.number(), reply: z.string().nullable() }).nullable(),
      }),
    ),
    summary: '公示中的补贴',
  }),
  object: post('/allowance/object', {
    access: types('QY', 'GR'),
    body: z.strictObject({ id, content: requiredText(500, '请填写异议内容') }),
    returns: ok,
    summary: '对公示中的补贴提出异议；企业可对本企业未通过的补贴提出异议',
  }),
  resolve: post('/allowance/resolveObjection', {
    access: can('allowance:review'),
    /** `version` of the allowance to which the objection belongs */
    body: z.strictObject({ id, version, upheld: z.boolean(), reply: requiredText(500, '请填写核实结果') }),
    returns: ok,
    summary: '核实异议；成立的不再拨付，未通过的重新审核',
  }),
  pay: post('/allowance/pay', {
    access: can('allowance:pay'),
    body: z.strictObject({ id, version, payDate: payDay, voucher: text(60).optional() }),
    returns: ok,
    summary: '登记拨付（公示期满且无未核实的异议）',
  }),
  correctPayment: post('/allowance/correctPayment', {
    access: can('allowance:pay'),
    body: z.strictObject({
      id,
      version,
      payDate: payDay,
      voucher: text(60).optional(),
      amount,
      reason: requiredText(300, '请填写更正原因'),
    }),
    /** `waiting`: the sum changes only after a second person has confirmed it */
    returns: z.object({ waiting: z.boolean() }),
    summary: '更正拨付登记（日期、凭证号），写明原因，企业会收到通知；金额的更正须由另一人确认',
  }),
  decideCorrection: post('/allowance/decideCorrection', {
    access: can('allowance:review'),
    body: z.strictObject({ id, version, pass: z.boolean({ error: '请选择处理结果' }), opinion: text(300).optional() }),
    returns: ok,
    summary: '确认或退回拨付金额的更正',
  }),
  importRows: post('/allowance/import', {
    access: can('allowance:manage'),
    as: 'multipart',
    parts: importParts,
    perMinute: 30,
    returns: importState,
    summary: '导入补贴（multipart：file、mode、dryRun）',
  }),
  exportRows: get('/allowance/export', {
    access: can('allowance:manage'),
    blob: true,
    perMinute: 10,
    query: query(allowanceFilters),
    summary: '导出补贴（xlsx，最多 10,000 行；更多用 /export/start，bizType=allowance）',
  }),
  enums: get('/allowance/enums', {
    access: 'token',
    query: query({}),
    returns: z.object({ state: z.array(option), source: z.array(option), office: z.array(option), year: z.array(option) }),
    summary: '补贴的选项',
  }),
  statistics: get('/allowance/statistics', {
    access: can('allowance:read'),
    query: query({ startTime: isoDate.optional(), endTime: isoDate.optional() }),
    returns: z.object({
      names: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), data: z.array(z.number()) })),
      totals: z.object({ count: z.number(), amount: z.number(), paidCount: z.number(), paidAmount: z.number(), pending: z.number() }),
    }),
    summary: '按月的补贴笔数与金额（万元）',
  }),
}
