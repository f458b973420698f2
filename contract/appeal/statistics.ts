/** Figures of appeals: by the day of submission (statistics) and by the day of closing (statisticsNew). Inventory E425, E433–E442. */
import { z } from 'zod'
import { can, get } from '../endpoint.ts'
import { isoDate, query, wireInt } from '../fields.ts'
import { items, series } from './parts.ts'
import { appealGroups } from './states.ts'

const by = z.enum(Object.keys(appealGroups) as [keyof typeof appealGroups, ...(keyof typeof appealGroups)[]], { error: '不支持的分组' })
const days = { startTime: isoDate.optional(), endTime: isoDate.optional() }
const period = query(days)
const grouped = query({ ...days, by: by.default('source') })
const trend = query({ ...days, unit: z.enum(['month', 'day'], { error: '只能按月或按日' }).default('month') })
const ranking = query({ ...days, by: by.default('office'), top: wireInt(1, 50).default(10) })
const ranks = z.array(z.object({ name: z.string(), value: z.number() }))
const read = { access: can('appeal:read') } as const

/** Counted by the month of submission. */
export const appealStatistics = {
  states: get('/appeal/info/statistics', { ...read, query: period, returns: series, summary: '各状态的诉求件数' }),
  overview: get('/appeal/statistics/overview', { access: 'public', query: period, returns: items, summary: '诉求的公开数字（按提交日）' }),
  statistics: get('/appeal/statistics/statistics', { ...read, query: grouped, returns: series, summary: '诉求件数（按提交日）' }),
  trend: get('/appeal/statistics/trend', { ...read, query: trend, returns: series, summary: '诉求件数的走势（按提交日）' }),
  rank: get('/appeal/statistics/rank', { ...read, query: ranking, returns: ranks, summary: '诉求件数的排行（按提交日）' }),
  export: get('/appeal/statistics/export', { ...read, blob: true, query: grouped, summary: '导出诉求件数（按提交日）' }),
}

/** Counted by the month of closing: in time, solved, satisfied, working days. */
export const appealStatisticsNew = {
  overview: get('/appeal/statisticsNew/overview', { ...read, query: period, returns: items, summary: '办结情况（按办结日）' }),
  statistics: get('/appeal/statisticsNew/statistics', {
    ...read,
    query: query({ ...days, by: by.default('office') }),
    returns: series,
    summary: '及时率、解决率、满意率、平均工作日（按办结日）',
  }),
  trend: get('/appeal/statisticsNew/trend', { ...read, query: trend, returns: series, summary: '办结情况的走势（按办结日）' }),
  rank: get('/appeal/statisticsNew/rank', { ...read, query: ranking, returns: ranks, summary: '满意率的排行（按办结日）' }),
  export: get('/appeal/statisticsNew/export', {
    ...read,
    blob: true,
    query: query({ ...days, by: by.default('office') }),
    summary: '导出办结情况（按办结日）',
  }),
}
