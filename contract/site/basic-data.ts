/**
 * 首页基础数据, 亲清新商数据, 浙里办应用信息 (spec §2; §7 /sys/basicDataConfig): figures entered by hand, with source and date, or
 * bound to a figure that a domain counts (ADR 1005).
 */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, isoDate, ok, page, paging, query, line, requiredText, text, wireInt } from '../fields.ts'
import { history, historyQuery, undoBody } from '../way-back.ts'
import { oneOfSite, siteSaved, siteVersion } from './parts.ts'

/** The block is the prefix of the code. */
export const dataBlocks = { home: '首页基础数据', qqxs: '亲清新商数据', zlb: '浙里办应用信息' } as const
export type DataBlock = keyof typeof dataBlocks
const block = z.enum(['home', 'qqxs', 'zlb'], { error: '请选择数据类别' })

const row = z.object({
  id: z.number(),
  version: z.number(),
  block,
  code: z.string(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  source: z.string(),
  /** the date of the value */
  asOf: z.string().nullable(),
  order: z.number(),
  enableFlag: z.number(),
  /** the registered figure to which it is bound; null: typed by hand */
  figure: z.string().nullable(),
  /** what that figure is called; empty: typed by hand, or counted no more */
  figureLabel: z.string(),
  /** name as typed; a bound figure without it has that of its registration, from which its unit always is */
  ownName: z.string(),
  ownUnit: z.string(),
  /** why a bound figure has no value; empty: it has one */
  fault: z.string(),
})
export type BasicDataRow = z.output<typeof row>

export const SaveBasicData = z.strictObject({
  id: id.optional(),
  version: siteVersion.optional(),
  block,
  code: requiredText(40, '请输入代码').pipe(z.string().regex(/^[A-Za-z]\w{0,39}$/, '代码以字母开头，只含字母、数字、下划线')),
  /** null: typed by hand; name and value are then required */
  figure: z.string().min(1, '请选择统计的数字').max(64).nullish(),
  name: line(30).default(''),
  value: text(200).default(''),
  unit: text(10).default(''),
  source: text(60).default(''),
  asOf: isoDate.nullish(),
  order: wireInt(0, 999).default(0),
  enableFlag: wireInt(0, 1).default(1),
})

export const basicData = {
  /** Enabled entries for everybody; all for users who manage them. */
  list: get('/sys/basicDataConfig/list', {
    access: 'public',
    query: query({ block: block.optional(), ...paging(100, 50) }),
    returns: page(row),
    summary: '首页与应用的基础数据',
  }),
  findById: get('/sys/basicDataConfig/findById', {
    access: can('site:manage'),
    query: query({ id }),
    returns: row,
    summary: '一项基础数据',
  }),
  figures: get('/sys/basicDataConfig/figures', {
    access: can('site:manage'),
    query: query({}),
    returns: z.array(z.object({ code: z.string(), label: z.string(), unit: z.string() })),
    summary: '平台统计的、首页可以取用的数字',
  }),
  save: post('/sys/basicDataConfig/saveOrUpdate', {
    access: can('site:manage'),
    body: SaveBasicData,
    returns: siteSaved,
    summary: '新增或修改基础数据',
  }),
  remove: post('/sys/basicDataConfig/delete', {
    access: can('site:manage'),
    as: 'form',
    body: oneOfSite,
    returns: ok,
    summary: '删除基础数据',
  }),
  history: get('/sys/basicDataConfig/history', {
    access: can('site:manage'),
    query: historyQuery,
    returns: history,
    summary: '基础数据的修改记录',
  }),
  undo: post('/sys/basicDataConfig/undo', {
    access: can('site:manage'),
    body: undoBody,
    returns: ok,
    summary: '撤销一项数据最近的修改、新增或删除',
  }),
}
