/** Issuing units and their figures: how many policies a unit plans to issue in a year, and how many it issued (ambiguities A68). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, keyword, ok, page, paging, requiredText, text, wireInt } from '../fields.ts'
import { messages } from '../messages.ts'

export const UnitNumber = z.object({
  id: z.number(),
  unitName: z.string(),
  unitContact: z.string().nullable(),
  unitPhone: z.string().nullable(),
  year: z.number(),
  planned: z.number(),
  /** published in that year */
  published: z.number(),
  /** of these, open for application today */
  open: z.number(),
  remark: z.string().nullable(),
})
export type UnitNumber = z.output<typeof UnitNumber>
export const SaveUnitNumber = z.strictObject({
  id: id.optional(),
  unitName: requiredText(100, messages.issuingUnitRequired),
  /** trimmed before saving (spec §5) */
  unitContact: text(30).nullish(),
  unitPhone: z
    .string()
    .transform((s) => s.trim())
    .pipe(z.union([z.literal(''), z.string().regex(/^[0-9][0-9 -]{5,19}$/, '请输入正确的电话号码')]))
    .nullish(),
  year: wireInt(2000, 2100),
  planned: wireInt(0, 100_000).default(0),
  remark: text(200).nullish(),
})
export const Series = z.object({ names: z.array(z.string()), series: z.array(z.object({ name: z.string(), data: z.array(z.number()) })) })
export const period = { startTime: isoDate.optional(), endTime: isoDate.optional() }

export const numbers = {
  list: get('/pol/number/list', {
    access: can('policy:read'),
    query: z.strictObject({ unitName: keyword.optional(), year: wireInt(2000, 2100).optional(), ...paging() }),
    returns: page(UnitNumber),
    summary: '发文单位与政策数量',
  }),
  save: post('/pol/number/saveOrUpdate', {
    access: can('policy:edit'),
    body: SaveUnitNumber,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改发文单位',
  }),
  remove: post('/pol/number/delete', {
    access: can('policy:edit'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除发文单位',
  }),
  statistics: get('/pol/number/statistics', {
    access: can('policy:read'),
    query: z.strictObject(period),
    returns: Series,
    summary: '各单位政策数量',
  }),
}
