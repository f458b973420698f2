/**
 * Simulation (spec §3 imitate match log, §7): a fictional company, or a modified copy of one’s own archive, judged by the rules in force.
 */
import { z } from 'zod'
import { openAnswer } from '../open-answer.ts'
import { get, post, types } from '../endpoint.ts'
import { id, isoDate, ok, page, paging, query, text, wireBoolean, wireInt } from '../fields.ts'
import { answers, type Answers, type ArchiveValue, type Question } from '../matching.ts'
import type { Difference, GapPlan, Total } from './judgement.ts'
import { verdicts, type Verdict } from './verdicts.ts'

/** A policy of a run, in short. */
export interface SimulatedPolicy {
  code: string
  policyId: number
  policyTitle: string
  policyDepName: string
  level: string
  sample: boolean
  applyTo: string | null
  verdict: Verdict
  /** 万元; null without payment or when something is missing */
  min: number | null
  max: number | null
  value: number | null
  upperBound: boolean
  openEnded: boolean
  /** as in Judgement */
  negotiated: boolean
  failedTop: string[]
  /** as in Judgement */
  failed: string[]
  missing: string[]
  /** near only */
  plan: GapPlan | null
}
export interface SimulationRun {
  asOf: string
  matchCount: number
  counts: Record<Verdict, number>
  total: Total
  /** met, near and open, best first, at most 200; others by pages */
  list: SimulatedPolicy[]
}
/** A field that affects the amount, with the ends of its slider. */
export interface Lever {
  question: Question
  from: number
  to: number
  step: number
  current: number | null
  /** 万元 that can be gained or lost within the range */
  up: number
  down: number
}
export interface SimulationCliff {
  value: number
  before: number
  after: number
  changes: { code: string; title: string; from: Verdict; to: Verdict; before: number | null; after: number | null }[]
}
/** The amount over the values of a field: straight between the points; a jump is between two points one step apart. */
export interface SimulationCurve {
  field: string
  label: string
  unit: string | null
  from: number
  to: number
  step: number
  current: number | null
  points: { value: number; total: number }[]
  cliffs: SimulationCliff[]
  complete: boolean
}
export interface SimulationLog {
  name: string
  companyInfo: Answers
  base: Answers | null
  useArchive: boolean
  archiveShared: boolean
  matchCount: number
  min: number
  max: number
  asOf: string
  createTime: string
  expireTime: string | null
}

const input = { answers, useArchive: z.boolean().optional(), applyDate: isoDate.optional() }
const fieldKey = z.string().max(64)
/** The number of one’s own run, or the id of a shared one. */
const logId = z.string().regex(/^(\d{1,15}|[A-Za-z0-9_-]{22})$/, '链接不正确')
const name = text(60).optional()

export const simulation = {
  templates: get('/imitate/match/log/templates', {
    access: 'public',
    query: query({}),
    returns: openAnswer<{ list: { id: string; name: string; summary: string; answers: Answers }[] }>('simulation'),
    summary: '模拟用的示例企业',
  }),
  fields: get('/imitate/match/log/fields', {
    access: 'public',
    query: query({}),
    returns: openAnswer<{ list: Question[] }>('simulation'),
    summary: '模拟可填写的字段',
  }),
  run: post('/imitate/match/log/run', {
    access: 'public',
    perMinute: 300,
    body: z.strictObject(input),
    returns: openAnswer<SimulationRun>('simulation'),
    summary: '模拟匹配',
  }),
  levers: post('/imitate/match/log/levers', {
    access: 'public',
    perMinute: 60,
    body: z.strictObject({ ...input, limit: wireInt(1, 20).default(8) }),
    returns: openAnswer<{ list: Lever[] }>('simulation'),
    summary: '对金额影响大的字段',
  }),
  curve: post('/imitate/match/log/curve', {
    access: 'public',
    perMinute: 120,
    body: z.strictObject({ ...input, field: fieldKey }),
    returns: openAnswer<SimulationCurve>('simulation'),
    summary: '金额随一个字段变化的阶梯图',
  }),
  compare: post('/imitate/match/log/compare', {
    access: 'public',
    perMinute: 120,
    body: z.strictObject({ before: answers, after: answers, useArchive: z.boolean().optional(), applyDate: isoDate.optional() }),
    returns: openAnswer<Difference>('simulation'),
    summary: '解释两次模拟的差异',
  }),
  improve: post('/imitate/match/log/improveCompanyInfoImitate', {
    access: 'token',
    body: z.strictObject({ companyInfo: answers, base: answers.nullish(), useArchive: z.boolean().optional(), name }),
    returns: z.object({ logId: z.number(), matchCount: z.number() }),
    summary: '保存模拟',
  }),
  companyInfo: post('/imitate/match/log/queryCompanyInfoImitate', {
    access: 'token',
    body: z.strictObject({ companyId: id.optional(), name }),
    returns: openAnswer<{ companyId: number; companyName: string; companyInfo: Answers; archive: Record<string, ArchiveValue> }>(
      'simulation',
    ),
    summary: '模拟所用的企业信息',
  }),
  matchCount: get('/imitate/match/log/getMatchCount', {
    access: 'public',
    query: query({ logId }),
    returns: openAnswer<SimulationLog>('simulation'),
    summary: '模拟匹配数量与企业信息',
  }),
  policies: get('/policy/doc/pagePolicySimulateList', {
    access: 'public',
    perMinute: 300,
    query: query({
      ...paging(),
      /** JSON object, field key → value */
      answers: z.string().max(20_000).optional(),
      logId: logId.optional(),
      verdict: z.enum(Object.keys(verdicts) as Verdict[]).optional(),
      useArchive: wireBoolean.optional(),
    }),
    returns: openAnswer<{ total: number; list: SimulatedPolicy[] }>('simulation'),
    summary: '模拟匹配的政策',
  }),
  share: post('/imitate/match/log/share', {
    access: 'public',
    perMinute: 10,
    body: z.strictObject({
      answers,
      base: answers.nullish(),
      useArchive: z.boolean().optional(),
      /** the owner agrees that the link shows values of the archive */
      includeArchive: z.boolean().optional(),
      name,
    }),
    returns: z.object({ shareId: z.string(), expireTime: z.string(), shared: z.number() }),
    summary: '生成分享链接',
  }),
  history: get('/imitate/match/log/listMy', {
    access: 'token',
    query: query({ ...paging() }),
    returns: page(
      z.object({
        id: z.number(),
        name: z.string(),
        matchCount: z.number(),
        min: z.number(),
        max: z.number(),
        asOf: z.string(),
        createTime: z.string(),
        shareId: z.string().nullable(),
        expireTime: z.string().nullable(),
      }),
    ),
    summary: '我的模拟记录',
  }),
  /** the company’s own account: all links made for the company; a person acting for it: their own */
  companyLinks: get('/imitate/match/log/companyLinks', {
    access: types('QY'),
    query: query({ ...paging() }),
    returns: page(
      z.object({
        id: z.number(),
        name: z.string(),
        shareId: z.string(),
        /** the link shows values of the archive */
        archiveShared: z.boolean(),
        matchCount: z.number(),
        min: z.number(),
        max: z.number(),
        /** masked unless the reader created it */
        makerName: z.string(),
        createTime: z.string(),
        expireTime: z.string(),
      }),
    ),
    summary: '以本企业名义生成、仍然有效的分享链接',
  }),
  endLink: post('/imitate/match/log/endLink', {
    access: types('QY'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '终止一个分享链接',
  }),
  remove: post('/imitate/match/log/delete', {
    access: 'token',
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除模拟或收回分享',
  }),
}
