import { sql, type RawBuilder } from 'kysely'
import type { CallChart } from '../../contract/callcentre/calls.ts'
import { ANSWER_IN_SECONDS, callCodes, callDirections, type CallGroup } from '../../contract/callcentre/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { addDays, daysBetween, today } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayAfter, dayStart } from '../kernel/lists/day-range.ts'
import { monthsBefore, monthsBetween } from '../kernel/lists/months.ts'
import { daysOf, type Period } from '../kernel/lists/period.ts'
import { keptAnswer } from './kept.ts'
import { foundPlain } from './queries.ts'

const MOST_POINTS = 400
/** Calls are first counted by a short column, and only these counts by the key: text made for every call would take most of the time. */
interface Group {
  column: RawBuilder<unknown>
  /** of the column `w.of_call` */
  key: RawBuilder<string | number | null>
  /** of the key `g.key` */
  name: RawBuilder<string>
  /** the list filter for the key */
  filter?: string
}
const day = sql`(r.start_time at time zone 'Asia/Shanghai')::date`
const groups: Readonly<Record<CallGroup, Group>> = {
  agent: {
    column: sql`r.agent_id`,
    key: sql`w.of_call`,
    name: sql`coalesce((select u.name from sys_user u where u.id = g.key), '未分配坐席')`,
    filter: 'agentId',
  },
  day: { column: day, key: sql`to_char(w.of_call, 'YYYY-MM-DD')`, name: sql`g.key` },
  month: { column: day, key: sql`to_char(w.of_call, 'YYYY-MM')`, name: sql`g.key` },
  street: {
    column: sql`r.company_id`,
    key: sql`(select coalesce(c.street_id, '-') from company c where c.id = w.of_call)`,
    name: sql`case when g.key is null then '未关联企业'
      else coalesce((select d.label from dict_value d where d.dict_type = 'region' and d.value = g.key), '未填写镇街') end`,
    filter: 'streetId',
  },
  type: {
    column: sql`r.type_id`,
    key: sql`(select coalesce(t.parent_id, t.id) from appeal_type t where t.id = w.of_call)`,
    name: sql`coalesce((select t.name from appeal_type t where t.id = g.key), '未选类型')`,
    filter: 'typeId',
  },
}

interface Counted {
  key: string | number | null
  name: string
  callIn: number
  callOut: number
  report: number
}
const none = { callIn: 0, callOut: 0, report: 0 }
const IN = sql<boolean>`r.direction = 'in'`
const num = (value: number) => Number(value)

/** The keys of spec §3 L71 and of E402. Each list has one value per name, and 上报 plus 未上报 equals 呼入 plus 呼出. */
function chartOf(rows: readonly (Counted & { to: string | null })[]): CallChart {
  const list = <T>(pick: (row: Counted & { to: string | null }) => T) => rows.map(pick)
  const nameList = list((row) => row.name)
  const callIn = list((row) => row.callIn)
  const callOut = list((row) => row.callOut)
  const report = list((row) => row.report)
  const notReport = list((row) => row.callIn + row.callOut - row.report)
  const { in: inName, out: outName } = callDirections
  return {
    nameList,
    callIn,
    callOut,
    report,
    notReport,
    inName,
    outName,
    names: nameList,
    series: [
      { name: inName, values: callIn },
      { name: outName, values: callOut },
      { name: '上报', values: report },
      { name: '未上报', values: notReport },
    ],
    to: list((row) => row.to),
  }
}
const records = (from: string, to: string, more = '') => `/work/cal?tab=records&startTime=${from}&endTime=${to}${more}`

const counted = (k: Kernel, actor: Actor, from: string, to: string, by: CallGroup): Promise<Counted[]> =>
  keptAnswer(k, actor, ['counted', from, to, by], () => count(k, actor, from, to, groups[by]))

async function count(k: Kernel, actor: Actor, from: string, to: string, { column, key, name }: Group): Promise<Counted[]> {
  const whole = foundPlain(k, k.db, actor, { startTime: from, endTime: to })
    .select([
      column.as('of_call'),
      sql<number>`count(*) filter (where ${IN})`.as('callIn'),
      sql<number>`count(*) filter (where not ${IN})`.as('callOut'),
      sql<number>`count(*) filter (where r.report_flag)`.as('report'),
    ])
    .groupBy(sql`1`)
  const sum = (of: 'callIn' | 'callOut' | 'report') => sql<number>`sum(${sql.ref(`w.${of}`)})::int`.as(of)
  const grouped = k.db
    .selectFrom(whole.as('w'))
    .select([key.as('key'), sum('callIn'), sum('callOut'), sum('report')])
    .groupBy(sql`1`)
  return k.db.selectFrom(grouped.as('g')).selectAll('g').select(name.as('name')).execute()
}

