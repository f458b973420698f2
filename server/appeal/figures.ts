import { sql, type RawBuilder } from 'kysely'
import { appealCodes, USUAL_WORK_DAYS, type AppealGroup } from '../../contract/appeal/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { addDays, daysBetween } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf, monthsBetween } from '../kernel/lists/months.ts'
import { workdayNumbers } from '../kernel/offers/workdays.ts'
import { daysOf, type Period } from '../kernel/lists/period.ts'
import { keptAnswer } from './kept.ts'
import { found } from './queries.ts'

export { daysOf, type Period }

const stateLabel = sql<string>`case a.state ${sql.join(
  Object.entries(appealCodes.labels).map(([code, label]) => sql`when ${Number(code)} then ${label}`),
  sql` `,
)} end`
const groups: Readonly<Record<AppealGroup, RawBuilder<string>>> = {
  source: sql`coalesce(sd.label, a.source_type)`,
  type: sql`coalesce(big.name, t.name)`,
  office: sql`coalesce(o.name, '尚未转办')`,
  street: sql`coalesce(rd.label, '未填写')`,
  state: stateLabel,
}
/** The list filter value that selects the appeals of a group. */
const keys: Readonly<Record<AppealGroup, RawBuilder<string | null>>> = {
  source: sql`a.source_type`,
  type: sql`coalesce(big.id, t.id)::text`,
  office: sql`a.office_id::text`,
  street: sql`case when rd.label is not null then a.street end`,
  state: sql`a.state::text`,
}
const keyOf = (by: Grouping) => (Object.hasOwn(keys, by) ? keys[by as AppealGroup] : sql<string | null>`null::text`)
const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
const groupings = {
  ...groups,
  submittedMonth: monthOf('a.submitted_at'),
  submittedDay: dayOf('a.submitted_at'),
  closedMonth: monthOf('a.closed_at'),
  closedDay: dayOf('a.closed_at'),
}
type Grouping = keyof typeof groupings
/** Returned or withdrawn appeals do not count as an office's work. */
const counted = sql<boolean>`a.state not in (5, 7)`
const closed = sql<boolean>`a.state in (4, 6)`
/** Joins the names of street and source once, because a look-up per row would take most of the time. */
const named = (rows: ReturnType<typeof found>) =>
  rows
    .leftJoin('dict_value as rd', (j) => j.on('rd.dict_type', '=', 'region').onRef('rd.value', '=', 'a.street'))
    .leftJoin('dict_value as sd', (j) => j.on('sd.dict_type', '=', 'appealSource').onRef('sd.value', '=', 'a.source_type'))
const now = (k: Kernel) => k.clock.now().toISOString()

export interface Counted {
  name: string
  key: string | null
  submitted: number
  closed: number
}
/** Visible appeals submitted within these days, and how many of them are closed. */
export async function submittedBy(k: Kernel, actor: Actor, period: Period, by: Grouping): Promise<Counted[]> {
  const { from, to } = daysOf(k, period)
  return keptAnswer(k, actor, ['submitted', from, to, by], () => submissions(k, actor, from, to, by))
}

async function submissions(k: Kernel, actor: Actor, from: string, to: string, by: Grouping): Promise<Counted[]> {
  const rows = await named(found(k.db, actor, { startTime: from, endTime: to }, now(k)))
    .select([groupings[by].as('name'), sql<string | null>`max(${keyOf(by)})`.as('key')])
    .select([sql<number>`count(*)`.as('submitted'), sql<number>`count(*) filter (where ${closed})`.as('closed')])
    .groupBy(sql`1`)
    .orderBy('submitted', 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ name: row.name, key: row.key, submitted: Number(row.submitted), closed: Number(row.closed) }))
}
const MOST_POINTS = 400
/** The steps of a trend: every month or day, also empty ones. */
export function stepsOfPeriod(k: Kernel, period: Period, unit: 'month' | 'day'): string[] {
  const { from, to } = daysOf(k, period)
  if (unit === 'month') return monthsBetween(from, to)
  const last = daysBetween(from, to)
  if (last >= MOST_POINTS) throw invalidField('startTime', `按日最多统计 ${MOST_POINTS} 天`)
  return Array.from({ length: last + 1 }, (_, n) => addDays(from, n))
}

