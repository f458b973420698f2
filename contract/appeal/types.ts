/** Types of appeals and their limits in working days (inventory E427–E432, E443–E447). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, keyword, ok, page, paging, query, requiredLine, text, wireInt } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { series, version } from './parts.ts'

const small = z.object({ id: z.number(), name: z.string(), code: z.string() })
const typeRow = z.object({
  id: z.number(),
  version: z.number(),
  parentId: z.number().nullable(),
  parentName: z.string().nullable(),
  name: z.string(),
  code: z.string(),
  officeId: z.number().nullable(),
  officeName: z.string().nullable(),
  enabled: z.boolean(),
  /** number of appeals of this type */
  count: z.number(),
  ends: orderEnds,
})
export const SaveAppealType = z.strictObject({
  id: id.optional(),
  version,
  parentId: id.optional(),
  name: requiredLine(40, '请输入类型名称'),
  code: text(20).refine((code) => /^\w{2,20}$/.test(code), '编码由 2 至 20 个字母、数字或下划线组成'),
  officeId: id.optional(),
  enabled: z.boolean().default(true),
})

export const appealType = {
  tree: get('/appeal/type/tree', {
    access: 'public',
    returns: z.array(small.extend({ children: z.array(small) })),
    summary: '诉求类型：大类与小类',
  }),
  list: get('/appeal/type/list', {
    access: can('appeal:manage'),
    query: query({ keyword: keyword.optional(), parentId: id.optional(), ...paging() }),
    returns: page(typeRow),
    summary: '诉求类型列表',
  }),
  saveOrUpdate: post('/appeal/type/saveOrUpdate', {
    access: can('appeal:manage'),
    body: SaveAppealType,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改诉求类型',
  }),
  remove: post('/appeal/type/delete', {
    access: can('appeal:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除诉求类型',
  }),
  move: post('/appeal/type/move', {
    access: can('appeal:manage'),
    body: z.strictObject({ id, direction: z.enum(['up', 'down'], { error: '只能上移或下移' }) }),
    returns: ok,
    summary: '调整诉求类型的顺序',
  }),
  options: get('/appeal/type/options', {
    access: 'public',
    query: query({ type: z.enum(['big', 'small'], { error: '只能是 big 或 small' }).default('small') }),
    returns: z.array(z.object({ id: z.number(), label: z.string() })),
    summary: '诉求类型选项',
  }),
}

const limitRow = z.object({
  id: z.number(),
  version: z.number(),
  typeId: z.number(),
  typeName: z.string(),
  workDays: z.number(),
  warnDays: z.number(),
})
export const SaveAppealLimit = z
  .strictObject({
    id: id.optional(),
    version,
    typeId: id,
    workDays: wireInt(1, 90),
    warnDays: wireInt(0, 30),
  })
  .refine((limit) => limit.warnDays < limit.workDays, { error: '预警天数应少于办理天数', path: ['warnDays'] })

export const appealLimit = {
  list: get('/appeal/dealDuration/list', {
    access: can('appeal:manage'),
    query: query({ keyword: keyword.optional(), ...paging() }),
    returns: page(limitRow),
    summary: '诉求办理时限列表',
  }),
  findById: get('/appeal/dealDuration/findById', {
    access: can('appeal:manage'),
    query: query({ id }),
    returns: limitRow,
    summary: '一条办理时限',
  }),
  saveOrUpdate: post('/appeal/dealDuration/saveOrUpdate', {
    access: can('appeal:manage'),
    body: SaveAppealLimit,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改办理时限（只影响以后提交的）',
  }),
  remove: post('/appeal/dealDuration/delete', {
    access: can('appeal:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除办理时限',
  }),
  statistics: get('/appeal/dealDuration/statistics', {
    access: can('appeal:read'),
    query: query({ startTime: isoDate.optional(), endTime: isoDate.optional() }),
    returns: series,
    summary: '各大类的平均办理工作日与时限',
  }),
}
