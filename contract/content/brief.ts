/** 资讯月度简报 for leaders (domains/content.md b). Ours (ADR 0852). */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { query } from '../fields.ts'

const briefMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')
const Column = z.object({
  id: z.number(),
  /** including the names of the columns above */
  path: z.string(),
  /** articles of the column itself that were published in the month, and in the month before */
  published: z.number(),
  before: z.number(),
  /** views of the month's articles until now */
  views: z.number(),
  /** today: time of the newest public article in it and below it */
  newest: z.string().nullable(),
  /** today: days overdue, negative: days left; null: no limit, or not public */
  late: z.number().nullable(),
})
const NewsBrief = z.object({
  month: z.string(),
  published: z.number(),
  before: z.number(),
  views: z.number(),
  /** articles that were taken down in the month */
  takenDown: z.number(),
  /** articles that wait for a review now */
  waiting: z.number(),
  columns: z.array(Column),
  most: z.array(z.object({ id: z.number(), title: z.string(), columnName: z.string(), publishTime: z.string(), viewNum: z.number() })),
})
export type NewsBrief = z.output<typeof NewsBrief>

export const newsBrief = {
  month: get('/cms/news/brief', {
    access: can('news:review'),
    query: query({ month: briefMonth.optional() }),
    returns: NewsBrief,
    summary: '资讯月度简报，默认上个月',
  }),
}
