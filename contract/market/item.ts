/** 供需市场 (inventory E155–E208; domains/market.md): four kinds with nine calls each, and their logs. Attributes are in attributes.ts. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import {
  codeId,
  codeList,
  dictOption,
  id,
  isoDate,
  keyword,
  ok,
  option,
  page,
  paging,
  phone,
  query,
  requiredText,
  sorting,
  text,
  wireInt,
} from '../fields.ts'
import { fileKey } from '../content/parts.ts'
import { smsCode } from '../sms.ts'
import { attributesOf, type Attribute, type Attributes } from './attributes.ts'
import {
  ADDRESS_MAX,
  AREA_MAX,
  closings,
  holdsPhone,
  CONTENT_MAX,
  FIGURE_MAX,
  IMAGES_MAX,
  marketKindKeys,
  marketKinds,
  marketMoves,
  NO_PHONE,
  OPINION_MAX,
  PURPOSE_MAX,
  TITLE_MAX,
  type MarketKind,
} from './states.ts'

const version = wireInt(1, 2_000_000_000)
export const kindField = z.enum(marketKindKeys, { error: '没有这种供需' })
const said = z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]).nullable()

const Common = z.object({
  id: z.number(),
  kind: kindField,
  title: z.string(),
  streetIds: z.array(z.string()),
  streetName: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  images: z.array(z.string()),
  purpose: z.string(),
  /** the attributes in words, in the order of the form */
  facts: z.array(z.object({ key: z.string(), name: z.string(), value: z.string() })),
  areaText: z.string(),
  priceText: z.string(),
  owner: z.string(),
  origin: z.enum(['gov', 'company', 'person']),
  /** masked, except for the owner */
  contactPerson: z.string(),
  contactPhone: z.string(),
  reviewState: z.number(),
  stateName: z.string(),
  viewNum: z.number(),
  /** when the owner last confirmed it, and the days since, once they exceed the limit */
  freshTime: z.string(),
  staleDays: z.number().nullable(),
  /** metres, when the list is asked for nearby items */
  distance: z.number().nullable(),
  /** difference in percent from the median of similar items in its street, negative below it; null when it may not be shown */
  against: z.number().nullable(),
  /** how often and how quickly the owner answers; null before the first request */
  answers: z.object({ asked: z.number(), answered: z.number(), hours: z.number().nullable() }).nullable(),
  publishTime: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  /** for the owner and staff */
  standing: z
    .object({
      version: z.number(),
      opinion: z.string().nullable(),
      mine: z.boolean(),
      /** no longer public, because it was not confirmed */
      hidden: z.boolean(),
      contacts: z.number(),
      allowed: z.array(z.enum(marketMoves)),
    })
    .nullable(),
})
export type MarketItem = z.output<typeof Common> & Attributes

/** By filter and option, how many items it would leave; without a count when a large market is not counted yet after the start. */
const Facets = z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string(), count: z.number().optional() })))
export type MarketFacets = z.output<typeof Facets>
const priceOf = z.object({
  median: z.number(),
  low: z.number(),
  high: z.number(),
  count: z.number(),
  unit: z.string(),
  /** closing prices, which differ from asking prices; null when there are too few */
  deals: z.object({ median: z.number(), count: z.number() }).nullable(),
  /** per cent above the median (below 0: under it) */
  against: z.number().nullable(),
})
export type MarketPrices = z.output<typeof priceOf>
const detailShape = {
  description: z.string(),
  /** asking prices of similar items in the same street; null when there are too few */
  prices: priceOf.nullable(),
  /** for staff: items that seem to be the same thing */
  duplicates: z.array(z.object({ id: z.number(), title: z.string(), why: z.string() })),
  /** the caller acts for a company, and the item is their own as a person */
  ownAsPerson: z.boolean(),
}
type DetailMore = z.output<z.ZodObject<typeof detailShape>>
export type MarketDetail = MarketItem & DetailMore

const shapeOf = (kind: MarketKind): Record<string, z.ZodType> =>
  Object.fromEntries(attributesOf(kind).map(([key]) => [key, said.optional()]))
const itemOf = (kind: MarketKind) => Common.extend(shapeOf(kind)) as z.ZodType as z.ZodType<MarketItem, MarketItem>
const detailOf = (kind: MarketKind) =>
  Common.extend({ ...shapeOf(kind), ...detailShape }) as z.ZodType as z.ZodType<MarketDetail, MarketDetail>

