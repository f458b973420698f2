/** The effect of a draft of a rule on all companies of the archive, and background matching of the own company. */
import { z } from 'zod'
import { openAnswer } from '../open-answer.ts'
import { can, get, post, types } from '../endpoint.ts'
import { id, ok, query } from '../fields.ts'
import type { Judgement } from '../matching.ts'
import { verdicts, type Verdict } from './verdicts.ts'

const verdict = z.enum(Object.keys(verdicts) as Verdict[])
const Side = z.object({
  match: z.number(),
  near: z.number(),
  unknown: z.number(),
  nomatch: z.number(),
  /** 万元 over all companies that meet the rule; max is their sum when open optional facts turn out well */
  min: z.number(),
  max: z.number(),
  /** companies that meet the rule but whose amount waits for a fact; in neither sum */
  unpriced: z.number().optional(),
})
export type DryRunSide = z.output<typeof Side>
const Change = z.object({
  companyId: z.number(),
  companyName: z.string(),
  before: verdict,
  after: verdict,
  /** 万元; null: not met, or no payment */
  beforeMax: z.number().nullable(),
  afterMax: z.number().nullable(),
})
export type DryRunChange = z.output<typeof Change>
/** The two hundred largest changes, and the number of all. */
const Changes = z.object({ total: z.number(), list: z.array(Change) })
const Result = z.object({
  /** companies that consented; others are not judged */
  companies: z.number(),
  /** false: the policy has no rule in force yet, so everything is new */
  compared: z.boolean(),
  asOf: z.string(),
  before: Side,
  after: Side,
  winners: Changes,
  losers: Changes,
  seconds: z.number(),
})
export type DryRunResult = z.output<typeof Result>

/** null: fewer than FEW */
const many = z.number().nullable()
/** The effect of one condition on the companies that were judged. */
const LiveCondition = z.object({
  /** path in the rule: conditions.all[1], conditions.all[1].any[0] */
  path: z.string(),
  met: many,
  open: many,
  /** no company meets it, although some have the value; only for a field compared with a value, which reveals no single company */
  nobody: z.boolean(),
  /** a requirement of its own, not part of a group */
  top: z.boolean(),
  /** companies that neither it nor an earlier requirement refuses */
  left: many,
  /** companies that no other requirement refuses */
  only: many,
})
export type LiveCondition = z.output<typeof LiveCondition>
const Live = z.object({
  match: many,
  near: many,
  unknown: many,
  /** 万元 over all companies that meet the rule; null with `match` */
  min: many,
  max: many,
  /** companies that consented, and how many of them were judged */
  total: z.number(),
  companies: z.number(),
  /** of these, companies outside the area of the policy */
  outside: many,
  asOf: z.string(),
  conditions: z.array(LiveCondition),
})
export type LiveResult = z.output<typeof Live>

const taskId = z.uuid('任务编号不正确')
const state = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
const progress = { state, done: z.number(), total: z.number().nullable(), message: z.string().nullable() }

export const ruleDryRun = {
  /** policyId: compared with the rule in force of this policy */
  start: post('/admin/policy/dryRun/start', {
    access: can('policy:edit'),
    body: z.strictObject({ policyId: id.optional(), rule: z.record(z.string(), z.unknown()) }),
    returns: z.object({ taskId: z.string() }),
    perMinute: 20,
    summary: '规则草稿试运行：对全部已授权企业比较前后',
  }),
  /** while a rule is written: only counts, without names; for a rule with faults only the faults */
  live: post('/admin/policy/dryRun/live', {
    access: can('policy:edit'),
    body: z.strictObject({ policyId: id.optional(), rule: z.record(z.string(), z.unknown()) }),
    returns: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })), result: Live.nullable() }),
    perMinute: 60,
    summary: '编辑规则时的即时计数：符合几家、多少钱、每个条件留下几家',
  }),
  /** the rule that waits for a review: of the open revision, or of an unpublished policy */
  review: post('/admin/policy/dryRun/review', {
    /** and policy:edit or policy:review */
    access: can('policy:read'),
    body: z.strictObject({ policyId: id }),
    returns: z.object({ taskId: z.string() }),
    perMinute: 20,
    summary: '送审规则试运行：对全部已授权企业比较前后',
  }),
  /** one company under both rules of the reader’s own run, condition by condition; `before` null: no rule was in force */
  reason: get('/admin/policy/dryRun/reason', {
    access: can('policy:read'),
    query: query({ taskId, companyId: id }),
    returns: z.object({ before: openAnswer<Judgement | null>('judgement'), after: openAnswer<Judgement>('judgement') }),
    summary: '试运行中一家企业前后判定的理由',
  }),
  progress: get('/admin/policy/dryRun/progress', {
    polled: true,
    access: can('policy:read'),
    query: query({ taskId }),
    returns: z.object({ ...progress, result: Result.nullable() }),
    summary: '试运行进度与结果',
  }),
  cancel: post('/admin/policy/dryRun/cancel', {
    access: can('policy:read'),
    as: 'form',
    body: z.strictObject({ taskId }),
    returns: ok,
    summary: '取消试运行',
  }),
}

export const companyMatching = {
  start: get('/ent/company/info/entAsyncMatchPolicy', {
    access: types('QY'),
    changes: true,
    query: query({ companyId: id.optional() }),
    returns: z.object({ taskId: z.string() }),
    summary: '后台为本企业匹配政策',
  }),
  progress: get('/ent/company/info/entAsyncMatchProgress', {
    polled: true,
    access: types('QY'),
    query: query({ taskId }),
    returns: z.object({
      ...progress,
      result: z.object({ asOf: z.string(), match: z.number(), near: z.number(), unknown: z.number() }).nullable(),
    }),
    summary: '后台匹配的进度',
  }),
}
