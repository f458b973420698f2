/** 权限复核 (domains/identity.md D4): roles of staff, confirmed or removed by another officer than the one who gave them. Ours, ADR 0713. */
import { z } from 'zod'
import { BatchResult, batchItems } from '../batch.ts'
import { codes } from '../codes.ts'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, keyword, page, paging, query, text, wireInt } from '../fields.ts'

export const reviewCodes = codes({
  waiting: { code: 0, label: '待复核', tone: 'waiting' },
  kept: { code: 1, label: '已保留', tone: 'done' },
  revoked: { code: 2, label: '已收回', tone: 'off' },
  gone: { code: 3, label: '已不持有', tone: 'off' },
})
export type ReviewState = (typeof reviewCodes.code)[keyof typeof reviewCodes.code]
const state = z.custom<ReviewState>((v) => typeof v === 'number' && v >= 0 && v <= 3)

const review = z.object({
  id: z.number(),
  name: z.string(),
  dueOn: z.string(),
  openTime: z.string(),
  closeTime: z.string().nullable(),
  total: z.number(),
  waiting: z.number(),
  /** days overdue; 0: not overdue, or done */
  overdueDays: z.number(),
})
export type Review = z.output<typeof review>

const row = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  userName: z.string(),
  officeName: z.string().nullable(),
  roleName: z.string(),
  grantedBy: z.string().nullable(),
  grantTime: z.string(),
  lastLogin: z.string().nullable(),
  /** reasons for a closer look: no log-in, conflicting roles, no office */
  facts: z.array(z.string()),
  state,
  decidedBy: z.string().nullable(),
  decideTime: z.string().nullable(),
  reason: z.string(),
  version: z.number(),
  allowed: z.array(z.enum(['keep', 'revoke'])),
})
export type ReviewRow = z.output<typeof row>

export const reviewFilters = {
  reviewId: id,
  state: wireInt(0, 3).optional(),
  roleId: id.optional(),
  keyword: keyword.optional(),
  /** 1: only rows with such reasons · 2: only rows that the reader may decide */
  only: wireInt(1, 2).optional(),
}
const who = can('role:manage')
export const accessReview = {
  list: get('/sys/accessReview/list', { access: who, query: query({}), returns: z.array(review), summary: '历次权限复核，最近的在前' }),
  open: post('/sys/accessReview/open', {
    access: who,
    body: z.strictObject({ dueOn: isoDate }),
    returns: z.object({ id: z.number(), rows: z.number() }),
    summary: '开始一次权限复核；每季度第一天自动开始',
  }),
  rows: get('/sys/accessReview/rows', {
    access: who,
    query: query({ ...reviewFilters, ...paging() }),
    returns: page(row),
    summary: '一次复核中谁持有什么角色',
  }),
  decide: post('/sys/accessReview/decide', {
    access: who,
    body: z.strictObject({
      items: batchItems,
      decision: z.enum(['keep', 'revoke'], { error: '请选择保留或收回' }),
      reason: text(500).default(''),
    }),
    returns: BatchResult,
    summary: '保留或收回，逐条办理；不能复核自己授予的',
  }),
}
