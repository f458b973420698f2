import { appealGroups, type AppealGroup } from '../../contract/appeal/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { toCell } from '../kernel/sheet/cell.ts'
import { makeSheet } from '../kernel/sheet/write.ts'
import { closedBy, daysOf, publicFigures, stepsOfPeriod, submittedBy, type Closed, type Counted, type Period } from './figures.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Grouped = Period & { by: AppealGroup }
type Stepped = Period & { unit: 'month' | 'day' }
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

const SUBMITTED = '按提交日统计本人可见范围内的诉求；已办结含已归档。'
const CLOSED =
  '按办结日统计。及时率：在承诺日内办结的占办结的；解决率：已解决和部分解决的占办结的；满意率：满意和非常满意的占已评价的，没有评价的不计；工作日不含暂停。'

const filters: Readonly<Record<AppealGroup, string>> = {
  source: 'sourceType',
  type: 'typeId',
  office: 'officeId',
  street: 'streetId',
  state: 'state',
}
/** For each group the address of the list with the filters that select its appeals; null when no filter can. */
const opening = (k: Kernel, { by, ...period }: Grouped, days: readonly [string, string], rows: readonly (Counted | Closed)[]) => {
  const { from, to } = daysOf(k, period)
  return rows.map(({ key }) => (key === null ? null : `/work/adminAppeal?${days[0]}=${from}&${days[1]}=${to}&${filters[by]}=${key}`))
}
const SUBMITTED_DAYS = ['startTime', 'endTime'] as const
const CLOSED_DAYS = ['closedFrom', 'closedTo'] as const

const countSeries = (rows: readonly Counted[], names = rows.map((row) => row.name)) => {
  const of = (name: string) => rows.find((row) => row.name === name)
  return {
    names,
    series: [
      { name: '诉求件数', values: names.map((name) => of(name)?.submitted ?? 0) },
      { name: '其中已办结', values: names.map((name) => of(name)?.closed ?? 0) },
    ],
    note: SUBMITTED,
  }
}
const closedSeries = (rows: readonly Closed[], names = rows.map((row) => row.name)) => {
  const of = <T>(name: string, pick: (row: Closed) => T) => {
    const row = rows.find((one) => one.name === name)
    return row === undefined ? null : pick(row)
  }
  return {
    names,
    series: [
      { name: '办结件数', values: names.map((name) => of(name, (row) => row.closed) ?? 0) },
      { name: '及时率（%）', values: names.map((name) => of(name, (row) => percent(row.inTime, row.closed))) },
      { name: '解决率（%）', values: names.map((name) => of(name, (row) => percent(row.solved, row.closed))) },
      { name: '满意率（%）', values: names.map((name) => of(name, (row) => percent(row.satisfied, row.evaluated))) },
      { name: '平均工作日', values: names.map((name) => of(name, (row) => row.days)) },
    ],
    note: CLOSED,
  }
}

export const statesOf = async (k: Kernel, actor: Actor, period: Period) => countSeries(await submittedBy(k, actor, period, 'state'))
export const submittedFigures = async (k: Kernel, actor: Actor, asked: Grouped) => {
  const { by, ...period } = asked
  const rows = await submittedBy(k, actor, period, by)
  return { ...countSeries(rows), to: opening(k, asked, SUBMITTED_DAYS, rows) }
}
export async function submittedTrend(k: Kernel, actor: Actor, { unit, ...period }: Stepped) {
  const steps = stepsOfPeriod(k, period, unit)
  return countSeries(await submittedBy(k, actor, period, unit === 'month' ? 'submittedMonth' : 'submittedDay'), steps)
}
export const submittedRank = async (k: Kernel, actor: Actor, { by, top, ...period }: Grouped & { top: number }) =>
  (await submittedBy(k, actor, period, by)).slice(0, top).map((row) => ({ name: row.name, value: row.submitted }))

