/** Rules for the office in charge of appeals, and answer templates (ADR 0441). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { dictOption, id, keyword, ok, option, page, paging, query, requiredText, text } from '../fields.ts'
import { version } from './parts.ts'
import { APPEAL_CONTENT_MAX, appealSenders, type AppealSender } from './states.ts'

const keysOf = <T extends object>(words: T) => Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
const manage = { access: can('appeal:manage') } as const
const named = { id: z.number(), version: z.number(), typeId: z.number().nullable(), typeName: z.string() }
const routeRow = z.object({
  ...named,
  sender: z.enum(keysOf(appealSenders)).nullable(),
  street: z.string().nullable(),
  streetName: z.string(),
  industry: z.string().nullable(),
  industryName: z.string(),
  size: z.string().nullable(),
  sizeName: z.string(),
  officeId: z.number(),
  officeName: z.string(),
  note: z.string(),
})
const sender = z.enum(keysOf(appealSenders), { error: '只能是企业或个人' })
export const SaveAppealRoute = z
  .strictObject({
    id: id.optional(),
    version,
    /** a type or subtype; without it the rule applies to all */
    typeId: id.optional(),
    sender: sender.optional(),
    street: text(12).optional(),
    industry: text(60).optional(),
    size: text(20).optional(),
    officeId: id,
    note: text(200).default(''),
  })
  .refine((route) => Boolean(route.typeId || route.sender || route.street || route.industry || route.size), {
    error: '请至少选择一项条件',
    path: ['typeId'],
  })

const templateRow = z.object({ ...named, title: z.string(), content: z.string() })
export const SaveAppealTemplate = z.strictObject({
  id: id.optional(),
  version,
  typeId: id.optional(),
  title: requiredText(40, '请输入模板名称'),
  content: requiredText(APPEAL_CONTENT_MAX, '请输入模板内容'),
})

export const appealRoute = {
  list: get('/appeal/route/list', {
    ...manage,
    query: query({ keyword: keyword.optional(), typeId: id.optional(), ...paging() }),
    returns: page(routeRow),
    summary: '诉求分办规则列表',
  }),
  saveOrUpdate: post('/appeal/route/saveOrUpdate', {
    ...manage,
    body: SaveAppealRoute,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改分办规则',
  }),
  remove: post('/appeal/route/delete', {
    ...manage,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除分办规则',
  }),
  options: get('/appeal/route/options', {
    ...manage,
    returns: z.object({ industry: z.array(dictOption), size: z.array(option), street: z.array(dictOption) }),
    summary: '分办规则的选项',
  }),
}

export const appealTemplate = {
  list: get('/appeal/template/list', {
    ...manage,
    query: query({ keyword: keyword.optional(), ...paging() }),
    returns: page(templateRow),
    summary: '诉求答复模板列表',
  }),
  saveOrUpdate: post('/appeal/template/saveOrUpdate', {
    ...manage,
    body: SaveAppealTemplate,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改答复模板',
  }),
  remove: post('/appeal/template/delete', {
    ...manage,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除答复模板',
  }),
  /** templates of the type first, then those for every type */
  options: get('/appeal/template/options', {
    access: can('appeal:read'),
    query: query({ typeId: id.optional() }),
    returns: z.array(z.object({ id: z.number(), title: z.string(), content: z.string() })),
    summary: '可用的答复模板',
  }),
}
export type AppealRouteRow = z.output<typeof routeRow>
export type { AppealSender }
