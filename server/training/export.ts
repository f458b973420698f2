import type { z } from 'zod'
import type { ActivityExport } from '../../contract/training/activity.ts'
import type { PlanExport } from '../../contract/training/plan.ts'
import { inWan } from '../../contract/money.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { planStatus } from '../../contract/training/status.ts'
import { signedIn } from '../kernel/actor.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { listSheet, refuseTooMany } from '../kernel/sheet/list-sheet.ts'
import { foundBy, itemOf, type ActivityRecord } from './activity-queries.ts'
import { foundPlans } from './plans.ts'

/** Exports the activities of the list with its filters. */
export async function exportActivities(k: Kernel, call: Call, filter: z.output<typeof ActivityExport>): Promise<FileAnswer> {
  const actor = signedIn(call.actor)
  const rows = foundBy(k, actor, filter)
  const { n } = await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  refuseTooMany(n)
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
  // No cell says what may be done with a row.
  const reader = { ...actor, wrote: new Set<string>() }
  return listSheet(k, call, {
    title: '培训活动',
    heads,
    thing: 'trainActivity',
    rows: all.map((row) => {
      const a = itemOf(k, row, reader)
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
  })
}

export async function exportPlans(k: Kernel, call: Call, filter: z.output<typeof PlanExport>): Promise<FileAnswer> {
  const rows = foundPlans(k, filter)
  const { n } = await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  refuseTooMany(n)
  const all = await rows.selectAll('p').select('o.name as office_name').orderBy('p.start_at', 'desc').execute()
  const now = k.clock.now().getTime()
  return listSheet(k, call, {
    title: '培训计划',
    thing: 'trainPlan',
    heads: ['计划编号', '计划名称', '年度', '部门', '状态', '开始时间', '结束时间', '对象', '预算（万元）', '延期原因'],
    rows: all.map((p) => [
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
  })
}
