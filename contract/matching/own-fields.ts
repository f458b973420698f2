/** Fields of companies that editors define, besides those of the catalogue. */
import { z } from 'zod'
import { departmentSources, factSources } from '../company.ts'
import { can, get, post } from '../endpoint.ts'
import {
  fieldOrigins,
  ownFieldTypes,
  ownFieldUnits,
  seenBy,
  type FieldOrigin,
  type OwnFieldDefinition,
  type OwnFieldType,
} from './own-field-codes.ts'
import { id, isoDate, keyword, ok, option, page, paging, query, requiredText, text, wireInt } from '../fields.ts'

const optionLabels = z
  .array(requiredText(60, '请输入选项'))
  .max(30, '最多 30 个选项')
  .refine((list) => new Set(list).size === list.length, '有重复的选项')

const dated = z
  .array(
    z.strictObject({
      from: z.string({ error: '请填写起始日期' }).min(1, '请填写起始日期').pipe(isoDate),
      value: z.number({ error: '请填写数值' }).min(-1e9, '数值过小').max(1e9, '数值过大'),
    }),
  )
  .max(300, '最多 300 期')
const points = z.number({ error: '请填写得分' }).min(-1000, '得分过低').max(1000, '得分过高')
const score = z
  .array(
    z.strictObject({
      field: requiredText(500, '请选择企业信息'),
      steps: z
        .array(z.strictObject({ at: z.union([z.boolean(), z.number(), z.string().max(100)], { error: '请填写得分的标准' }), points }))
        .min(1, '每项至少一档')
        .max(30, '每项最多 30 档'),
    }),
  )
  .max(40, '最多 40 项')

export const SaveOwnField = z.strictObject({
  id: id.optional(),
  version: wireInt(1, 2_147_483_647).optional(),
  label: requiredText(40, '请输入名称'),
  type: z.enum(Object.keys(ownFieldTypes) as OwnFieldType[], { error: '请选择类型' }),
  unit: z.enum(ownFieldUnits, { error: '请选择单位' }).optional(),
  options: optionLabels.default([]),
  question: text(200).default(''),
  group: requiredText(20, '请选择类别'),
  note: text(200).default(''),
  formula: text(500).default(''),
  source: z.enum(departmentSources, { error: '请选择部门' }).optional(),
  seenBy: z.enum(Object.keys(seenBy) as (keyof typeof seenBy)[], { error: '请选择谁填写' }).default('all'),
  /** the chosen origin, so that an empty table is refused instead of being saved as a field that is asked */
  origin: z.enum(Object.keys(fieldOrigins) as FieldOrigin[]).optional(),
  dated: dated.default([]),
  score: score.default([]),
})

const definition: z.ZodType<OwnFieldDefinition, OwnFieldDefinition> = z.object({
  label: z.string(),
  type: z.enum(Object.keys(ownFieldTypes) as OwnFieldType[]),
  unit: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  question: z.string(),
  group: z.string(),
  note: z.string(),
  formula: z.string().nullable(),
  source: z.enum(factSources).nullable(),
  seenBy: z.enum(Object.keys(seenBy) as (keyof typeof seenBy)[]),
  dated: z.array(z.object({ from: z.string(), value: z.number() })).nullish(),
  score: z
    .array(
      z.object({
        field: z.string(),
        steps: z.array(z.object({ at: z.union([z.string(), z.number(), z.boolean()]), points: z.number() })),
      }),
    )
    .nullish(),
})
export const OwnField = z.object({
  id: z.number(),
  key: z.string(),
  label: z.string(),
  inUse: z.boolean(),
  /** the definition in use; null until the first approval */
  current: definition.nullable(),
  /** the definition that waits for a second person */
  waiting: definition.nullable(),
  waitingByName: z.string().nullable(),
  opinion: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
  /** `review`: it waits for a decision that this reader may make, which is not one on their own work */
  allowed: z.array(z.string()),
})
export type OwnField = z.output<typeof OwnField>
export const OwnFieldUses = z.object({
  policies: z.array(z.string()),
  tags: z.array(z.string()),
  fields: z.array(z.string()),
  companies: z.number(),
})

const moved = z.strictObject({ id, version: wireInt(1, 2_147_483_647) })
export const ownFields = {
  list: get('/admin/ownField/list', {
    access: can('policy:read'),
    query: query({ label: keyword.optional(), ...paging() }),
    returns: page(OwnField),
  }),
  /** groups of the archive that a field can be in */
  groups: get('/admin/ownField/groups', { access: can('policy:read'), query: query({}), returns: z.array(option) }),
  save: post('/admin/ownField/save', {
    access: can('policy:edit'),
    body: SaveOwnField,
    returns: z.object({ id: z.number(), version: z.number(), waits: z.boolean() }),
    summary: '新增或修改自定义企业信息',
  }),
  review: post('/admin/ownField/review', {
    access: can('policy:review'),
    body: moved.extend({ pass: z.boolean(), opinion: text(500).default('') }),
    returns: ok,
    summary: '审核自定义企业信息',
  }),
  use: post('/admin/ownField/use', {
    access: can('policy:edit'),
    body: moved.extend({ inUse: z.boolean() }),
    returns: ok,
    summary: '停用或恢复自定义企业信息',
  }),
  usedBy: get('/admin/ownField/usedBy', { access: can('policy:read'), query: query({ id }), returns: OwnFieldUses }),
  versions: get('/admin/ownField/versions', {
    access: can('policy:read'),
    query: query({ id }),
    returns: z.array(
      z.object({ no: z.number(), definition, madeByName: z.string().nullable(), passedByName: z.string().nullable(), at: z.string() }),
    ),
  }),
}
