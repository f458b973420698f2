/** Scoring of a company by score tables (高新技术企业 first, spec §3, §4, §7 High-tech), and the results of all companies for staff. */
import { z } from 'zod'
import { openAnswer } from '../open-answer.ts'
import { factValue } from '../company.ts'
import { can, get, post, types } from '../endpoint.ts'
import { id, idList, keyword, page, paging, query, wireInt } from '../fields.ts'
import type { Question } from '../matching.ts'
import { detailTableIds, type DetailColumn, type DetailTableId } from './score-details.ts'
import { financeColumns, type FinanceKey } from './finance.ts'
import { scoreStatuses, type ScoreStatus } from './score-status.ts'

/** One input of an item: a field of the archive with value and source. */
export interface ScoreInput extends Question {
  value: unknown
  source: string | null
  asOf: string | null
  /** false: an official value, changed at its source */
  editable: boolean
}
export interface ScoreQuestion {
  id: string
  group: string
  title: string
  /** radio: one choice · checkbox: several · number: figures · finance: figures of the finance table · table: rows of evidence, counted */
  type: 'radio' | 'checkbox' | 'number' | 'finance' | 'table'
  order: number
  maxScore: number
  bonus: boolean
  /** lowest and highest points of the present answers */
  points: { min: number; max: number }
  /** why the points are a range: 待补充, 需专家评分, 分母为0 */
  reason: string | null
  /** labels of missing inputs */
  missing: string[]
  inputs: ScoreInput[]
  /** the scale in words: points by answer */
  scale: { label: string; points: string }[]
  table?: {
    tableId: DetailTableId
    label: string
    counted: string
    columns: readonly DetailColumn[]
    rows: ({ id: number } & Record<string, string>)[]
  }
}
export interface ScoreGroupResult {
  id: string
  label: string
  max: number
  min: number
  high: number
  /** a total score given by an expert or the company, instead of the items */
  override: ScoreInput | null
}
export interface ScoreSheet {
  configId: number
  /** id of the score table for `POST /corp/policyCalculator/score` */
  scheme: string
  policyId: number | null
  companyId: number
  companyName: string
  title: string
  docNo: string
  /** the pass line in words */
  passLine: string
  /** a remark, for example that a table takes no new applications */
  note: string | null
  status: ScoreStatus
  score: number
  scoreMin: number
  scoreMax: number
  full: number
  reason: string | null
  asOf: string
  groups: ScoreGroupResult[]
  questions: ScoreQuestion[]
}

/** Numbers of one year; null = unknown. */
const figure = z.number({ error: '应为数字' }).finite('应为数字').nullable()
const financeRow = z.strictObject({
  year: wireInt(1990, 2100),
  ...(Object.fromEntries(financeColumns.map((c) => [c.key, figure.optional()])) as Record<FinanceKey, z.ZodOptional<typeof figure>>),
})
export type FinanceRow = { year: number } & Record<FinanceKey, number | null>

const companyId = id.optional()
const outcome = z.object({ status: z.enum(scoreStatuses), score: z.number(), scoreMin: z.number(), scoreMax: z.number() })

export const scoreResultFilters = {
  /** the score table; 1 = 高新技术企业 (spec §9) */
  id: wireInt(1, 99).default(1),
  companyName: keyword.optional(),
  status: z.enum(scoreStatuses).optional(),
}

export const highTech = {
  config: get('/polHighTechConfig/findById', {
    access: types('QY', 'YYF'),
    query: query({ id: wireInt(1, 99) }),
    returns: z.object({
      id: z.number(),
      polId: z.number().nullable(),
      name: z.string(),
      /** every score table, including this one */
      tables: z.array(z.object({ id: z.number(), polId: z.number().nullable(), name: z.string() })),
    }),
    summary: '评分配置',
  }),
  /** own company with consent; staff with company:read choose one that consented */
  questions: get('/polHighTechConfig/getQuestionList', {
    access: types('QY', 'YYF'),
    query: query({ policyId: id, companyId }),
    returns: openAnswer<ScoreSheet>('score'),
    summary: '评分题目与评分状态',
  }),
  finance: post('/polHighTechConfig/getFinanceDataByCompanyId', {
    access: types('QY', 'YYF'),
    body: z.strictObject({ companyId }),
    returns: openAnswer<FinanceRow[]>('score'),
    summary: '近三年财务数据，最近一年在前',
  }),
  saveFinance: post('/polHighTechConfig/saveCompanyFinanceVO', {
    access: types('QY'),
    body: z.strictObject({ companyId, rows: z.array(financeRow).min(1, '请填写财务数据').max(3, '只填近三年') }),
    returns: z.literal(true),
    summary: '保存财务数据（写入企业档案）',
  }),
  saveQuestions: post('/polHighTechConfig/saveQuestionResult', {
    access: types('QY'),
    body: z.strictObject({
      companyId,
      policyId: id,
      questionResults: z
        .array(z.strictObject({ field: z.string().max(64), value: factValue }))
        .max(100)
        .default([]),
      otherDetailDeletions: z.array(id).max(200).default([]),
    }),
    returns: outcome,
    summary: '保存评分答案（写入企业档案），返回新的评分',
  }),
  saveDetails: post('/polHighTechConfig/saveEntArchiveOtherDetail', {
    access: types('QY'),
    body: z.strictObject({
      companyId,
      tableId: z.enum(detailTableIds, { error: '没有这张明细表' }),
      rows: z
        .array(z.record(z.string().max(64), z.union([z.string().max(200), z.number(), z.null()])))
        .min(1, '请填写明细')
        .max(200, '一次最多 200 行'),
    }),
    returns: z.literal(true),
    summary: '新增或修改明细行（有 id 的为修改），数量随明细更新',
  }),
  deleteDetails: post('/polHighTechConfig/deleteEntArchiveOtherDetail', {
    access: types('QY'),
    body: z.strictObject({ companyId, ids: idList }),
    returns: z.literal(true),
    summary: '删除明细行',
  }),
}

export const highTechResults = {
  headers: get('/polHighTechResult/findHeaderList', {
    access: can('company:read'),
    query: query({ id: scoreResultFilters.id }),
    returns: z.array(z.object({ prop: z.string(), label: z.string() })),
    summary: '评分结果的列',
  }),
  page: post('/polHighTechResult/pageResult', {
    access: can('company:read'),
    body: z.strictObject({ ...scoreResultFilters, ...paging() }),
    returns: page(openAnswer<ScoreResultRow>('score')),
    summary: '已授权企业的评分结果，高分在前',
  }),
  export: post('/polHighTechResult/resultDataExport', {
    access: can('export:run'),
    blob: true,
    perMinute: 10,
    body: z.strictObject(scoreResultFilters),
    summary: '导出评分结果（xlsx，最多 10,000 行）',
  }),
}

/** A row of the results: the fixed columns and one column per group (`group_<id>`), as named by findHeaderList. */
export type ScoreResultRow = {
  id: number
  companyId: number
  companyName: string
  code: string
  score: number
  scoreText: string
  status: ScoreStatus
  missing: number
  updateTime: string
} & Record<`group_${string}`, string>
