/**
 * What the market has beyond the specification, all ours (domains/market.md D; ADR 0620): confirmation, matching, cost, contacts, visits,
 * map, figures.
 */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { codeList, id, ok, page, paging, phone, query, requiredText, text, wireInt, wireTime } from '../fields.ts'
import { smsCode } from '../sms.ts'
import { BatchResult, batchItems } from '../batch.ts'
import { marketStates, OPINION_MAX } from './states.ts'
import { importParts, importState } from '../imports.ts'
import { filterShape, kindField } from './item.ts'

const participant = types('QY', 'GR')
const one = { kind: kindField, id }

const Gap = z.object({
  /** the attribute: 楼面承重 */
  label: z.string(),
  sentence: z.string(),
  result: z.enum(['true', 'false', 'unknown']),
  /** the value of the supply */
  actual: z.string(),
  /** 还差 300 kg/㎡, or the question to the owner */
  gap: z.string(),
})
export const MatchRow = z.object({
  id: z.number(),
  title: z.string(),
  streetName: z.string(),
  areaText: z.string(),
  priceText: z.string(),
  verdict: z.number(),
  verdictName: z.string(),
  conditions: z.array(Gap),
  staleDays: z.number().nullable(),
})
export type MatchRow = z.output<typeof MatchRow>
const matched = z.object({
  asOf: z.string(),
  /** how many items of the other side were judged, and how many have each verdict */
  total: z.number(),
  counts: z.array(z.object({ verdict: z.number(), name: z.string(), count: z.number() })),
  list: z.array(MatchRow),
})
export type MatchAnswer = z.output<typeof matched>

export const ContactRow = z.object({
  id: z.number(),
  kind: kindField,
  itemId: z.number(),
  title: z.string(),
  /** true: the reader’s own request; false: a request to the reader */
  mine: z.boolean(),
  who: z.string(),
  companyCode: z.string().nullable(),
  phone: z.string(),
  message: z.string(),
  answered: z.boolean(),
  mark: z.enum(['', 'agent', 'harass']),
  /** for staff who list marks: whether the account is stopped */
  stopped: z.boolean(),
  createTime: z.string(),
})
export type ContactRow = z.output<typeof ContactRow>

export const MarketLike = z.object({
  id: z.number(),
  title: z.string(),
  streetName: z.string(),
  areaText: z.string(),
  priceText: z.string(),
})
export type MarketLike = z.output<typeof MarketLike>

const Slot = z.object({ id: z.number(), startTime: z.string(), endTime: z.string(), free: z.boolean() })
export type Slot = z.output<typeof Slot>
export const VisitRow = z.object({
  id: z.number(),
  kind: kindField,
  itemId: z.number(),
  title: z.string(),
  address: z.string(),
  mine: z.boolean(),
  who: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** 0 已约定 · 1 已取消 · 2 已看过 */
  state: z.number(),
  stateName: z.string(),
  outcome: z.string(),
})
export type VisitRow = z.output<typeof VisitRow>

const exportShape = {
  keyword: filterShape.keyword,
  streetId: filterShape.streetId,
  reviewState: codeList.optional(),
  stale: wireInt(0, 1).optional(),
  forReview: wireInt(0, 1).optional(),
}
/** Filters of an export with progress (bizType: the kind), the same as for the list of the desk. */
export const ExportFilters = z.strictObject(exportShape)