const hasAtMost = (n: number, decimals: number): boolean => {
  const [, behind = ''] = String(n).split('.')
  return !String(n).includes('e') && behind.length <= decimals
}
export const closingPrice = z
  .number({ error: '请输入数字' })
  .min(0, '不能小于 0')
  .max(1_000_000, '过大')
  .refine((n) => hasAtMost(n, 4), '最多 4 位小数')
function valueOf({ label, type, unit, min = 0, max = AREA_MAX, decimals = 2, required }: Attribute): z.ZodType {
  const none = `请${type === 'text' ? '输入' : '选择'}${label}`
  if (type === 'number') {
    // Not the label again: it may be a bound (面积不小于), and what a browser could not read arrives as nothing.
    const number = z
      .number({ error: `请填数字${unit ? `，单位是${unit}` : ''}` })
      .min(min, min === 0.01 ? '应大于 0' : `不能小于 ${min}`)
      .max(max, `不能大于 ${max}`)
      .refine((n) => hasAtMost(n, decimals), decimals === 0 ? '请输入整数' : `最多 ${decimals} 位小数`)
    return required ? number : number.nullish()
  }
  if (type === 'multi') return z.array(z.string().max(20)).max(30, '选得过多').nullish()
  if (type === 'flag') return z.boolean({ error: '请选择是或否' }).nullish()
  if (type === 'date') return isoDate.nullish()
  if (type === 'text') return text(max > 500 ? 200 : max).nullish()
  const choice = z.string({ error: none }).min(1, none).max(20)
  return required ? choice : z.union([z.literal(''), choice]).nullish()
}
const pin = (min: number, max: number) => z.number({ error: '请输入数字' }).min(min, '坐标不正确').max(max, '坐标不正确').nullish()
const street = z.string({ error: '请选择镇街' }).min(1, '请选择镇街').max(20)
const supplyShape = {
  streetIds: z.array(street).length(1, '请选择镇街'),
  address: requiredText(ADDRESS_MAX, '请输入地址'),
  lng: pin(-180, 180),
  lat: pin(-180, 180),
  images: z.array(fileKey).max(IMAGES_MAX, `最多 ${IMAGES_MAX} 张图片`).default([]),
  description: z.string({ error: '请输入介绍' }).max(CONTENT_MAX, '内容过长').default(''),
}
const demandShape = {
  streetIds: z.array(street).max(30, '选得过多').default([]),
  purpose: text(PURPOSE_MAX).default(''),
}
const order = (a: Record<string, unknown>, low: string, high: string): boolean =>
  typeof a[low] === 'number' && typeof a[high] === 'number' && a[low] > a[high]

/** A rule between fields; it is checked also while other fields are wrong, so that all faults are shown at once. */
const between = (path: string, message: string) => ({
  path: [path],
  message,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
})
/** The words of a rich text; the end of a paragraph or of a cell separates numbers. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<\/?(?:a|b|em|i|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi, '')
    .replaceAll(/<[^<>]*>/g, '。')
    .replaceAll('&nbsp;', ' ')
const isPhoneIn = (key: string, value: unknown): boolean =>
  typeof value === 'string' && holdsPhone(key === 'description' ? wordsOf(value) : value)

/** The fields of a kind for saving; the same rules in form and server. The server checks options against their dictionary. */
function saveOf(kind: MarketKind) {
  const own = Object.fromEntries(attributesOf(kind).map(([key, attribute]) => [key, valueOf(attribute)]))
  const texts = attributesOf(kind).flatMap(([key, { type }]) => (type === 'text' ? [key] : []))
  const publicTexts = ['title', 'address', 'description', 'purpose', ...texts]
  const fields = z
    .strictObject({
      id: id.optional(),
      version: version.optional(),
      title: requiredText(TITLE_MAX, '请输入标题'),
      ...(marketKinds[kind].side === 'supply' ? supplyShape : demandShape),
      ...own,
      contactPerson: requiredText(30, '请输入联系人'),
      contactPhone: phone,
      /** only for a number that this account has not proved yet */
      verifyCode: z.union([z.literal(''), smsCode]).optional(),
    })
    .refine((a) => !order(a, 'areaMin', 'areaMax'), between('areaMax', '不能小于最小面积'))
    .refine((a) => !order(a, 'plotRatioMin', 'plotRatioMax'), between('plotRatioMax', '容积率上限不能小于下限'))
    .refine((a) => !order(a, 'minArea', 'rentArea'), between('minArea', '最小分割面积不能大于可租（售）面积'))
    .refine((a) => !order(a, 'rentArea', 'totalArea'), between('rentArea', '可租（售）面积不能大于总建筑面积'))
    .refine(
      ({ lat }: Record<string, unknown>) => typeof lat !== 'number' || Math.abs(lat) <= 90,
      between('lat', '纬度不会超过 90，经度和纬度可能填反了'),
    )
    .refine(
      ({ lng, lat }: Record<string, unknown>) => (lng === null || lng === undefined) === (lat === null || lat === undefined),
      between('lat', '经度和纬度要一起填写'),
    )
  return publicTexts.reduce(
    (all, key) => all.refine((a: Record<string, unknown>) => !isPhoneIn(key, a[key]), between(key, NO_PHONE)),
    fields,
  )
}
export const saveSchemas = {
  landInfo: saveOf('landInfo'),
  landDemand: saveOf('landDemand'),
  workshopInfo: saveOf('workshopInfo'),
  workshopDemand: saveOf('workshopDemand'),
} as const
export interface MarketSave extends Attributes {
  id?: number | undefined
  version?: number | undefined
  title: string
  streetIds: string[]
  address?: string
  lng?: number | null | undefined
  lat?: number | null | undefined
  images?: string[]
  description?: string
  purpose?: string
  contactPerson: string
  contactPhone: string
  verifyCode?: string | undefined
}

