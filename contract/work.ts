/** What waits for the caller, and the figures beside it (spec §7 /work/list, /work/overview, /work/statistics): each domain registers with `offersTodo`, `offersFigures`, `offersMonthly`. */
import { z } from 'zod'
import { get } from './endpoint.ts'
import { isoDate, page, query } from './fields.ts'

const todoRow = z.object({
  id: z.number(),
  title: z.string(),
  /** what it belongs to, such as the project or the policy */
  about: z.string().nullable(),
  /** when the answer is due */
  deadline: z.string().nullable(),
  /** since when it waits */
  since: z.string().nullable(),
  /** where it is done */
  to: z.string(),
})
export type TodoRow = z.output<typeof todoRow>

const todoKind = z.object({
  kind: z.string(),
  /** the part of the work it belongs to; kinds of one part stand together */
  group: z.string(),
  label: z.string(),
  /** short, as a mark beside a row */
  mark: z.string(),
  tone: z.enum(['waiting', 'back', 'off']),
  /** what is done with a row */
  action: z.string(),
  /** null: could not be read this time */
  count: z.number().nullable(),
  /** what presses of it */
  note: z.string().nullable(),
  /** of these, past the day on which they were due */
  overdue: z.number(),
  /** since when the oldest waits; null: not said */
  oldest: z.string().nullable(),
  /** who has how many of them in hand, where colleagues take work in hand; empty: nobody, or not said */
  people: z.array(z.object({ name: z.string(), count: z.number() })),
  /** the list of all of them */
  to: z.string(),
  /** the first of them, where their names say something; `title` names this choice */
  first: z.object({ title: z.string(), list: z.array(todoRow) }).nullable(),
})
export type TodoKind = z.output<typeof todoKind>

const figure = z.object({
  /** figures of one group stand together */
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
  /** a value for each month */
  series: z.array(z.object({ name: z.string(), unit: z.string(), values: z.array(z.number()) })),
})
export type Monthly = z.output<typeof monthly>

export const work = {
  list: get('/work/list', {
    access: 'token',
    /** `mine`: what waits for the caller by name; `office`: also what colleagues have in hand; without it, what the caller may do */
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
    query: z
      .strictObject({ startTime: isoDate.optional(), endTime: isoDate.optional() })
      .refine((p) => !p.startTime || !p.endTime || p.startTime <= p.endTime, { error: '结束日期不能早于开始日期', path: ['endTime'] }),
    returns: monthly,
    summary: '工作台按月统计（默认近 12 个月）',
  }),
}
