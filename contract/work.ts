/**
 * To-dos of the caller with figures (spec §7 /work/list, /work/overview, /work/statistics); each domain registers with `offersTodo`,
 * `offersFigures`, `offersMonthly`.
 */
import { z } from 'zod'
import { get } from './endpoint.ts'
import { isoDate, page, query } from './fields.ts'

const todoRow = z.object({
  id: z.number(),
  title: z.string(),
  /** the record to which it belongs, such as project or policy */
  about: z.string().nullable(),
  /** when it is due */
  deadline: z.string().nullable(),
  /** working days until then, negative after it; null: no term, or one of calendar days */
  workdaysLeft: z.number().nullable(),
  /** waiting since */
  since: z.string().nullable(),
  /** the page where it is done */
  to: z.string(),
})
export type TodoRow = z.output<typeof todoRow>

const todoKind = z.object({
  kind: z.string(),
  /** the group of work; kinds of one group are listed together */
  group: z.string(),
  label: z.string(),
  /** short label beside a row */
  mark: z.string(),
  tone: z.enum(['waiting', 'back', 'off']),
  /** label of the button of a row */
  action: z.string(),
  /** null: could not be read this time */
  count: z.number().nullable(),
  /** a remark on what is urgent */
  note: z.string().nullable(),
  /** of these, overdue ones */
  overdue: z.number(),
  /** the oldest has waited since; null: unknown */
  oldest: z.string().nullable(),
  /** how many of them each colleague has taken, where work is taken; empty: none or unknown */
  people: z.array(z.object({ name: z.string(), count: z.number() })),
  /** the complete list */
  to: z.string(),
  /** the first of them, where their titles are informative; `title`: label of this selection */
  first: z.object({ title: z.string(), list: z.array(todoRow) }).nullable(),
})
export type TodoKind = z.output<typeof todoKind>

const figure = z.object({
  /** figures of one group are shown together */
  group: z.string(),
  label: z.string(),
  value: z.number(),
  unit: z.string(),
  to: z.string().nullable(),
})
export type Figure = z.output<typeof figure>

const monthly = z.object({
  /** months, 'YYYY-MM' */
  names: z.array(z.string()),
  /** a value per month */
  series: z.array(z.object({ name: z.string(), unit: z.string(), values: z.array(z.number()) })),
})
export type Monthly = z.output<typeof monthly>

export const work = {
  list: get('/work/list', {
    access: 'token',
    /** `mine`: what waits for the caller personally; `office`: also what colleagues have taken; default: what the caller may do */
    query: query({ scope: z.enum(['mine', 'office']).optional() }),
    /** `total`: of all kinds that could be read */
    returns: page(todoKind),
    summary: '待我处理的事项',
  }),
  overview: get('/work/overview', {
    access: 'token',
    query: query({}),
    returns: z.object({ items: z.array(figure) }),
    summary: '工作台数字',
  }),
  statistics: get('/work/statistics', {
    access: 'token',
    query: query({ startTime: isoDate.optional(), endTime: isoDate.optional() }),
    returns: monthly,
    summary: '工作台按月统计（默认近 12 个月）',
  }),
}
