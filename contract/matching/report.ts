/** 政策体检报告 (spec §7 medicalReport): what the archive of one's own company means under the rules in force, on one day. */
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
  /** 万元; null where nothing is paid or something is lacking */
  min: number | null
  max: number | null
  upperBound: boolean
  openEnded: boolean
  competitive: boolean
  /** as of Judgement */
  negotiated: boolean
  /** counted in the best lawful set */
  counted: boolean
  steps: string[]
  failedTop: string[]
  /** as of Judgement */
  failed: string[]
  missing: { key: string; label: string }[]
  /** near: what is still needed; ordered by effort */
  plan: GapPlan | null
  /** 万元 by the facts of today once the gaps are closed; null where that cannot be said */
  ifMet: number | null
  /** the rule that was judged by */
  origin: { policyNo: string | null; version: number; effectiveFrom: string | null; sources: string[] }
}
export interface MedicalReport {
  companyId: number
  companyName: string
  asOf: string
  createTime: string
  /** share of the policies decided in favour: met ÷ (met + near + open), per cent; null where there are none */
  score: number | null
  /** of the core archive, per cent */
  completeness: number
  counts: Record<Verdict, number>
  total: Total
  matched: ReportItem[]
  near: ReportItem[]
  unknown: ReportItem[]
  missed: ReportItem[]
  /** closed or not yet open */
  outside: ReportItem[]
  /** answers that would settle the most money, best first */
  questions: { key: string; label: string; atStake: number; policies: number }[]
  /** where the facts come from, and of which day the oldest is */
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
