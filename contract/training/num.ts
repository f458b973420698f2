/** 培训数字 (inventory E529, E530). */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { id, isoDate, keyword, page, paging, query } from '../fields.ts'

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

export const EvaluatedActivity = z.object({
  id: z.number(),
  title: z.string(),
  type: z.string(),
  startTime: z.string(),
  attendNum: z.number(),
  evaluateNum: z.number(),
  evaluateAvg: z.number().nullable(),
  /** how many gave 1, 2, 3, 4 and 5; null below three answers */
  distribution: z.array(z.number()).nullable(),
})
export type EvaluatedActivity = z.output<typeof EvaluatedActivity>

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
  /** Ours: the evaluation board of single activities (domains/training.md B). */
  evaluated: get('/train/num/evaluated', {
    access: can('train:read'),
    query: query({ keyword: keyword.optional(), ...paging() }),
    returns: page(EvaluatedActivity),
    summary: '有评价的活动：人数、平均分与分布',
  }),
  words: get('/train/num/words', {
    access: can('train:read'),
    query: query({ id }),
    returns: EvaluatedActivity.extend({
      /** what was written, without names, the newest first; null below three answers */
      words: z.array(z.object({ score: z.number(), content: z.string() })).nullable(),
    }),
    summary: '一场活动的评价：分布与评语，不含姓名',
  }),
}
