/** 政策体检报告 (spec §7 medicalReport): the verdicts of the rules in force for the archive of one’s own company, on one day. */
import { z } from 'zod'
import { openAnswer } from '../open-answer.ts'
import { post, types } from '../endpoint.ts'
import { id } from '../fields.ts'
import type { GapPlan, Total } from './judgement.ts'
import type { Verdict } from './verdicts.ts'

export interface ReportItem {
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
  upperBound: boolean
  openEnded: boolean
  competitive: boolean
  /** as in Judgement */
  negotiated: boolean
  /** part of the best permitted set */
  counted: boolean
  steps: string[]
  failedTop: string[]
  /** as in Judgement */
  failed: string[]
  missing: { key: string; label: string }[]
  /** near: the remaining steps; ordered by effort */
  plan: GapPlan | null
  /** 万元 by today’s facts once the gaps are closed; null when unknown */
  ifMet: number | null
  /** the rule that was used */
  origin: { policyNo: string | null; version: number; effectiveFrom: string | null; sources: string[] }
}
export interface MedicalReport {
  companyId: number
  companyName: string
  asOf: string
  createTime: string
  /** share of the policies decided in favour: met ÷ (met + near + open), per cent; null without any */
  score: number | null
  /** completeness of the core archive, per cent */
  completeness: number
  counts: Record<Verdict, number>
  total: Total
  matched: ReportItem[]
  near: ReportItem[]
  unknown: ReportItem[]
  missed: ReportItem[]
  /** application period over or not started */
  outside: ReportItem[]
  /** questions whose answers decide the most money, best first */
  questions: { key: string; label: string; atStake: number; policies: number }[]
  /** sources of the facts, with the oldest date of each */
  facts: { source: string; count: number; oldest: string | null }[]
}

const body = z.strictObject({ companyId: id.optional() })
export const report = {
  medicalReport: post('/policy/doc/medicalReport', {
    access: types('QY'),
    body,
    perMinute: 60,
    returns: openAnswer<MedicalReport>('report'),
    summary: '政策体检报告',
  }),
  file: post('/policy/doc/medicalReportFile', { access: types('QY'), body, perMinute: 10, blob: true, summary: '政策体检报告（docx）' }),
}
