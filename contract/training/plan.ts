/** 培训计划 (inventory E505–E513; domains/training.md): only for staff. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, query, requiredText, sorting, text, wireInt, wireTime } from '../fields.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'
import { planMoves, REASON_MAX, TITLE_MAX } from './states.ts'

const version = wireInt(1, 2_000_000_000)
const read = can('train:read')
const manage = can('train:manage')

export const TrainPlan = z.object({
  id: z.number(),
  planNo: z.string(),
  title: z.string(),
  year: z.number(),
  officeId: z.number().nullable(),
  officeName: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  target: z.string(),
  /** 万元 */
  budget: z.number().nullable(),
  status: z.number(),
  statusName: z.string(),
  shelfFlag: z.number(),
  delayReason: z.string().nullable(),
  /** activities of the plan, and how many of them are over */
  activityNum: z.number(),
  doneNum: z.number(),
  version: z.number(),
  allowed: z.array(z.enum(planMoves)),
})
export type TrainPlan = z.output<typeof TrainPlan>

export const SavePlan = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    title: requiredText(TITLE_MAX, '请输入计划名称'),
    year: wireInt(2000, 2100),
    officeId: id.nullish(),
    startTime: wireTime,
    endTime: wireTime,
    target: text(300).default(''),
    budget: z
      .number({ error: '请输入数字' })
      .min(0, '不能小于 0')
      .max(1_000_000, '不能大于 100 亿元')
      .refine(isToTheYuan, TO_THE_YUAN)
      .nullish(),
  })
  .refine((p) => p.endTime > p.startTime, { error: '结束时间应晚于开始时间', path: ['endTime'] })
export type SavePlan = z.output<typeof SavePlan>

const filters = {
  keyword: keyword.optional(),
  year: wireInt(2000, 2100).optional(),
  status: wireInt(1, 5).optional(),
  officeId: id.optional(),
}
export const PlanExport = z.strictObject(filters)
const one = z.strictObject({ id, version: version.optional() })
const moved = z.object({ id: z.number(), status: z.number(), version: z.number() })

export const plan = {
  list: get('/train/plan/list', {
    access: read,
    query: query({ ...filters, ...sorting(['start', 'budget'], '-start'), ...paging() }),
    returns: page(TrainPlan),
    summary: '培训计划列表',
  }),
  findById: get('/train/plan/findById', { access: read, query: query({ id }), returns: TrainPlan, summary: '培训计划详情' }),
  saveOrUpdate: post('/train/plan/saveOrUpdate', {
    access: manage,
    body: SavePlan,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改培训计划',
  }),
  remove: post('/train/plan/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除培训计划' }),
  release: post('/train/plan/release', { access: manage, as: 'form', body: one, returns: moved, summary: '下达培训计划' }),
  shelf: post('/train/plan/shelf', { access: manage, as: 'form', body: one, returns: moved, summary: '搁置培训计划' }),
  delay: post('/train/plan/delay', {
    access: manage,
    body: z
      .strictObject({
        id,
        version,
        newStartTime: wireTime,
        newEndTime: wireTime,
        reason: requiredText(REASON_MAX, '请填写延期原因'),
      })
      .refine((d) => d.newEndTime > d.newStartTime, { error: '结束时间应晚于开始时间', path: ['newEndTime'] }),
    returns: moved,
    summary: '延期培训计划',
  }),
  options: get('/train/plan/options', {
    access: read,
    query: query({}),
    returns: z.array(z.object({ label: z.string(), id: z.number() })),
    summary: '可以安排活动的培训计划',
  }),
  export: get('/train/plan/export', { access: read, query: PlanExport, blob: true, summary: '导出培训计划' }),
}
