/** 培训数字 (inventory E529, E530). */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { isoDate, page, paging, query } from '../fields.ts'

const period = { startTime: isoDate.optional(), endTime: isoDate.optional() }
export const TrainFigures = z.object({
  type: z.string(),
  activityNum: z.number(),
  enrolNum: z.number(),
  attendNum: z.number(),
  evaluateNum: z.number(),
  /** null below three answers, because it would reveal single ones */
  evaluateAvg: z.number().nullable(),
})
export type TrainFigures = z.output<typeof TrainFigures>

export const num = {
  list: get('/train/num/list', {
    access: can('train:read'),
    query: query({ ...period, ...paging() }),
    returns: page(TrainFigures),
    summary: '各类活动的场次、报名、签到与评价',
  }),
  statistics: get('/train/num/statistics', {
    access: can('train:read'),
    query: query(period),
    returns: z.object({ names: z.array(z.string()), series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })) }),
    summary: '每月的活动、报名与签到',
  }),
}
