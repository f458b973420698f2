/** 企业码: a QR code of a company and the data that it shows (spec §7 /company-code; ambiguities A75). */
import { z } from 'zod'
import { can, get, post } from './endpoint.ts'
import { id, idList, isoDate, keyword, ok, page, paging, query } from './fields.ts'

export const codeLevels = { green: '绿', yellow: '黄', red: '红' } as const
export type CodeLevel = keyof typeof codeLevels
export const codeLevelNotes = {
  green: '未发现经营异常、失信和欠薪记录',
  yellow: '有经营异常、欠薪、科研失信或重大事故记录',
  red: '列入严重违法失信名单',
} as const
const level = z.enum(['green', 'yellow', 'red'])

const row = z.object({
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  code: z.string(),
  /** null: no consent of the company, or nothing is known */
  level: level.nullable(),
  enabled: z.boolean(),
  issueTime: z.string(),
  updateTime: z.string(),
})
export type CompanyCodeRow = z.output<typeof row>
/** page of the QR code on this site */
export const codePage = '/page/companyCode'

export const companyCode = {
  list: get('/company-code/list', {
    access: can('companyCode:read'),
    query: query({ ...paging(), keyword: keyword.optional(), level: level.optional() }),
    returns: page(row),
    summary: '企业码台账',
  }),
  /** enterprises: their own (null without one); staff with companyCode:read: that of `companyId` */
  findById: get('/company-code/findById', {
    access: 'token',
    query: query({ companyId: id.optional() }),
    returns: row.extend({ codeContent: z.string() }).nullable(),
    summary: '企业码（含二维码内容）',
  }),
  saveOrUpdate: post('/company-code/saveOrUpdate', {
    access: can('companyCode:manage'),
    body: z.strictObject({ companyIds: idList, enabled: z.boolean().default(true) }),
    returns: z.object({ issued: z.number(), changed: z.number() }),
    summary: '发放企业码（单个或批量），或停用、恢复',
  }),
  /** Creates a new code; the old one becomes invalid. An enterprise refreshes its own, or creates one when it has none. */
  refresh: post('/company-code/refresh', {
    access: 'token',
    body: z.strictObject({ companyId: id.optional() }),
    returns: ok,
    summary: '更新企业码',
  }),
  statistics: get('/company-code/statistics', {
    access: can('companyCode:read'),
    query: query({ startTime: isoDate.optional(), endTime: isoDate.optional() }),
    returns: z.object({
      names: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
      issued: z.number(),
      companies: z.number(),
    }),
    summary: '企业码统计',
  }),
  /** what everybody may know of the holder of the code: name and credit code; nothing of the archive, no colour */
  verify: get('/company-code/verify', {
    access: 'public',
    perMinute: 60,
    query: query({ c: z.string().max(64) }),
    returns: z.object({
      valid: z.boolean(),
      companyName: z.string().nullable(),
      code: z.string().nullable(),
      issueDate: z.string().nullable(),
      refreshDate: z.string().nullable(),
    }),
    summary: '企业码核验',
  }),
}
