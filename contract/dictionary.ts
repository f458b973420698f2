/** 字典管理 (spec §2 /work/dictionary, §3 Dictionary, §7 /sys/dictType, /sys/dictValue): the options of select boxes, managed on a screen. */
import { z } from 'zod'
import { orderEnds } from './order-ends.ts'
import { can, get, post } from './endpoint.ts'
import { importParts, importState } from './imports.ts'
import { history, historyQuery, undoBody } from './way-back.ts'
import { id, idList, keyword, ok, page, paging, query, requiredLine, requiredText, text, wireInt } from './fields.ts'

export const DICT_DEPTH = 4
export const DICT_IMPORT = 'dict'
/** Colours in which a value can be shown, beside its label. */
export const dictColors = { '': '', blue: '蓝', green: '绿', orange: '橙', red: '红', grey: '灰' } as const
export type DictColor = keyof typeof dictColors
const dictColor = z.enum(Object.keys(dictColors) as [DictColor, ...DictColor[]], { error: '没有这种颜色' })
/**
 * Dictionaries whose options are fixed in code (contract/…/codes.ts, states.ts and the catalogue of fields), because rules of the platform
 * depend on each of them (ADR 1001); and two that are kept elsewhere (ADR 1007): `industry` in the national standard GB/T 4754, `appealType` on
 * a screen of its own. Their screen shows them and changes nothing.
 */
const systemDicts: ReadonlySet<string> = new Set([
  'supportMode',
  'policyLevel',
  'declareStatus',
  'trainStatus',
  'unitType',
  'riskType',
  'authStatus',
  'userType',
  'appealStatus',
  'satisfaction',
  'enterpriseScale',
  'industry',
  'appealType',
])
export const isSystemDict = (code: string): boolean => systemDicts.has(code)
/** Where a fixed dictionary is kept, for those who want to change it. */
export const dictKeptBy: Readonly<Record<string, string>> = {
  industry: '它是国家标准《国民经济行业分类》（GB/T 4754）',
  appealType: '它只是第一次启动时的底稿，类型在“诉求类型”页面维护',
}
export const SYSTEM_DICT = '此字典由系统规定，改动须随版本发布'

export const dictLabel = requiredLine(100, '请输入名称')
export const dictValueCode = requiredText(64, '请输入值的代码').pipe(
  z.string().regex(/^[\w.-]{1,64}$/, '代码只含字母、数字、点、下划线和短横'),
)

const dictTypeCode = z.string().min(1, '请选择字典').max(64)
const version = wireInt(1, 1_000_000_000).optional()
const enableFlag = wireInt(0, 1)

const dictType = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  enableFlag: z.number(),
  remark: z.string(),
  /** built-in */
  builtIn: z.boolean(),
  /** fixed in code: nothing of it can be changed here */
  systemFixed: z.boolean(),
  valueNum: z.number(),
  version: z.number(),
})
export type DictType = z.output<typeof dictType>

/** Which records use values of a dictionary, and how many. */
const dictUse = z.object({ title: z.string(), count: z.number() })
export type DictUse = z.output<typeof dictUse>

const dictValue = z.object({
  id: z.number(),
  dictTypeCode: z.string(),
  value: z.string(),
  label: z.string(),
  parentId: z.number().nullable(),
  parentName: z.string().nullable(),
  order: z.number(),
  enableFlag: z.number(),
  remark: z.string(),
  color: dictColor,
  builtIn: z.boolean(),
  childNum: z.number(),
  ends: orderEnds,
  version: z.number(),
})
export type DictValue = z.output<typeof dictValue>

export const SaveDictType = z.strictObject({
  id: id.optional(),
  version,
  code: requiredText(64, '请输入字典代码').pipe(z.string().regex(/^[A-Za-z]\w{1,63}$/, '代码以字母开头，只含字母、数字、下划线，2–64 位')),
  name: requiredLine(64, '请输入字典名称'),
  enableFlag: enableFlag.default(1),
  remark: text(200).default(''),
})