export interface Closed {
  name: string
  key: string | null
  closed: number
  inTime: number
  solved: number
  evaluated: number
  satisfied: number
  /** working days between submission and closing, without pauses */
  days: number
}
/** Visible appeals closed within these days. Appeals without an evaluation count neither as satisfied nor as dissatisfied. */
export async function closedBy(k: Kernel, actor: Actor, period: Period, by: Grouping): Promise<Closed[]> {
  const { from, to } = daysOf(k, period)
  return keptAnswer(k, actor, ['closed', from, to, by], async () =>
    (await closings(k.db, k, actor, from, to, by)).map((row) => ({
      name: row.name,
      key: row.key,
      closed: Number(row.closed),
      inTime: Number(row.in_time),
      solved: Number(row.solved),
      evaluated: Number(row.evaluated),
      satisfied: Number(row.satisfied),
      days: Math.round(Number(row.days) * 10) / 10,
    })),
  )
}

async function closings(db: Db, k: Kernel, actor: Actor, from: string, to: string, by: Grouping) {
  const { days, numbers } = await workdayNumbers(db, addDays(from, -400), to)
  // Days before the calendar begins count as its first day.
  const number = (column: string) =>
    sql`coalesce((${numbers}::int[])[greatest(1, 1 + (${sql.ref(column)} at time zone 'Asia/Shanghai')::date - ${days[0]}::date)], 0)`
  return named(found(db, actor, {}, now(k)))
    .where(closed)
    .where(dayRange('a.closed_at', from, to))
    .select([
      groupings[by].as('name'),
      sql<string | null>`max(${keyOf(by)})`.as('key'),
      sql<number>`count(*)`.as('closed'),
      sql<number>`count(*) filter (where a.closed_at <= a.deadline)`.as('in_time'),
      sql<number>`count(*) filter (where a.deal_result in ('solved', 'partly'))`.as('solved'),
      sql<number>`count(a.score)`.as('evaluated'),
      sql<number>`count(*) filter (where a.score >= 4)`.as('satisfied'),
      sql<number>`avg(greatest(0, ${number('a.closed_at')} - ${number('a.submitted_at')} - a.paused_days))`.as('days'),
    ])
    .groupBy(sql`1`)
    .orderBy('closed', 'desc')
    .orderBy('name')
    .execute()
}

/** By main type: average working days until closing, beside the longest limit of its types. */
export async function durationFigures(k: Kernel, actor: Actor, period: Period) {
  const rows = await closedBy(k, actor, period, 'type')
  const limits = await k.db
    .selectFrom('appeal_type as t')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .innerJoin('appeal_limit as l', 'l.type_id', 't.id')
    .select((e) => [sql<string>`coalesce(big.name, t.name)`.as('name'), e.fn.max('l.work_days').as('days')])
    .groupBy(sql`1`)
    .execute()
  const limit = new Map(limits.map((one) => [one.name, one.days]))
  return {
    names: rows.map((row) => row.name),
    series: [
      { name: '平均办理工作日', values: rows.map((row) => row.days) },
      { name: '时限（工作日）', values: rows.map((row) => limit.get(row.name) ?? USUAL_WORK_DAYS) },
    ],
    note: '平均办理工作日：所选日期内办结的诉求，从提交到办结的工作日，不含暂停。时限取该大类各类型中最长的。',
  }
}

/** Public figures: received, closed, in time, satisfied. All appeals count, whoever reads the figures. */
export async function publicFigures(k: Kernel, period: Period) {
  const { from, to } = daysOf(k, period)
  return keptAnswer(k, null, ['public', from, to], () => allFigures(k, from, to))
}

async function allFigures(k: Kernel, from: string, to: string) {
  const row = await k.db
    .selectFrom('appeal as a')
    .where('a.deleted', '=', false)
    .where('a.state', '>', 0)
    .where(counted)
    .where(dayRange('a.submitted_at', from, to))
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where ${closed})`.as('closed'),
      sql<number>`count(*) filter (where ${closed} and a.closed_at <= a.deadline)`.as('in_time'),
      sql<number>`count(a.score)`.as('evaluated'),
      sql<number>`count(*) filter (where a.score >= 4)`.as('satisfied'),
    ])
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)])) as Record<keyof typeof row, number>
}
