/** 数据规则 (spec §7 /sys/dataRule): which rows of a resource a role opens. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, ok, page, paging, query, wireInt } from '../fields.ts'
import { rowResourceKeys, rowScopes, type RowResourceKey, type RowScope } from '../row-rules.ts'

const resource = z.enum(rowResourceKeys as [RowResourceKey, ...RowResourceKey[]], { error: '没有这类数据' })
const scope = z.enum(Object.keys(rowScopes) as [RowScope, ...RowScope[]], { error: '请选择数据范围' })
const bound = z.number({ error: '请输入金额' }).min(0, '金额不能小于 0').max(100_000_000, '金额过大').nullable()
const field = z.string().max(40)
const line = z.union([
  z.strictObject({
    field,
    op: z.enum(['in', 'notIn']),
    values: z.array(z.string().max(64)).min(1, '请选择至少一项').max(100, '最多 100 项'),
  }),
  z.strictObject({ field, op: z.literal('between'), from: bound, to: bound }),
])

const ruleRow = z.object({
  id: z.number(),
  roleId: z.number(),
  roleName: z.string(),
  resource,
  resourceName: z.string(),
  scope,
  officeIds: z.array(z.number()),
  lines: z.array(line),
  /** 「本部门及下级 并且（镇街 是 城东 或 城西）」 */
  words: z.string(),
  /** the role has no permission for this resource, so the rule opens nothing */
  idle: z.boolean(),
  version: z.number(),
})
export type DataRuleRow = z.output<typeof ruleRow>

/** The rows that a rule opens. */
export const ruleBody = {
  scope,
  officeIds: z.array(id).max(100, '最多 100 个部门').default([]),
  lines: z.array(line).max(10, '最多 10 条').default([]),
}
const rule = { roleId: id, resource, ...ruleBody }
export const SaveDataRule = z.strictObject({ id: id.optional(), version: wireInt(1, 1_000_000_000).optional(), ...rule })

const ruleResource = z.object({
  key: resource,
  title: z.string(),
  /** names of the permissions of which a role needs one */
  needs: z.array(z.string()),
  codes: z.array(z.string()),
  scopes: z.array(z.object({ value: scope, label: z.string(), note: z.string() })),
  fields: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      kind: z.enum(['choice', 'amount']),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
})
export type RuleResource = z.output<typeof ruleResource>

const rulePreview = z.object({
  /** enabled accounts with the role */
  holders: z.number(),
  gain: z.number(),
  lose: z.number(),
  /** numbers of rows that the first holders see before and after */
  people: z.array(z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable(), before: z.number(), after: z.number() })),
})
export type RulePreview = z.output<typeof rulePreview>

const who = can('role:manage')
export const dataRules = {
  list: get('/sys/dataRule/list', {
    access: who,
    query: query({ roleId: id.optional(), resource: resource.optional(), ...paging() }),
    returns: page(ruleRow),
    summary: '数据规则列表',
  }),
  findById: get('/sys/dataRule/findById', { access: who, query: query({ id }), returns: ruleRow, summary: '数据规则详情' }),
  save: post('/sys/dataRule/saveOrUpdate', {
    access: who,
    body: SaveDataRule,
    returns: z.object({ id: z.number(), holders: z.number() }),
    summary: '新增或修改数据规则；持有人下一次调用即按新规则',
  }),
  remove: post('/sys/dataRule/delete', {
    access: who,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除数据规则；没有规则的角色看不到该类数据',
  }),
  options: get('/sys/dataRule/options', {
    access: who,
    query: query({ roleId: id.optional() }),
    returns: z.array(z.object({ id: z.number(), label: z.string() })),
    summary: '数据规则选项',
  }),
  resources: get('/sys/dataRule/resources', {
    access: who,
    query: query({}),
    returns: z.array(ruleResource),
    summary: '可以设规则的数据，及其范围、字段和取值',
  }),
  /** `scope: null`: as if the rule were deleted */
  preview: post('/sys/dataRule/preview', {
    access: who,
    body: z.strictObject({ ...rule, scope: scope.nullable() }),
    returns: rulePreview,
    summary: '预览规则的影响：谁多看到、谁少看到、各有几条',
  }),
}
