/**
 * Codes of the policy domain with their labels; code elsewhere uses the names. No schema library, because public pages import this file.
 */

import { codes } from '../codes.ts'

const named = <const T extends Record<string, readonly [string, string]>>(table: T) => table
const optionsOf = (table: Record<string, readonly [string, string]>) => Object.values(table).map(([value, label]) => ({ value, label }))
const labelOf = (table: Record<string, readonly [string, string]>) => {
  const byCode = new Map(Object.values(table).map(([value, label]) => [value, label]))
  return (code: string) => byCode.get(code) ?? code
}

/** states.tsv S088…S094; 5 is ours: approved and waiting for its date (ADR 0042) */
export const policyStateCodes = codes({
  draft: { code: 0, label: '草稿', tone: 'off' },
  pending: { code: 1, label: '待审核', tone: 'waiting' },
  published: { code: 2, label: '已上架', tone: 'done' },
  down: { code: 3, label: '已下架', tone: 'off' },
  rejected: { code: 4, label: '审核未通过', tone: 'refused' },
  scheduled: { code: 5, label: '待上架', tone: 'running' },
})
export const POLICY_STATE = policyStateCodes.code
export type PolicyState = (typeof POLICY_STATE)[keyof typeof POLICY_STATE]
export const policyStateLabels = policyStateCodes.labels

/** Documents have the same states, but are never scheduled. */
export type DocumentState = Exclude<PolicyState, 5>

/** Computed on reading from the application period, the date of the repeal and today. */
export const policyStatuses = ['open', 'closing', 'notYet', 'closed', 'repealed'] as const
export type PolicyStatus = (typeof policyStatuses)[number]
export const policyStatusLabels: Record<PolicyStatus, string> = {
  open: '申报中',
  closing: '即将截止',
  notYet: '未开始',
  closed: '已截止',
  repealed: '已废止',
}
/** open with a deadline at most this many days away is shown as closing */
export const CLOSING_DAYS = 7

export const policyLevels = named({
  national: ['1', '国家级'],
  provincial: ['2', '省级'],
  municipal: ['3', '市级'],
  county: ['4', '区县级'],
  town: ['5', '镇街（园区）级'],
})
export const supportModes = named({
  subsidy: ['01', '资金补助'],
  interest: ['02', '贷款贴息'],
  tax: ['03', '税收优惠'],
  honour: ['04', '荣誉称号'],
  recognition: ['05', '资质认定'],
  insuranceRefund: ['06', '社保返还'],
  insuranceSubsidy: ['07', '社保补贴'],
  talent: ['08', '人才补贴'],
  premium: ['09', '保费补贴'],
  exhibition: ['10', '展会补贴'],
  voucher: ['11', '科技创新券'],
  guarantee: ['12', '融资担保'],
  rent: ['13', '租金减免'],
  land: ['14', '要素保障（用地用能）'],
  equity: ['15', '股权投资'],
  training: ['16', '培训服务'],
  procurement: ['17', '政府采购支持'],
  fastTrack: ['18', '绿色通道'],
  other: ['19', '其他'],
})
/** GB/T 4754 sections; '*' in a policy means every industry */
export const industries = named({
  A: ['A', '农、林、牧、渔业'],
  B: ['B', '采矿业'],
  C: ['C', '制造业'],
  D: ['D', '电力、热力、燃气及水生产和供应业'],
  E: ['E', '建筑业'],
  F: ['F', '批发和零售业'],
  G: ['G', '交通运输、仓储和邮政业'],
  H: ['H', '住宿和餐饮业'],
  I: ['I', '信息传输、软件和信息技术服务业'],
  J: ['J', '金融业'],
  K: ['K', '房地产业'],
  L: ['L', '租赁和商务服务业'],
  M: ['M', '科学研究和技术服务业'],
  N: ['N', '水利、环境和公共设施管理业'],
  O: ['O', '居民服务、修理和其他服务业'],
  P: ['P', '教育'],
  Q: ['Q', '卫生和社会工作'],
  R: ['R', '文化、体育和娱乐业'],
  S: ['S', '公共管理、社会保障和社会组织'],
  T: ['T', '国际组织'],
})
export const ALL_INDUSTRIES = '*'

export const levelLabel = labelOf(policyLevels)
export const supportModeLabel = labelOf(supportModes)
const sectionLabel = labelOf(industries)
export const industryLabel = (code: string) => (code === ALL_INDUSTRIES ? '不限行业' : sectionLabel(code))
export const levelOptions = optionsOf(policyLevels)
export const supportModeOptions = optionsOf(supportModes)
export const industryOptions = optionsOf(industries)
export const statusOptions = policyStatuses.map((value) => ({ value, label: policyStatusLabels[value] }))
export const stateOptions = Object.entries(policyStateLabels).map(([value, label]) => ({ value, label }))

export const policySorts = ['relevance', 'publish', 'deadline', 'amount'] as const
export type PolicySort = (typeof policySorts)[number]
export const policySortLabels: Record<PolicySort, string> = {
  relevance: '相关度',
  publish: '发布时间',
  deadline: '截止时间',
  amount: '最高金额',
}

/** Origin of a policy: in force here, a document of another place as a sample, or fictional for the demonstration county. */
export const policyOrigins = ['own', 'sample', 'illustrative'] as const
export type PolicyOrigin = (typeof policyOrigins)[number]
export const policyOriginLabels: Record<PolicyOrigin, string> = { own: '正式政策', sample: '公开文件样例', illustrative: '本县示例' }

export const consultStates = named({ waiting: ['0', '待回复'], answered: ['1', '已回复'] })
export const CONSULT_WAITING = 0
export const CONSULT_ANSWERED = 1
/** V004: blank is refused; the specification shows no maximum, 500 is ours */
export const CONSULT_MAX = 500
