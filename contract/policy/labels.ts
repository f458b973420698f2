/** Policy labels: a tree of at most three levels; policies have labels, users subscribe to them, and company tags can be linked to them. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, keyword, ok, page, paging, requiredLine, text, wireInt } from '../fields.ts'
import { labelIdList } from './lists.ts'

export const LABEL_DEPTH = 3

export const PolicyLabel = z.object({
  id: z.number(),
  labelName: z.string(),
  parentId: z.number().nullable(),
  enableFlag: z.number(),
  order: z.number(),
  description: z.string().nullable(),
  /** published policies with this label */
  policyNum: z.number(),
  /** company tags linked to it */
  tagIds: z.array(z.number()),
  version: z.number(),
})
export type PolicyLabel = z.output<typeof PolicyLabel>

export const SaveLabel = z.strictObject({
  id: id.optional(),
  /** the version read; a stale one is refused. The call of the specification has none */
  version: wireInt(1, 2_147_483_647).optional(),
  labelName: requiredLine(30, '请输入标签名称'),
  parentId: id.nullish(),
  enableFlag: wireInt(0, 1).default(1),
  order: wireInt(0, 9999).default(0),
  description: text(200).nullish(),
  tagIds: z.array(id).max(50, '最多 50 项').default([]),
})
export const LabelledCompany = z.object({
  id: z.number(),
  companyName: z.string(),
  legalPerson: z.string().nullable(),
  /** masked */
  legalPersonPhone: z.string().nullable(),
})

export const labels = {
  /** enabled ones for everybody, all for staff with policy:read; at most 100 per page without a session */
  list: get('/admin/policy/label/list', {
    access: 'public',
    query: z.strictObject({ labelName: keyword.optional(), enableFlag: wireInt(0, 1).optional(), ...paging(9000, 100) }),
    returns: page(PolicyLabel),
    summary: '政策标签',
  }),
  save: post('/admin/policy/label/save', {
    access: can('policy:label'),
    body: SaveLabel,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改政策标签',
  }),
  remove: post('/admin/policy/label/delete', {
    access: can('policy:label'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除政策标签',
  }),
  toggle: post('/admin/policy/label/editEnableFlag', {
    access: can('policy:label'),
    as: 'form',
    body: z.strictObject({ id, enableFlag: wireInt(0, 1).optional() }),
    returns: z.object({ enableFlag: z.number() }),
    summary: '启用或停用政策标签，不给值则切换',
  }),
  /** company tags that can be linked to a label */
  tags: get('/admin/policy/label/selectPartTagInfo', {
    access: can('policy:read'),
    query: z.strictObject({ tagName: keyword.optional(), ids: labelIdList.optional() }),
    returns: z.array(z.object({ id: z.number(), tagName: z.string() })),
    summary: '可与政策标签对应的企业标签',
  }),
  companies: post('/admin/policy/label/selectCompanyInfoByLabel', {
    access: can('company:read'),
    body: z.strictObject({
      labelIds: labelIdList.refine((l) => l.length > 0, '请选择标签'),
      companyName: keyword.optional(),
      ...paging(9000),
    }),
    returns: page(LabelledCompany),
    summary: '带有这些标签的企业',
  }),
}
