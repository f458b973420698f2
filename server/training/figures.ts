import { activityFacts } from '../../contract/training/states.ts'
import type { num } from '../../contract/training/num.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf, monthsBetween } from '../kernel/lists/months.ts'
import { daysOf } from '../kernel/lists/period.ts'
import { activities, managedBy } from './activity-queries.ts'
import { meanOf } from './mean.ts'

/** Public activities in the period, by their start, that this member of staff may see. */
const held = (k: Kernel, actor: Actor, { from, to }: { from: string; to: string }) =>
  activities(k.db)
    .where(managedBy(actor))
    .where('a.state', '=', activityFacts.code.passed)
    .where(dayRange('a.start_at', from, to))

export async function figuresByType(k: Kernel, actor: Actor, q: Parsed<typeof num.list>['query']) {
  const rows = await held(k, actor, daysOf(k, q))
    .select((e) => [
      'a.type',
      e.fn.countAll<number>().as('activities'),
      e.fn.sum<number>('a.enrol_num').as('enrolled'),
      e.fn.sum<number>('a.attend_num').as('attended'),
      e.fn.sum<number>('a.evaluate_num').as('evaluated'),
      e.fn.sum<number>('a.score_sum').as('score'),
    ])
    .groupBy('a.type')
    .orderBy('a.type')
    .execute()
  const list = rows.map((row) => ({
    type: row.type,
    activityNum: Number(row.activities),
    enrolNum: Number(row.enrolled),
    attendNum: Number(row.attended),
    evaluateNum: Number(row.evaluated),
    evaluateAvg: meanOf(Number(row.score), Number(row.evaluated)),
  }))
  return { total: list.length, list: list.slice((q.page - 1) * q.pageSize, q.page * q.pageSize) }
}

export async function figuresByMonth(k: Kernel, actor: Actor, q: Parsed<typeof num.statistics>['query']) {
  const period = daysOf(k, q)
  const rows = await held(k, actor, period)
    .select((e) => [
      monthOf('a.start_at').as('month'),
      e.fn.countAll<number>().as('activities'),
      e.fn.sum<number>('a.enrol_num').as('enrolled'),
      e.fn.sum<number>('a.attend_num').as('attended'),
    ])
    .groupBy(monthOf('a.start_at'))
    .execute()
  const names = monthsBetween(period.from, period.to)
  const of = (pick: (row: (typeof rows)[number]) => number) =>
    names.map((month) => {
      const row = rows.find((one) => one.month === month)
      return row ? Number(pick(row)) : 0
    })
  return {
    names,
    series: [
      { name: '活动', values: of((row) => row.activities) },
      { name: '报名', values: of((row) => row.enrolled) },
      { name: '签到', values: of((row) => row.attended) },
    ],
  }
}
