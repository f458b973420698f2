/** 企业画像: what staff see of a company at one look, and what the company sees of such looks. */
import { z } from 'zod'
import { can, get, types } from './endpoint.ts'
import { id, page, paging, query } from './fields.ts'
import { verdicts, type Verdict } from './matching/verdicts.ts'
import { wornTag } from './tag.ts'

const verdict = z.enum(Object.keys(verdicts) as [Verdict, ...Verdict[]])

const portraitPolicy = z.object({
  policyId: z.number(),
  title: z.string(),
  issuer: z.string(),
  verdict,
  /** 万元 */
  min: z.number().nullable(),
  max: z.number().nullable(),
  applyTo: z.string().nullable(),
})
export type PortraitPolicy = z.output<typeof portraitPolicy>

const companyPortrait = z.object({
  companyId: z.number(),
  companyName: z.string(),
  consent: z.boolean(),
  /** newest last; 万元; null without consent */
  finance: z
    .object({ names: z.array(z.string()), series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })) })
    .nullable(),
  tags: z.array(wornTag),
  /** null without consent; the list holds what is met or near, best first */
  policies: z.object({ counts: z.record(verdict, z.number()), list: z.array(portraitPolicy) }).nullable(),
  /** in the reader's sight; null without the right to read declarations. Money in 万元. */
  declarations: z
    .object({
      total: z.number(),
      approvedAmount: z.number(),
      list: z.array(
        z.object({
          id: z.number(),
          declareNo: z.string().nullable(),
          projectName: z.string(),
          state: z.number(),
          submitTime: z.string().nullable(),
          approvedAmount: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
  /** subsidies in the reader's sight, newest first; null without the right to read them. Money in 万元. */
  allowances: z
    .object({
      total: z.number(),
      paidAmount: z.number(),
      list: z.array(
        z.object({
          id: z.number(),
          projectName: z.string(),
          year: z.number(),
          amount: z.number(),
          officeName: z.string().nullable(),
          state: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
          payDate: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  /** null without consent */
  risks: z.array(z.object({ riskName: z.string(), blocking: z.boolean() })).nullable(),
})
export type Portrait = z.output<typeof companyPortrait>

export const portrait = {
  findById: get('/company/portrait/findById', {
    access: can('company:read'),
    query: query({ companyId: id }),
    returns: companyPortrait,
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