export const closedFigures = async (k: Kernel, actor: Actor, asked: Grouped) => {
  const { by, ...period } = asked
  const rows = await closedBy(k, actor, period, by)
  return { ...closedSeries(rows), to: opening(k, asked, CLOSED_DAYS, rows) }
}
export async function closedTrend(k: Kernel, actor: Actor, { unit, ...period }: Stepped) {
  const steps = stepsOfPeriod(k, period, unit)
  return closedSeries(await closedBy(k, actor, period, unit === 'month' ? 'closedMonth' : 'closedDay'), steps)
}
/** The groups with the highest satisfaction first; groups without any evaluation are not ranked. */
export const closedRank = async (k: Kernel, actor: Actor, { by, top, ...period }: Grouped & { top: number }) =>
  (await closedBy(k, actor, period, by))
    .flatMap((row) => {
      const value = percent(row.satisfied, row.evaluated)
      return value === null ? [] : [{ name: row.name, value }]
    })
    .toSorted((a, b) => b.value - a.value)
    .slice(0, top)

export async function publicOverview(k: Kernel, period: Period) {
  const sums = await publicFigures(k, period)
  return {
    items: [
      { label: '收到诉求', value: sums.all, unit: '件', note: '所选日期内提交的，不含退回补充和撤回的', to: null },
      { label: '已办结', value: sums.closed, unit: '件', note: '其中答复已经审核的', to: null },
      { label: '及时率', value: percent(sums.in_time, sums.closed), unit: '%', note: '在承诺日内办结的占办结的', to: null },
      {
        label: '满意率',
        value: percent(sums.satisfied, sums.evaluated),
        unit: '%',
        note: `满意和非常满意的占已评价的 ${sums.evaluated} 件`,
        to: null,
      },
    ],
  }
}

export async function closedOverview(k: Kernel, actor: Actor, period: Period) {
  const rows = await closedBy(k, actor, period, 'office')
  const sum = (pick: (row: Closed) => number) => rows.reduce((all, row) => all + pick(row), 0)
  const { from, to } = daysOf(k, period)
  const records = `/work/adminAppeal?closedFrom=${from}&closedTo=${to}`
  const closed = sum((row) => row.closed)
  const evaluated = sum((row) => row.evaluated)
  return {
    items: [
      { label: '办结', value: closed, unit: '件', note: '所选日期内办结的', to: records },
      {
        label: '及时率',
        value: percent(
          sum((row) => row.inTime),
          closed,
        ),
        unit: '%',
        note: '在承诺日内办结的占办结的',
        to: records,
      },
      {
        label: '解决率',
        value: percent(
          sum((row) => row.solved),
          closed,
        ),
        unit: '%',
        note: '已解决和部分解决的占办结的',
        to: `${records}&result=unsolved`,
      },
      {
        label: '满意率',
        value: percent(
          sum((row) => row.satisfied),
          evaluated,
        ),
        unit: '%',
        note: `满意和非常满意的占已评价的 ${evaluated} 件`,
        to: `${records}&evaluated=1`,
      },
      { label: '未评价', value: closed - evaluated, unit: '件', note: '没有评价的不计入满意率', to: `${records}&evaluated=0` },
      {
        label: '平均工作日',
        value: closed === 0 ? null : Math.round((sum((row) => row.days * row.closed) / closed) * 10) / 10,
        unit: '天',
        note: '从提交到办结，不含暂停',
        to: records,
      },
    ],
  }
}

type Series = ReturnType<typeof countSeries> | ReturnType<typeof closedSeries>
/** A table of figures as a workbook: the same rows as on the screen, and an explanation. */
export async function figuresSheet(
  k: Kernel,
  call: Call,
  by: AppealGroup,
  title: string,
  of: (actor: Actor) => Promise<Series>,
): Promise<FileAnswer> {
  const { names, series, note } = await of(signedIn(call.actor))
  await k.db
    .transaction()
    .execute((db) => audit(db, call, { action: 'appeal.export', objectType: 'appeal', detail: { what: title, rows: names.length } }))
  const body = await makeSheet(
    title,
    [
      [appealGroups[by], ...series.map((one) => one.name)],
      ...names.map((name, at) => [toCell(name), ...series.map((one) => toCell(one.values[at] ?? null))]),
    ],
    [24, ...series.map(() => 14)],
    [note],
  )
  return { fileName: `${title}_${today(k.clock)}.xlsx`, mime: XLSX, body }
}
