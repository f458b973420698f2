/** 金融服务 (ours, ADR 0513): products with filters, exact cost, verdicts for a company, and 我要对接. */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { dictOption, idList, id, ok, page, paging, phone, query, requiredText, text, wireInt } from '../fields.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'
import { orderEnds } from '../order-ends.ts'
import { RuleNode } from '../policy/market.ts'
import {
  COMPARED_MAX,
  LOAN_AMOUNT_MAX,
  LOAN_MONTHS_MAX,
  loanPurposes,
  repayWays,
  type LoanPurpose,
  type RepayWay,
} from './finance-words.ts'
import { moved, one, place, scope, version } from './parts.ts'
import { shelfMoves } from './states.ts'

export type { RepayWay }
const wan = z.coerce.number({ error: '请输入金额' }).min(0.01, '金额应大于 0').max(LOAN_AMOUNT_MAX, `金额最多 ${LOAN_AMOUNT_MAX} 万元`)
const rate = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,2}(?:\.\d{1,3})?$/, '利率应为数字')
      .transform(Number),
  ])
  .pipe(z.number().min(0, '利率不能小于 0').max(36, '利率不能大于 36'))
const repay = z.enum(Object.keys(repayWays) as [RepayWay], { error: '请选择还款方式' })
const purpose = z.enum(Object.keys(loanPurposes) as [LoanPurpose], { error: '请选择贷款用途' })
const codesOf = z.array(text(8)).min(1, '请选择至少一项').max(20)

export const FinanceProduct = z.object({
  id: z.number(),
  name: z.string(),
  bank: z.string(),
  productType: z.string(),
  productTypeName: z.string(),
  /** 万元 */
  minAmount: z.number(),
  maxAmount: z.number(),
  rateMin: z.number(),
  rateMax: z.number(),
  terms: z.array(z.string()),
  termNames: z.array(z.string()),
  guarantees: z.array(z.string()),
  guaranteeNames: z.array(z.string()),
  repays: z.array(z.string()),
  repayNames: z.array(z.string()),
  approveDays: z.number().nullable(),
  target: z.string(),
  conditions: z.string(),
  materials: z.string(),
  features: z.string(),
  /** published only with the consent of the person */
  manager: z.string(),
  managerPhone: z.string(),
  /** the product has conditions that can be judged for a company */
  judged: z.boolean(),
  standing: z
    .object({
      state: z.number(),
      stateName: z.string(),
      version: z.number(),
      consent: z.boolean(),
      rule: RuleNode.nullable(),
      allowed: z.array(z.enum(shelfMoves)),
      /** in lists */
      ends: orderEnds.optional(),
    })
    .nullable(),
})
export type FinanceProduct = z.output<typeof FinanceProduct>

const schedule = z.object({
  rows: z.array(z.object({ month: z.number(), principal: z.number(), interest: z.number(), total: z.number(), rest: z.number() })),
  /** 分 */
  interest: z.number(),
  total: z.number(),
})
export type Schedule = z.output<typeof schedule>
const cost = z.object({
  product: FinanceProduct,
  rate: z.number(),
  schedule,
  /** the interest subsidy that the company would get, in 分; null: none */
  subsidy: z.object({ policyId: z.number(), title: z.string(), amount: z.number() }).nullable(),
  /** terms of the loan that this product does not offer */
  notes: z.array(z.string()),
})
export type FinanceCost = z.output<typeof cost>

export const SaveProduct = z
  .strictObject({
    id: id.optional(),
    version,
    name: requiredText(60, '请输入产品名称'),
    bank: requiredText(60, '请输入金融机构'),
    productType: requiredText(8, '请选择产品类型'),
    minAmount: wan.refine(isToTheYuan, TO_THE_YUAN),
    maxAmount: wan.refine(isToTheYuan, TO_THE_YUAN),
    rateMin: rate,
    rateMax: rate,
    terms: codesOf,
    guarantees: codesOf,
    repays: codesOf,
    approveDays: wireInt(1, 365).nullish(),
    target: text(500).default(''),
    conditions: text(2000).default(''),
    materials: text(2000).default(''),
    features: text(2000).default(''),
    manager: text(30).default(''),
    managerPhone: z.union([z.literal(''), phone]).default(''),
    consent: z.boolean().default(false),
    /** conditions for the matching engine */
    rule: RuleNode.nullish(),
  })
  .superRefine((p, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (p.maxAmount < p.minAmount) fault('maxAmount', '最高额度不能小于最低额度')
    if (p.rateMax < p.rateMin) fault('rateMax', '最高利率不能小于最低利率')
    if ((p.manager || p.managerPhone) && !p.consent) fault('consent', '公开客户经理的姓名和电话须经本人同意')
  })
export type SaveProduct = z.output<typeof SaveProduct>

const manage = can('service:manage')
const loan = { amount: wan, months: wireInt(1, LOAN_MONTHS_MAX), repay, purpose: purpose.default('working') }
export const AskProduct = z.strictObject({
  id,
  amount: wan,
  contact: requiredText(30, '请输入联系人'),
  phone,
  content: text(500).default(''),
})

export const finance = {
  list: get('/cms/finance/list', {
    access: 'public',
    query: query({
      keyword: text(64).optional(),
      type: text(8).optional(),
      guarantee: text(8).optional(),
      term: text(8).optional(),
      repay: text(8).optional(),
      amount: wan.optional(),
      rate: rate.optional(),
      state: wireInt(0, 2).optional(),
      scope,
      ...paging(),
    }),
    returns: page(FinanceProduct),
    summary: '金融产品列表；scope=manage 为管理列表',
  }),
  options: get('/cms/finance/options', {
    access: 'public',
    returns: z.object({ type: z.array(dictOption), guarantee: z.array(dictOption), term: z.array(dictOption), repay: z.array(dictOption) }),
    summary: '金融产品的筛选项',
  }),
  compare: get('/cms/finance/compare', {
    access: 'public',
    query: query({ ids: idList.refine((ids) => ids.length <= COMPARED_MAX, `最多同时比较 ${COMPARED_MAX} 个产品`), ...loan }),
    returns: z.array(cost),
    summary: '按金额、期限和还款方式逐月计算并比较产品',
  }),
  judged: get('/cms/finance/judged', {
    access: types('QY'),
    returns: z.object({
      /** null: the company has not consented */
      verdicts: z.array(z.object({ id: z.number(), verdict: z.string(), failed: z.array(z.string()) })).nullable(),
    }),
    summary: '我企业是否符合各金融产品的申请条件',
  }),
  ask: post('/cms/finance/ask', {
    access: types('QY', 'GR'),
    body: AskProduct,
    returns: z.object({ id: z.number(), appealNo: z.string().nullable() }),
    summary: '我要对接：提交给金融工作机构办理',
  }),
  save: post('/cms/finance/save', {
    access: manage,
    body: SaveProduct,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改金融产品',
  }),
  publish: post('/cms/finance/publish', { access: manage, as: 'form', body: one, returns: moved, summary: '发布金融产品' }),
  offPublish: post('/cms/finance/offPublish', { access: manage, as: 'form', body: one, returns: moved, summary: '下架金融产品' }),
  remove: post('/cms/finance/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除金融产品' }),
  move: post('/cms/finance/move', { access: manage, body: place, returns: ok, summary: '调整金融产品顺序' }),
}