export const market = {
  confirmFresh: post('/market/fresh/confirm', {
    access: 'token',
    body: z.strictObject({ ...one }),
    returns: z.object({ freshTime: z.string() }),
    summary: '确认仍然有效',
  }),
  forDemand: get('/market/match/forDemand', {
    access: 'token',
    query: query({ ...one, page: wireInt(1, 1000).default(1), pageSize: wireInt(1, 50).default(20) }),
    returns: matched,
    summary: '哪些供应符合这条需求，差在哪里',
  }),
  forSupply: get('/market/match/forSupply', {
    access: 'token',
    query: query({ ...one, page: wireInt(1, 1000).default(1), pageSize: wireInt(1, 50).default(20) }),
    returns: matched,
    summary: '哪些需求适合这处供应；不含需求方联系方式',
  }),
  requestContact: post('/market/contact/request', {
    access: participant,
    body: z.strictObject({
      ...one,
      phone,
      verifyCode: z.union([z.literal(''), smsCode]).optional(),
      message: requiredText(300, '请写明意向'),
    }),
    returns: z.object({ contactPerson: z.string(), contactPhone: z.string(), id: z.number() }),
    summary: '写明意向后得到联系方式，双方都有记录',
  }),
  contacts: get('/market/contact/list', {
    access: 'token',
    query: query({
      kind: kindField.optional(),
      itemId: id.optional(),
      mine: wireInt(0, 1).optional(),
      marked: wireInt(0, 1).optional(),
      ...paging(),
    }),
    returns: page(ContactRow),
    summary: '谁在什么时候要了谁的联系方式：双方各看自己的；有标记的，工作人员看全部',
  }),
  markContact: post('/market/contact/mark', {
    access: 'token',
    body: z.strictObject({
      id,
      answered: z.boolean().optional(),
      mark: z.enum(['', 'agent', 'harass'], { error: '请选择标记' }).optional(),
    }),
    returns: ok,
    summary: '业主登记已回复，或标记中介、骚扰',
  }),
  offerSlots: post('/market/visit/offer', {
    access: 'token',
    body: z.strictObject({ ...one, starts: z.array(wireTime).min(1, '请选择时间').max(100, '一次最多 100 个') }),
    returns: z.object({ added: z.number() }),
    summary: '业主开放看房时段，每段 30 分钟',
  }),
  closeSlot: post('/market/visit/close', {
    access: 'token',
    body: z.strictObject({ slotId: id }),
    returns: ok,
    summary: '业主收回没有约出的看房时段',
  }),
  slots: get('/market/visit/slots', { access: 'token', query: query(one), returns: z.array(Slot), summary: '可以约的看房时段' }),
  bookVisit: post('/market/visit/book', {
    access: participant,
    body: z.strictObject({ slotId: id, phone, verifyCode: z.union([z.literal(''), smsCode]).optional() }),
    returns: z.object({ id: z.number() }),
    summary: '约看房',
  }),
  cancelVisit: post('/market/visit/cancel', {
    access: 'token',
    body: z.strictObject({ id, reason: text(200).default('') }),
    returns: ok,
    summary: '取消约定，时段立即空出',
  }),
  endVisit: post('/market/visit/end', {
    access: 'token',
    body: z.strictObject({ id, outcome: requiredText(200, '请写明结果') }),
    returns: ok,
    summary: '登记看房结果',
  }),
  visits: get('/market/visit/list', {
    access: 'token',
    query: query({ kind: kindField.optional(), itemId: id.optional(), ...paging() }),
    returns: page(VisitRow),
    summary: '我约的和约我的看房',
  }),
  visitIcs: get('/market/visit/ics', { access: 'token', query: query({ id }), blob: true, summary: '看房约定的日历文件' }),
  map: get('/market/map', {
    access: 'public',
    query: query({ kind: kindField, ...filterShape, zoom: wireInt(1, 20).default(11) }),
    returns: z.object({
      total: z.number(),
      /** each is one item, or a number of items close together */
      pins: z.array(z.object({ lng: z.number(), lat: z.number(), count: z.number(), id: z.number().nullable(), title: z.string() })),
    }),
    summary: '地图上的标记，放在一起的合为一个',
  }),
  like: get('/market/like', {
    access: 'public',
    query: query(one),
    returns: z.array(MarketLike),
    summary: '与这一条相近、正在公开的；不再公开的也可以问',
  }),
  base: get('/market/map/base', {
    access: 'public',
    query: query({}),
    returns: z.object({
      bounds: z.array(z.number()),
      streets: z.array(z.object({ code: z.string(), name: z.string(), ring: z.array(z.array(z.number())) })),
      lines: z.array(z.object({ name: z.string(), kind: z.enum(['river', 'road']), points: z.array(z.array(z.number())) })),
      /** whether tiles of MAP_TILES are available */
      tiles: z.boolean(),
    }),
    summary: '底图：镇街、河流、道路',
  }),
  reviewBatch: post('/market/review/batch', {
    access: can('market:review'),
    body: z.strictObject({
      kind: kindField,
      items: batchItems,
      reviewState: z.union([z.literal(marketStates.code.passed), z.literal(marketStates.code.refused)], { error: '请选择审核结果' }),
      reviewOpinion: text(OPINION_MAX).default(''),
    }),
    returns: BatchResult,
    summary: '批量审核，逐条说明结果',
  }),
  report: post('/market/report', {
    access: 'token',
    body: z.strictObject({ ...one, reason: requiredText(300, '请写明问题') }),
    returns: ok,
    summary: '举报不实信息',
  }),
  reports: get('/market/report/list', {
    access: can('market:read'),
    query: query({ open: wireInt(0, 1).optional(), ...paging() }),
    returns: page(
      z.object({
        id: z.number(),
        kind: kindField,
        itemId: z.number(),
        title: z.string(),
        reason: z.string(),
        by: z.string(),
        reply: z.string().nullable(),
        createTime: z.string(),
      }),
    ),
    summary: '举报',
  }),
  settleReport: post('/market/report/settle', {
    access: can('market:manage'),
    body: z.strictObject({ id, reply: requiredText(300, '请填写处理结果') }),
    returns: ok,
    summary: '登记举报的处理结果，告知举报人',
  }),
  figures: get('/market/figures', {
    access: can('market:read'),
    query: query({ kind: kindField }),
    returns: z.object({
      /** limits of this installation, in days */
      freshDays: z.number(),
      hideDays: z.number(),
      streets: z.array(
        z.object({
          name: z.string(),
          total: z.number(),
          fresh: z.number(),
          late: z.number(),
          hidden: z.number(),
          share: z.number().nullable(),
        }),
      ),
    }),
    summary: '各镇街按时确认的比例',
  }),
  export: get('/market/export', {
    access: can('market:read'),
    query: query({ kind: kindField, ...exportShape }),
    blob: true,
    summary: '导出供需，电话脱敏；更多用 /export/start，bizType 为种类',
  }),
  importWorkshops: post('/market/import/workshops', {
    access: can('market:manage'),
    as: 'multipart',
    parts: importParts,
    returns: importState,
    summary: '导入园区厂房，每行登记一处，由另一人审核',
  }),
  importLand: post('/market/import/land', {
    access: can('market:manage'),
    as: 'multipart',
    parts: importParts,
    returns: importState,
    summary: '导入地块，每行登记一处，由另一人审核',
  }),
  prefill: get('/market/prefill', {
    access: types('QY'),
    query: query({}),
    returns: z.object({ streetIds: z.array(z.string()), industry: z.string().nullable(), purpose: z.string() }),
    summary: '新需求可以从企业档案带出的内容',
  }),
  tile: get('/map/tiles', {
    access: 'public',
    query: query({ z: wireInt(0, 16), x: wireInt(0, 65_535), y: wireInt(0, 65_535) }),
    blob: true,
    summary: '底图的一块：由服务器去取，密钥不到浏览器',
  }),
}
