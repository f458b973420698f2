/** 企业画像: a company at a glance for staff, and the ledger of such looks for the company. */
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

/** The records of a domain about the company, newest first: a cell per column, null without a value. */
const portraitRecords = z.object({
  kind: z.string(),
  title: z.string(),
  /** all that the reader may see, possibly more than the rows shown; 件, 笔 */
  total: z.number(),
  unit: z.string(),
  /** sums over all of them, in 万元 */
  sums: z.array(z.object({ label: z.string(), amount: z.number() })),
  /** `time`: an instant, `money`: 万元; a column without a width takes the remaining space */
  columns: z.array(z.object({ title: z.string(), kind: z.enum(['text', 'time', 'money']), width: z.number().optional() })),
  rows: z.array(z.object({ id: z.number(), cells: z.array(z.union([z.string(), z.number(), z.null()])), open: z.boolean().optional() })),
})
export type PortraitRecords = z.output<typeof portraitRecords>

const companyPortrait = z.object({
  companyId: z.number(),
  companyName: z.string(),
  consent: z.boolean(),
  /** newest last; 万元; null without consent */
  finance: z
    .object({ names: z.array(z.string()), series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })) })
    .nullable(),
  tags: z.array(wornTag),
  /** null without consent; the list contains met and near policies, best first */
  policies: z.object({ counts: z.record(verdict, z.number()), list: z.array(portraitPolicy) }).nullable(),
  /** of every domain with records that the reader may see */
  records: z.array(portraitRecords),
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

/** spec P-01: the company sees which offices used its archive and for what */
export const archiveUse = {
  listUse: get('/ent/company/info/listArchiveUse', {
    access: types('QY'),
    query: query({ ...paging() }),
    returns: page(z.object({ at: z.string(), office: z.string(), purpose: z.string() })),
    summary: '本企业档案的使用记录',
  }),
}
