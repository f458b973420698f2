/** How the applicants of a project share its money: calculated at any time, frozen before the first decision (ADR 0215). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, query, text } from '../fields.ts'

export const allocationRow = z.object({
  declareId: z.number(),
  declareNo: z.string(),
  companyName: z.string(),
  submitTime: z.string(),
  town: z.string().nullable(),
  /** the figure by which it is ranked */
  figure: z.number().nullable(),
  /** unit of the figure: ratio is shown in percent; missing in versions frozen before it was stored */
  figureUnit: z.string().nullish(),
  /** 万元: the amount by the rule, at most the amount asked for */
  asked: z.number().nullable(),
  /** 万元: its share */
  given: z.number(),
  place: z.number().nullable(),
  /** already approved, so not calculated again */
  fixed: z.boolean(),
  why: z.string(),
})
export type AllocationRow = z.output<typeof allocationRow>

const frozen = z.object({
  no: z.number(),
  at: z.string(),
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  count: z.number(),
  total: z.number(),
  checksum: z.string(),
})
export const allocationPreview = z.object({
  /** how the policy shares, in words; null: every applicant gets the amount by the rule */
  sentence: z.string().nullable(),
  way: z.enum(['prorata', 'first', 'rank']).nullable(),
  budget: z.number().nullable(),
  rows: z.array(allocationRow),
  asked: z.number(),
  given: z.number(),
  /** returned for correction, so not in the list */
  returned: z.number(),
  /** why it cannot be frozen now */
  held: z.string().nullable(),
  /** identifies this calculation; a freeze of a different one is refused */
  seen: z.string(),
  /** whether it equals the last frozen version */
  same: z.boolean(),
  frozen: z.array(frozen),
})
export type AllocationPreview = z.output<typeof allocationPreview>

/** The list for reviewers of an applicant; `hidden`: number of applicants that they may not see. */
export const allocationForDesk = z.object({
  /** the frozen version; null: none yet */
  no: z.number().nullable(),
  way: z.enum(['prorata', 'first', 'rank']),
  sentence: z.string(),
  rows: z.array(allocationRow),
  hidden: z.number(),
})
export type AllocationForDesk = z.output<typeof allocationForDesk>

export const allocation = {
  forDesk: get('/dec/declare/allocation', {
    access: can('declaration:read'),
    query: query({ id }),
    returns: allocationForDesk.nullable(),
    summary: '一项申报所在的资金分配名单',
  }),
  preview: get('/dec/project/allocation/preview', {
    access: can('project:manage'),
    query: query({ projectId: id }),
    returns: allocationPreview,
    summary: '资金分配测算（不保存）',
  }),
  freeze: post('/dec/project/allocation/freeze', {
    access: can('project:manage'),
    body: z.strictObject({ projectId: id, seen: z.string().regex(/^[0-9a-f]{64}$/, '请重新测算'), reason: text(300).default('') }),
    returns: z.object({ no: z.number() }),
    summary: '冻结资金分配名单',
  }),
  list: get('/dec/project/allocation/list', {
    access: can('project:manage'),
    query: query({ projectId: id, no: id }),
    returns: z.object({ sentence: z.string(), checksum: z.string(), rows: z.array(allocationRow) }),
    summary: '一版冻结的分配名单',
  }),
}
