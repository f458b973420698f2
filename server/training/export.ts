import type { z } from 'zod'
import type { ActivityExport } from '../../contract/training/activity.ts'
import type { PlanExport } from '../../contract/training/plan.ts'
import { inWan } from '../../contract/money.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { planStatus } from '../../contract/training/status.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { refused } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { toCell } from '../kernel/sheet/cell.ts'
import { makeSheet } from '../kernel/sheet/write.ts'
import { found, itemOf, managedBy, type ActivityRecord } from './activity-queries.ts'
import { foundPlans } from './plans.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const AT_ONCE = 2000

async function sheet(
  k: Kernel,
  call: Call,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly unknown[])[],
  thing: string,
): Promise<FileAnswer> {
  await k.db.transaction().execute((db) => audit(db, call, { action: `${thing}.export`, objectType: thing, detail: { rows: rows.length } }))
  const body = await makeSheet(
    title,
    [[...heads], ...rows.map((row) => row.map(toCell))],
    heads.map((head) => Math.max(14, head.length * 2)),
  )
  return { fileName: `${title}_${today(k.clock)}.xlsx`, mime: XLSX, body }
}
const tooMany = (n: number) => refused(`符合条件的有 ${n} 条，一次最多导出 ${AT_ONCE} 条，请缩小范围`)

/** What the list shows under the same filter. */
export async function exportActivities(k: Kernel, call: Call, filter: z.output<typeof ActivityExport>): Promise<FileAnswer> {
  const actor = signedIn(call.actor)
  const rows = found(k, managedBy(actor), filter)
  const { n } = await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  if (n > AT_ONCE) throw tooMany(n)
  const all = (await rows
    .selectAll('a')
    .select(['p.title as plan_title', 'c.name as company_name', 'u.name as creator'])
    .orderBy('a.id', 'desc')
    .execute()) as ActivityRecord[]
  const heads = [
    '活动名称',
    '类型',
    '状态',
    '主办单位',
    '报名开始',
    '报名截止',
    '活动开始',
    '活动结束',
    '地点',
    '名额',
    '已报名',
    '候补',
    '签到',
    '评价人数',
    '平均分',
    '培训计划',
    '发布人',
  ]
  return sheet(
    k,
    call,
    '培训活动',
    heads,
    all.map((row) => {
      const a = itemOf(k, row, actor)
      return [
        a.title,
        a.type,
        a.statusName,
        a.host,
        a.enrolStartTime,
        a.enrolEndTime,
        a.startTime,
        a.endTime,
        a.online ? '线上' : a.place,

        a.maxNum,
        a.enrolNum,
        a.waitNum,
        a.standing!.attendNum,
        a.standing!.evaluateNum,
        a.standing!.evaluateAvg,
        a.standing!.planTitle,
        a.standing!.publisher,
      ]
    }),
    'trainActivity',
  )
}

export async function exportPlans(k: Kernel, call: Call, filter: z.output<typeof PlanExport>): Promise<FileAnswer> {
  const rows = foundPlans(k, filter)
  const { n } = await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  if (n > AT_ONCE) throw tooMany(n)
  const all = await rows.selectAll('p').select('o.name as office_name').orderBy('p.start_at', 'desc').execute()
  const now = k.clock.now().getTime()
  return sheet(
    k,
    call,
    '培训计划',
    ['计划编号', '计划名称', '年度', '部门', '状态', '开始时间', '结束时间', '对象', '预算（万元）', '延期原因'],
    all.map((p) => [
      p.plan_no,
      p.title,
      p.year,
      p.office_name,
      trainingStatus.labels[
        planStatus(
          {
            state: p.state,
            start: Date.parse(p.start_at),
            end: Date.parse(p.end_at),
            delayedFrom: p.delayed_from === null ? null : Date.parse(p.delayed_from),
          },
          now,
        )
      ],
      p.start_at,
      p.end_at,
      p.target,
      p.budget === null ? null : inWan(p.budget),
      p.delay_reason,
    ]),
    'trainPlan',
  )
}
