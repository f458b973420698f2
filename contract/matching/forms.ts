/** Match forms (questions of one policy, spec §3 L69), golden cases, and the settings of the calculator's questionnaire. */
import { z } from 'zod'
import { openAnswer } from '../open-answer.ts'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, keyword, ok, page, paging, query, requiredText, text, wireInt } from '../fields.ts'
import { answers, type Answers, type Question } from '../matching.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'
import type { Verdict } from './verdicts.ts'

const fieldKey = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/, '字段编码不正确')
const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'] as const
export const operatorLabels: Record<(typeof operators)[number], string> = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  gte: '不低于',
  lt: '小于',
  lte: '不高于',
  in: '属于',
  notIn: '不属于',
}
const ruleValue = z.union([z.string().max(200), z.number(), z.boolean(), z.array(z.string().max(64)).max(50)])

/** One question: a field of the archive with the wording for this policy and the answer that meets the condition. */
export const matchQuestion = z.strictObject({
  archiveField: fieldKey,
  title: text(200).optional(),
  required: z.boolean().default(false),
  /** operator and value that meet the condition; missing: asked but not judged */
  rule: z.strictObject({ op: z.enum(operators), value: ruleValue }).optional(),
  /** shown only when an earlier answer meets this */
  showWhen: z.strictObject({ field: fieldKey, op: z.enum(operators), value: ruleValue }).optional(),
})
export type MatchQuestion = z.output<typeof matchQuestion>

export const matchFormBody = z.strictObject({
  id: id.optional(),
  version: wireInt(1, 1_000_000_000).optional(),
  name: requiredText(60, '请填写表单名称'),
  policyId: id,
  enableFlag: wireInt(0, 1).default(1),
  questions: z.array(matchQuestion).min(1, '至少需要一个问题').max(60, '最多 60 个问题'),
})

const formRow = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  policyId: z.number(),
  policyTitle: z.string(),
  enableFlag: z.number(),
  questionCount: z.number(),
  updateTime: z.string(),
  updateBy: z.string().nullable(),
})
export type MatchFormRow = z.output<typeof formRow>

/** A question as asked: the field of the catalogue with the wording of the form. */
export interface AskedQuestion extends Question {
  id: number
  title: string
  required: boolean
  order: number
  rule: MatchQuestion['rule'] | null
  showWhen: MatchQuestion['showWhen'] | null
}

export const goldenCaseBody = z.strictObject({
  id: id.optional(),
  policyId: id,
  name: requiredText(60, '请填写样例名称'),
  answers,
  applyDate: isoDate.optional(),
  expect: z.enum(['match', 'near', 'unknown', 'nomatch'], { error: '请选择预期结果' }),
  /** 万元; missing: any amount */
  amount: z.number().min(0, '不能小于 0').refine(isToTheYuan, TO_THE_YUAN).optional(),
  note: text(200).optional(),
})
export interface GoldenCase {
  id: number
  policyId: number
  name: string
  answers: Answers
  applyDate: string | null
  expect: Verdict
  amount: number | null
  note: string | null
  updateBy: string | null
  updateTime: string
}
export interface CaseOutcome {
  caseId: number
  name: string
  expect: Verdict
  expectAmount: number | null
  verdict: Verdict
  amount: number | null
  agrees: boolean
  /** conditions that were not met, and what is missing, in words */
  because: string[]
}

/** The result of the form’s conditions for one stored case, without hidden questions. */
export interface FormCase {
  caseId: number
  name: string
  expect: Verdict
  result: 'true' | 'false' | 'unknown'
  /** null: the form has no conditions */
  agrees: boolean | null
  /** labels of the deciding questions, when the results differ */
  because: string[]
}

export const questionnaireSettings = z.strictObject({
  /** always asked, and first */
  pinned: z.array(fieldKey).max(40, '最多 40 个'),
  /** never asked by the common questionnaire */
  hidden: z.array(fieldKey).max(200),
  /** number of questions */
  length: wireInt(5, 60),
})
export type QuestionnaireSettings = z.output<typeof questionnaireSettings>

export const matchForms = {
  list: get('/admin/match/form/queryDataList', {
    access: can('policy:read'),
    query: query({ ...paging(), id: id.optional(), name: keyword.optional(), policyId: id.optional() }),
    returns: page(formRow),
    summary: '政策匹配表单',
  }),
  remove: get('/admin/match/form/delete', {
    access: can('policy:edit'),
    changes: true,
    query: query({ id }),
    returns: ok,
    summary: '删除政策匹配表单',
  }),
  /** questions of a form, or of the enabled form of a published policy; empty when there is none */
  questions: get('/admin/match/form/queryQuestionList', {
    access: 'token',
    query: query({ id: id.optional(), policyId: id.optional() }),
    returns: openAnswer<AskedQuestion[]>('form'),
    summary: '匹配表单的问题',
  }),
  save: post('/admin/match/form/saveOrUpdate', {
    access: can('policy:edit'),
    /** refused (CASES_DIFFER) when the result of a stored case differs, unless accepted */
    body: matchFormBody.extend({ acceptDiffering: z.boolean().optional() }),
    returns: z.object({ id: z.number(), version: z.number(), warnings: z.array(z.string()) }),
    summary: '保存政策匹配表单',
  }),
  /** tries an unsaved form on the stored cases of its policy, and lists what the policy’s rule asks and the form does not */
  attempt: post('/admin/match/form/try', {
    access: can('policy:edit'),
    body: matchFormBody,
    returns: openAnswer<{
      warnings: string[]
      cases: FormCase[]
    }>('form'),
    summary: '用样例试算尚未保存的表单',
  }),
}

export const goldenCases = {
  list: get('/admin/match/case/list', {
    access: can('policy:read'),
    query: query({ policyId: id }),
    returns: openAnswer<GoldenCase[]>('form'),
    summary: '一项政策的样例',
  }),
  save: post('/admin/match/case/saveOrUpdate', {
    access: can('policy:edit'),
    body: goldenCaseBody,
    returns: z.object({ id: z.number() }),
    summary: '保存样例',
  }),
  remove: post('/admin/match/case/delete', {
    access: can('policy:edit'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除样例',
  }),
  /** with the rule in force, a draft, or the rule that waits for its review */
  run: post('/admin/match/case/run', {
    access: can('policy:read'),
    body: z.strictObject({ policyId: id, rule: z.record(z.string(), z.unknown()).optional(), proposed: z.boolean().optional() }),
    returns: openAnswer<CaseOutcome[]>('form'),
    summary: '运行样例',
  }),
}

export const calculatorSettings = {
  find: get('/admin/policyCalculator/findSettings', {
    access: can('policy:read'),
    query: query({}),
    returns: openAnswer<{
      settings: QuestionnaireSettings
      asked: { title: string; questions: Question[] }[]
      updateTime: string | null
      updateBy: string | null
    }>('form'),
    summary: '计算器问卷设置与现在的问题',
  }),
  save: post('/admin/policyCalculator/saveSettings', {
    access: can('policy:edit'),
    body: questionnaireSettings,
    returns: ok,
    summary: '保存计算器问卷设置',
  }),
}