/** Whatever the number fields of a browser can send: 1e5 and .5 are numbers too. */
const number = z
  .union(
    [
      z.number(),
      z
        .string()
        .max(40, '应为数字')
        .regex(/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/, '应为数字')
        .transform(Number),
    ],
    { error: '应为数字' },
  )
  .pipe(z.number())
const positive = number.pipe(z.number().min(0, '不能小于 0').max(FIGURE_MAX, '过大'))
/** `a,b` or `a,b,c,d` as numbers, within their bounds. */
const numbers = (count: number, message: string) =>
  z
    .string()
    .max(100, message)
    .transform((s) => s.split(','))
    .refine((parts) => parts.length === count && parts.every((part) => /^-?\d{1,3}(?:\.\d{1,8})?$/.test(part)), message)
    .transform((parts) => parts.map(Number))
/** minLng,minLat,maxLng,maxLat */
const box = numbers(4, '地图范围不正确').refine(([west, south, east, north]) => west! < east! && south! < north!, '地图范围不正确')
export const filterShape = {
  keyword: keyword.optional(),
  streetId: codeList.optional(),
  areaMin: positive.optional(),
  areaMax: positive.optional(),
  priceMin: positive.optional(),
  priceMax: positive.optional(),
  /** 厂房性质 or 用地性质 */
  nature: codeList.optional(),
  structure: codeList.optional(),
  trade: codeList.optional(),
  supplyMode: codeList.optional(),
  facilities: codeList.optional(),
  loadMin: positive.optional(),
  heightMin: positive.optional(),
  craneMin: positive.optional(),
  powerMin: positive.optional(),
  fireGrade: codeList.optional(),
  availableBy: isoDate.optional(),
  box: box.optional(),
  /** lng,lat */
  near: numbers(2, '位置不正确').optional(),
  /** 1: only items confirmed within 30 days */
  fresh: z.union([z.literal([0, 1]), z.enum(['0', '1']).transform(Number)], { error: '确认时间不在可选范围内' }).optional(),
}
const one = z.strictObject({ id, version: version.optional() })
const moved = z.object({ id: z.number(), reviewState: z.number(), version: z.number() })

