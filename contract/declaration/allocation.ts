/** How the applicants of a project share what there is: calculated as often as one likes, frozen before anything is decided (ADR 0215). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, query, text } from '../fields.ts'

export const allocationRow = z.object({
  declareId: z.number(),
  declareNo: z.string(),
  companyName: z.string(),
  submitTime: z.string(),
  town: z.string().nullable(),
  /** what it is ranked by */
  figure: z.number().nullable(),
  /** of the figure: ratio is shown in percent; absent in versions frozen before it was kept */
  figureUnit: z.string().nullish(),
  /** 万元: what the rule gives, never above what was asked for */
  asked: z.number().nullable(),
  /** 万元: what it gets */
  given: z.number(),
  place: z.number().nullable(),
  /** approved already, and therefore not calculated anew */
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
  /** how the policy shares; null: it gives everybody what the rule says */
  sentence: z.string().nullable(),
  way: z.enum(['prorata', 'first', 'rank']).nullable(),
  budget: z.number().nullable(),
  rows: z.array(allocationRow),
  asked: z.number(),
  given: z.number(),
  /** sent back for correction: not in the list */
  returned: z.number(),
  /** why it cannot be frozen now */
  held: z.string().nullable(),
  /** names this calculation; a freeze of another one is refused */
  seen: z.string(),
  /** whether it comes to what was frozen last */
  same: z.boolean(),
  frozen: z.array(frozen),
})
export type AllocationPreview = z.output<typeof allocationPreview>

/** The list for whoever reviews an applicant; `hidden`: applicants that are not theirs to see. */
export const allocationForDesk = z.object({
  /** the frozen version; null: nothing is frozen yet */
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