export async function callFigures(k: Kernel, actor: Actor, { by, ...period }: Period & { by: CallGroup }): Promise<CallChart> {
  if (by === 'day' || by === 'month') return callTrend(k, actor, { ...period, unit: by })
  const { from, to } = daysOf(k, period)
  const { filter } = groups[by]
  const rows = (await counted(k, actor, from, to, by)).toSorted(
    (a, b) => b.callIn + b.callOut - a.callIn - a.callOut || a.name.localeCompare(b.name, 'zh'),
  )
  return chartOf(
    rows.map((row) => ({ ...row, to: row.key === null || row.key === '-' ? null : records(from, to, `&${filter}=${row.key}`) })),
  )
}

/** Every month or day of the period, including those without calls. */
export async function callTrend(k: Kernel, actor: Actor, { unit, ...period }: Period & { unit: 'month' | 'day' }): Promise<CallChart> {
  const asked = daysOf(k, period)
  const from = unit === 'day' && !period.startTime ? addDays(asked.to, -29) : asked.from
  if (unit === 'day' && daysBetween(from, asked.to) >= MOST_POINTS) throw invalidField('startTime', `按日最多统计 ${MOST_POINTS} 天`)
  const rows = new Map((await counted(k, actor, from, asked.to, unit)).map((row) => [row.name, row]))
  const names =
    unit === 'month' ? monthsBetween(from, asked.to) : Array.from({ length: daysBetween(from, asked.to) + 1 }, (_, n) => addDays(from, n))
  return chartOf(
    names.map((name) => ({
      key: name,
      name,
      ...(rows.get(name) ?? none),
      to: unit === 'day' ? records(name, name) : records(`${name}-01`, addDays(monthsBefore(`${name}-01`, -1), -1)),
    })),
  )
}

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)
const { missed, calledBack, ringing } = callCodes.code

/** 接通率 and the other key figures; with `mine` only the agent's own calls of today, for the desk. */
export async function callOverview(k: Kernel, actor: Actor, { mine, ...period }: Period & { mine: number }) {
  const day = today(k.clock)
  const { from, to } = mine === 1 ? { from: day, to: day } : daysOf(k, period)
  return keptAnswer(k, actor, ['overview', from, to, mine === 1 ? actor.userId : null], () => overview(k, actor, from, to, mine))
}

async function overview(k: Kernel, actor: Actor, from: string, to: string, mine: number) {
  const base = foundPlain(k, k.db, actor, { startTime: from, endTime: to, ...(mine === 1 ? { agentId: actor.userId } : {}) })
  const told = sql`${IN} and r.call_key is not null and r.state <> ${ringing}`
  const row = await base
    .select([
      sql<number>`count(*) filter (where ${IN})`.as('callIn'),
      sql<number>`count(*) filter (where not ${IN})`.as('callOut'),
      sql<number>`count(*) filter (where r.report_flag)`.as('report'),
      sql<number>`count(*) filter (where ${IN} and r.state in (${missed}, ${calledBack}))`.as('missed'),
      sql<number>`count(*) filter (where ${told})`.as('told'),
      sql<number>`count(*) filter (where ${told} and r.answer_time is not null)`.as('answered'),
      sql<number>`count(*) filter (where ${told} and r.answer_time - r.start_time <= ${ANSWER_IN_SECONDS} * interval '1 second')`.as(
        'quick',
      ),
      sql<number | null>`round(extract(epoch from avg(r.end_time - r.answer_time)))::int`.as('seconds'),
    ])
    .executeTakeFirstOrThrow()
  const now = k.clock.now().toISOString()
  const promised = await k.db
    .selectFrom('call_callback')
    .where('due_at', '>=', dayStart(from))
    .where('due_at', '<', dayAfter(to))
    .where((e) => e.or([e('done_at', 'is not', null), e('due_at', '<', now)]))
    .$if(mine === 1, (q) => q.where('taken_by', '=', actor.userId))
    .select((e) => [e.fn.countAll<number>().as('all'), sql<number>`count(*) filter (where done_at <= due_at)`.as('kept')])
    .executeTakeFirstOrThrow()
  return {
    items: [
      { label: callDirections.in, value: num(row.callIn), unit: '次', note: '含未接' },
      { label: callDirections.out, value: num(row.callOut), unit: '次', note: '' },
      { label: '上报', value: num(row.report), unit: '次', note: '转为诉求或转给部门的通话' },
      { label: '未接', value: num(row.missed), unit: '次', note: '没有接通的呼入，含已回拨' },
      { label: '接通率', value: percent(num(row.answered), num(row.told)), unit: '%', note: '接通的占电话系统送来的呼入' },
      {
        label: `${ANSWER_IN_SECONDS} 秒接听率`,
        value: percent(num(row.quick), num(row.answered)),
        unit: '%',
        note: `振铃 ${ANSWER_IN_SECONDS} 秒内接听的占接通的呼入`,
      },
      { label: '平均通话', value: row.seconds === null ? null : num(row.seconds), unit: '秒', note: '从接通到挂断' },
      {
        label: '回拨及时率',
        value: percent(num(promised.kept), num(promised.all)),
        unit: '%',
        note: '承诺时间内回拨的占应回拨的（按承诺时间统计）',
      },
    ],
  }
}