function groupOf<K extends MarketKind>(kind: K) {
  const { base, name } = marketKinds[kind]
  const item = itemOf(kind)
  return {
    list: get(`${base}/list`, {
      access: 'token',
      query: query({
        keyword: keyword.optional(),
        reviewState: codeList.optional(),
        streetId: codeList.optional(),
        /** 1: only items without confirmation for too long */
        stale: wireInt(0, 1).optional(),
        /** 1: those that wait for a review which the reader may make */
        forReview: wireInt(0, 1).optional(),
        ...sorting(['updated', 'area', 'price', 'views'], '-updated'),
        ...paging(),
      }),
      returns: page(item),
      summary: `${name}：自己的，工作人员看全部`,
    }),
    save: post(`${base}/save`, {
      access: 'token',
      body: saveSchemas[kind] as z.ZodType as z.ZodType<MarketSave, MarketSave>,
      returns: moved,
      summary: `登记或修改${name}`,
    }),
    remove: post(`${base}/delete`, { access: 'token', as: 'form', body: one, returns: ok, summary: `删除${name}` }),
    findById: get(`${base}/findById`, { access: 'public', query: query({ id }), returns: detailOf(kind), summary: `${name}详情` }),
    updateReviewState: post(`${base}/updateReviewState`, {
      access: 'token',
      body: z.strictObject({
        id,
        version,
        /** 1 通过 · 2 不通过 · 3 下架 · 0 重新提交 */
        reviewState: wireInt(0, 3),
        reviewOpinion: text(OPINION_MAX).default(''),
        closing: z.enum(Object.keys(closings) as [keyof typeof closings, ...(keyof typeof closings)[]], { error: '请选择原因' }).optional(),
        /** the rent or price of the deal; shown only in medians */
        closingPrice: closingPrice.nullish(),
      }),
      returns: moved,
      summary: `审核、下架、重新提交${name}`,
    }),
    listReviewPassed: get(`${base}/listReviewPassed`, {
      access: 'public',
      query: query({
        ...filterShape,
        sort: z
          .enum(['default', 'newest', 'area', '-area', 'price', '-price', 'views', 'distance'], { error: '不支持的排序字段' })
          .default('default'),
        ...paging(),
      }),
      returns: page(item).extend({ facets: Facets }),
      summary: `公开的${name}`,
    }),
    incViewNum: post(`${base}/incViewNum`, {
      access: 'public',
      as: 'form',
      body: z.strictObject({ id }),
      returns: z.object({ viewNum: z.number() }),
      summary: `记一次浏览：${name}`,
    }),
    sendVerificationCode: post(`${base}/sendVerificationCode`, {
      access: 'token',
      as: 'form',
      body: z.strictObject({ phone, verifiCode: text(1000).default(''), codeId }),
      returns: ok,
      summary: '发送短信验证码：先答图形验证码',
    }),
    enums: get(`${base}/enums`, {
      access: 'public',
      query: query({}),
      returns: z.record(z.string(), z.array(dictOption)),
      summary: `${name}的选项`,
    }),
  }
}
export const landInfo = groupOf('landInfo')
export const landDemand = groupOf('landDemand')
export const workshopInfo = groupOf('workshopInfo')
export const workshopDemand = groupOf('workshopDemand')
export const marketGroups = { landInfo, landDemand, workshopInfo, workshopDemand } as const

export const ReviewStep = z.object({
  id: z.number(),
  itemId: z.number(),
  kind: kindField,
  title: z.string(),
  move: z.string(),
  name: z.string(),
  by: z.string(),
  opinion: z.string().nullable(),
  /** values before and after changes without review */
  changes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  time: z.string(),
})
export type ReviewStep = z.output<typeof ReviewStep>

const refusing = can('market:manage')
const nothing = z.strictObject({ id: id.optional() })
/** A log is written only by a move; the other six actions exist and refuse (ambiguities A71). */
function logOf(of: 'land' | 'workshop', name: string) {
  const base = `/${of}/reviewLog`
  return {
    list: get(`${base}/list`, {
      access: 'token',
      query: query({ itemId: id.optional(), kind: kindField.optional(), ...paging() }),
      returns: page(ReviewStep),
      summary: `${name}的审核记录：自己的，工作人员看全部`,
    }),
    findById: get(`${base}/findById`, { access: 'token', query: query({ id }), returns: ReviewStep, summary: `${name}的一条审核记录` }),
    enums: get(`${base}/enums`, {
      access: 'token',
      query: query({}),
      returns: z.record(z.string(), z.array(option)),
      summary: `${name}审核记录的选项`,
    }),
    save: post(`${base}/save`, { access: refusing, body: nothing, returns: ok, summary: '不支持：审核记录只由办理写下' }),
    remove: post(`${base}/delete`, {
      access: refusing,
      as: 'form',
      body: nothing,
      returns: ok,
      summary: '不支持：审核记录只由办理写下',
    }),
    updateReviewState: post(`${base}/updateReviewState`, {
      access: refusing,
      body: nothing,
      returns: ok,
      summary: '不支持：审核记录只由办理写下',
    }),
    listReviewPassed: get(`${base}/listReviewPassed`, {
      access: refusing,
      query: nothing,
      returns: ok,
      summary: '不支持：审核记录只由办理写下',
    }),
    incViewNum: post(`${base}/incViewNum`, {
      access: refusing,
      as: 'form',
      body: nothing,
      returns: ok,
      summary: '不支持：审核记录只由办理写下',
    }),
    sendVerificationCode: post(`${base}/sendVerificationCode`, {
      access: refusing,
      as: 'form',
      body: nothing,
      returns: ok,
      summary: '不支持：审核记录只由办理写下',
    }),
  }
}
export const landLog = logOf('land', '土地')
export const workshopLog = logOf('workshop', '厂房')
