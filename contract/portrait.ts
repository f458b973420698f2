/** 企业画像: what staff see of a company at one look, and what the company sees of such looks. */
import { z } from 'zod'
import { can, get, types } from './endpoint.ts'
import { id, page, paging, query } from './fields.ts'
import type { WornTag } from './tag.ts'
import type { AllowanceState } from './declaration/allowance-states.ts'
import type { Verdict } from './matching/verdicts.ts'

export interface PortraitPolicy {
  policyId: number
  title: string
  issuer: string
  verdict: Verdict
  /** 万元 */
  min: number | null
  max: number | null
  applyTo: string | null
}
export interface Portrait {
  companyId: number
  companyName: string
  consent: boolean
  /** newest last; 万元; null without consent */
  finance: { names: string[]; series: { name: string; values: (number | null)[] }[] } | null
  tags: WornTag[]
  /** null without consent; the list holds what is met or near, best first */
  policies: { counts: Record<Verdict, number>; list: PortraitPolicy[] } | null
  /** in the reader's sight; null without the right to read declarations. Money in 万元. */
  declarations: {
    total: number
    approvedAmount: number
    list: {
      id: number
      declareNo: string | null
      projectName: string
      state: number
      submitTime: string | null
      approvedAmount: number | null
    }[]
  } | null
  /** subsidies in the reader's sight, newest first; null without the right to read them. Money in 万元. */
  allowances: {
    total: number
    paidAmount: number
    list: {
      id: number
      projectName: string
      year: number
      amount: number
      officeName: string | null
      state: AllowanceState
      payDate: string | null
    }[]
  } | null
  /** null without consent */
  risks: { riskName: string; blocking: boolean }[] | null
}
const plain = <T>() => z.custom<T>(() => true)

export const portrait = {
  findById: get('/company/portrait/findById', {
    access: can('company:read'),
    query: query({ companyId: id }),
    returns: plain<Portrait>(),
    summary: '企业画像',
  }),
}

/** spec P-01: the company sees who used its archive and for what */
export const archiveUse = {
  listUse: get('/ent/company/info/listArchiveUse', {
    access: types('QY'),
    query: query({ ...paging() }),
    returns: page(z.object({ at: z.string(), office: z.string(), purpose: z.string() })),
    summary: '本企业档案的使用记录',
  }),
}