export const SaveDictValue = z.strictObject({
  id: id.optional(),
  version,
  dictTypeCode: z.string().min(1, '请选择字典').max(64),
  value: dictValueCode,
  label: dictLabel,
  parentId: id.nullish(),
  color: dictColor.default(''),
  enableFlag: enableFlag.default(1),
  remark: text(200).default(''),
})

const who = can('dict:manage')
export const dictTypes = {
  list: get('/sys/dictType/list', {
    access: who,
    query: query({ name: keyword.optional(), enableFlag: enableFlag.optional(), ...paging() }),
    returns: page(dictType),
    summary: '字典列表',
  }),
  findById: get('/sys/dictType/findById', {
    access: who,
    query: query({ id }),
    returns: dictType.extend({ uses: z.array(dictUse) }),
    summary: '字典详情与使用情况',
  }),
  save: post('/sys/dictType/saveOrUpdate', {
    access: who,
    body: SaveDictType,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改字典；代码在新增之后不变',
  }),
  remove: post('/sys/dictType/delete', {
    access: who,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除没有被使用的自建字典，连同它的值',
  }),
  options: get('/sys/dictType/options', {
    access: who,
    query: query({}),
    returns: z.array(z.object({ id: z.number(), code: z.string(), label: z.string(), systemFixed: z.boolean() })),
    summary: '字典选项',
  }),
  history: get('/sys/dictType/history', { access: who, query: historyQuery, returns: history, summary: '字典的修改记录' }),
  undo: post('/sys/dictType/undo', {
    access: who,
    body: undoBody,
    returns: ok,
    summary: '撤销一个字典最近的修改、新增或删除；删除的连同它的值恢复',
  }),
}

export const dictValues = {
  list: get('/sys/dictValue/list', {
    access: who,
    query: query({
      dictTypeCode: z.string().min(1, '请选择字典').max(64),
      label: keyword.optional(),
      parentId: id.optional(),
      enableFlag: enableFlag.optional(),
      ...paging(),
    }),
    returns: page(dictValue),
    summary: '一级字典值；parentId：它的下级；label：各级中名称或代码含有它的',
  }),
  parents: get('/sys/dictValue/parents', {
    access: who,
    query: query({ dictTypeCode }),
    returns: z.array(z.object({ id: z.number(), label: z.string(), parentId: z.number().nullable() })),
    summary: '一个字典的全部值，供选择上级',
  }),
  findById: get('/sys/dictValue/findById', {
    access: who,
    query: query({ id }),
    returns: dictValue.extend({ uses: z.array(dictUse) }),
    summary: '字典值详情与使用情况',
  }),
  save: post('/sys/dictValue/saveOrUpdate', {
    access: who,
    body: SaveDictValue,
    returns: z.object({ id: z.number() }),
    summary: '新增或修改字典值；代码在新增之后不变',
  }),
  remove: post('/sys/dictValue/delete', {
    access: who,
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除没有下级、没有被使用的自建字典值',
  }),
  export: get('/sys/dictValue/export', {
    access: who,
    blob: true,
    query: query({ dictTypeCode: z.string().min(1).max(64).optional() }),
    summary: '导出字典值，导出的表格可以再导入',
  }),
  /** multipart: file (.xlsx of the template), mode, dryRun */
  import: post('/sys/dictValue/import', { access: who, as: 'multipart', parts: importParts, returns: importState, summary: '导入字典值' }),
  removeBatch: post('/sys/dictValue/deleteBatch', {
    access: who,
    as: 'form',
    body: z.strictObject({ ids: idList }),
    returns: ok,
    summary: '删除几个字典值：有一个不能删除，就都不删除',
  }),
  move: post('/sys/dictValue/move', {
    access: who,
    body: z.strictObject({ id, direction: z.enum(['up', 'down']) }),
    returns: ok,
    summary: '在同级中上移或下移字典值',
  }),
  history: get('/sys/dictValue/history', {
    access: who,
    query: historyQuery.extend({ dictTypeCode }),
    returns: history,
    summary: '一个字典里各值的修改记录',
  }),
  undo: post('/sys/dictValue/undo', {
    access: who,
    body: undoBody.extend({ dictTypeCode }),
    returns: ok,
    summary: '撤销一个字典值最近的修改、新增、移动或删除',
  }),
}
