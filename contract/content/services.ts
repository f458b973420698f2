/** 法律服务、质量服务 (ours, ADR 0513): services with audience, cost, procedure and place. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, ok, page, paging, phone, query, requiredText, text, wireInt } from '../fields.ts'
import { orderEnds } from '../order-ends.ts'
import { serviceKinds } from './service-words.ts'
import { address, files, moved, one, place, scope, storedFile, version } from './parts.ts'
import { shelfMoves } from './states.ts'

const kind = z.enum(Object.keys(serviceKinds) as [keyof typeof serviceKinds], { error: '请选择服务类别' })
export const ServiceItem = z.object({
  id: z.number(),
  kind,
  category: z.string(),
  title: z.string(),
  summary: z.string(),
  provider: z.string(),
  forWhom: z.string(),
  cost: z.string(),
  process: z.string(),
  phone: z.string(),
  /** published only with the consent of the person */
  contact: z.string(),
  contactPhone: z.string(),
  url: z.string().nullable(),
  attachments: z.array(storedFile),
  standing: z
    .object({
      state: z.number(),
      stateName: z.string(),
      version: z.number(),
      consent: z.boolean(),
      allowed: z.array(z.enum(shelfMoves)),
      /** in lists */
      ends: orderEnds.optional(),
    })
    .nullable(),
})
export type ServiceItem = z.output<typeof ServiceItem>

export const SaveService = z
  .strictObject({
    id: id.optional(),
    version,
    kind,
    category: requiredText(20, '请输入类别'),
    title: requiredText(60, '请输入名称'),
    summary: text(300).default(''),
    provider: text(60).default(''),
    forWhom: text(300).default(''),
    cost: text(100).default(''),
    process: text(1000).default(''),
    phone: text(30)
      .refine((s) => s === '' || /^[\d\-()（）转 ]{5,30}$/.test(s), '电话格式不正确')
      .default(''),
    contact: text(30).default(''),
    contactPhone: z.union([z.literal(''), phone]).default(''),
    consent: z.boolean().default(false),
    url: z.union([z.literal('').transform(() => null), address]).nullish(),
    attachments: files(10),
  })
  .superRefine((s, ctx) => {
    if ((s.contact || s.contactPhone) && !s.consent)
      ctx.addIssue({ code: 'custom', path: ['consent'], message: '公开联系人的姓名和电话须经本人同意' })
  })
export type SaveService = z.output<typeof SaveService>

const manage = can('service:manage')
export const service = {
  list: get('/cms/service/list', {
    access: 'public',
    query: query({
      kind: kind.optional(),
      category: text(20).optional(),
      keyword: text(64).optional(),
      state: wireInt(0, 2).optional(),
      scope,
      ...paging(),
    }),
    returns: page(ServiceItem),
    summary: '法律服务、质量服务列表；scope=manage 为管理列表',
  }),
  save: post('/cms/service/save', {
    access: manage,
    body: SaveService,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改服务',
  }),
  publish: post('/cms/service/publish', { access: manage, as: 'form', body: one, returns: moved, summary: '发布服务' }),
  offPublish: post('/cms/service/offPublish', { access: manage, as: 'form', body: one, returns: moved, summary: '下架服务' }),
  remove: post('/cms/service/delete', { access: manage, as: 'form', body: one, returns: ok, summary: '删除服务' }),
  move: post('/cms/service/move', { access: manage, body: place, returns: ok, summary: '调整服务顺序' }),
}
