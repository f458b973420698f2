/**
 * 定时修改 (domains/system.md E4, ADR 1004): a change of the site that is saved now and acts at its time. What is sent is what the save at
 * once takes, with the time.
 */
import { z } from 'zod'
import { dictTypes, dictValues, SaveDictType, SaveDictValue } from '../dictionary.ts'
import { get, post } from '../endpoint.ts'
import { id, ok, page, paging, query, wireTime } from '../fields.ts'
import { basicData, SaveBasicData } from '../site/basic-data.ts'
import { linkDesk, SaveLink } from '../site/links.ts'
import { oneOfSite, siteVersion } from '../site/parts.ts'

/** When a save acts: absent, at once. A form that chose 定时 without a time sends an empty text. */
export const effectiveTime = z
  .string({ error: '请选择生效时间' })
  .refine((s) => s !== '', '请选择生效时间')
  .pipe(wireTime)

const row = z.object({
  id: z.number(),
  version: z.number(),
  state: z.number(),
  /** null: it adds a record */
  rowId: z.number().nullable(),
  /** the dictionary of a value, the block of a figure; empty: none */
  scope: z.string(),
  name: z.string(),
  what: z.enum(['新增', '修改', '删除']),
  effectiveTime: z.string(),
  by: z.string(),
  createTime: z.string(),
  endTime: z.string().nullable(),
  /** why it was not applied */
  reason: z.string(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
})
export type LaterRow = z.output<typeof row>

const asked = query({ scope: z.string().max(64).optional(), ...paging(100, 50) })
const planned = z.object({ id: z.number() })
const timed = { effectiveTime }
const cancelled = z.strictObject({ id, version: siteVersion })

const link = linkDesk.save.access
export const laterLinks = {
  list: get('/sys/later/link/list', { access: link, query: asked, returns: page(row), summary: '菜单与链接的定时修改' }),
  save: post('/sys/later/link/save', {
    access: link,
    body: SaveLink.extend(timed),
    returns: planned,
    summary: '定时新增或修改菜单与链接',
  }),
  remove: post('/sys/later/link/delete', {
    access: link,
    as: 'form',
    body: oneOfSite.extend(timed),
    returns: planned,
    summary: '定时删除菜单或链接',
  }),
  cancel: post('/sys/later/link/cancel', { access: link, as: 'form', body: cancelled, returns: ok, summary: '取消菜单与链接的定时修改' }),
}

const figure = basicData.save.access
export const laterFigures = {
  list: get('/sys/later/basicData/list', { access: figure, query: asked, returns: page(row), summary: '基础数据的定时修改' }),
  save: post('/sys/later/basicData/save', {
    access: figure,
    body: SaveBasicData.extend(timed),
    returns: planned,
    summary: '定时新增或修改基础数据',
  }),
  remove: post('/sys/later/basicData/delete', {
    access: figure,
    as: 'form',
    body: oneOfSite.extend(timed),
    returns: planned,
    summary: '定时删除基础数据',
  }),
  cancel: post('/sys/later/basicData/cancel', {
    access: figure,
    as: 'form',
    body: cancelled,
    returns: ok,
    summary: '取消基础数据的定时修改',
  }),
}

const type = dictTypes.save.access
export const laterDictTypes = {
  list: get('/sys/later/dictType/list', { access: type, query: asked, returns: page(row), summary: '字典的定时修改' }),
  save: post('/sys/later/dictType/save', {
    access: type,
    body: SaveDictType.extend(timed),
    returns: planned,
    summary: '定时新增或修改字典',
  }),
  cancel: post('/sys/later/dictType/cancel', { access: type, as: 'form', body: cancelled, returns: ok, summary: '取消字典的定时修改' }),
}

const value = dictValues.save.access
export const laterDictValues = {
  list: get('/sys/later/dictValue/list', { access: value, query: asked, returns: page(row), summary: '字典值的定时修改' }),
  save: post('/sys/later/dictValue/save', {
    access: value,
    body: SaveDictValue.extend(timed),
    returns: planned,
    summary: '定时新增或修改字典值',
  }),
  cancel: post('/sys/later/dictValue/cancel', { access: value, as: 'form', body: cancelled, returns: ok, summary: '取消字典值的定时修改' }),
}
