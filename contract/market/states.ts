import { codes } from '../codes.ts'

/**
 * Labels of the market. No schemas, because the browser imports this file. Review states, the same for the four kinds (states.tsv
 * S138–S177).
 */
export const marketStates = codes({
  pending: { code: 0, label: '待审核', tone: 'waiting' },
  passed: { code: 1, label: '审核通过', tone: 'done' },
  refused: { code: 2, label: '审核未通过', tone: 'refused' },
  down: { code: 3, label: '已下架', tone: 'off' },
})
export type MarketState = keyof typeof marketStates.labels
/** revise: a change that needs a new review · adjust: one that does not (price, free area, dates, contact) */
export const marketMoves = ['edit', 'revise', 'adjust', 'approve', 'reject', 'takeDown', 'submit', 'confirm', 'delete'] as const
export type MarketMove = (typeof marketMoves)[number]
export const moveNames: Readonly<Record<string, string>> = {
  create: '登记',
  edit: '修改',
  revise: '修改后重新送审',
  adjust: '更新价格、面积、日期或联系方式',
  approve: '审核通过',
  reject: '审核不通过',
  takeDown: '下架',
  submit: '重新提交',
  confirm: '确认仍然有效',
  delete: '删除',
}

interface Kind {
  name: string
  base: string
  side: 'supply' | 'demand'
  of: 'land' | 'workshop'
  /** the kind of items on the other side */
  other: 'landInfo' | 'workshopInfo' | 'landDemand' | 'workshopDemand'
  detail: string
  own: string
  desk: string
  /** unit of its area and of its price */
  areaUnit: string
  priceUnit: string
}
/** The four kinds, in the order of the tabs of 供需市场. The spelling of myShopWrok is the specification's. */
export const marketKinds = {
  workshopInfo: {
    name: '厂房',
    base: '/workshop/info',
    side: 'supply',
    of: 'workshop',
    other: 'workshopDemand',
    detail: '/page/sdmarketdetail1',
    own: '/work/myShopWrok',
    desk: '/work/adminShop',
    areaUnit: '㎡',
    priceUnit: '元/㎡·月',
  },
  landInfo: {
    name: '土地',
    base: '/land/info',
    side: 'supply',
    of: 'land',
    other: 'landDemand',
    detail: '/page/sdmarketdetail2',
    own: '/work/myLand',
    desk: '/work/adminLand',
    areaUnit: '亩',
    priceUnit: '万元/亩',
  },
  workshopDemand: {
    name: '厂房需求',
    base: '/workshop/demand',
    side: 'demand',
    of: 'workshop',
    other: 'workshopInfo',
    detail: '/page/sdmarketdetail1',
    own: '/work/myDemandShop',
    desk: '/work/appealShop',
    areaUnit: '㎡',
    priceUnit: '元/㎡·月',
  },
  landDemand: {
    name: '用地需求',
    base: '/land/demand',
    side: 'demand',
    of: 'land',
    other: 'landInfo',
    detail: '/page/sdmarketdetail2',
    own: '/work/myDemand',
    desk: '/work/MgtDemand',
    areaUnit: '亩',
    priceUnit: '万元/亩',
  },
} as const satisfies Readonly<Record<string, Kind>>
export type MarketKind = keyof typeof marketKinds
export const marketKindKeys = Object.keys(marketKinds) as [MarketKind, ...MarketKind[]]
export const isMarketKind = (text: string): text is MarketKind => Object.hasOwn(marketKinds, text)

/** Address of an item: workshops and land have a page each; demands are marked by `type` (spec §2 L22). */
export const itemPath = (kind: MarketKind, id: number): string =>
  `${marketKinds[kind].detail}?id=${id}&type=${marketKinds[kind].side === 'demand' ? 'demand' : 'info'}`
/** The kind of item on a detail page: `type` is info or demand, by default info. */
export const kindOf = (of: 'land' | 'workshop', type: string | null): MarketKind =>
  type === 'demand' ? (of === 'land' ? 'landDemand' : 'workshopDemand') : of === 'land' ? 'landInfo' : 'workshopInfo'

/** Origin of an item: staff register state land and stock of parks. */
export const origins = { gov: '政府', company: '企业', person: '个人' } as const
export type Origin = keyof typeof origins
/** Why an owner takes an item down. */
export const closings = { deal: '已成交', paused: '暂不出让', other: '其他' } as const

/** The verdict of a supply for a demand. */
export const fits = codes({
  fits: { code: 0, label: '符合', tone: 'done' },
  near: { code: 1, label: '差一点', tone: 'waiting' },
  open: { code: 2, label: '待确认', tone: 'running' },
  not: { code: 3, label: '不符合', tone: 'off' },
})
export type Fit = keyof typeof fits.labels

export const TITLE_MAX = 100
export const ADDRESS_MAX = 200
export const PURPOSE_MAX = 300
export const OPINION_MAX = 300
export const CONTENT_MAX = 100_000
export const IMAGES_MAX = 3
/** Largest area, 亩 or ㎡. */
export const AREA_MAX = 1_000_000
/** Largest number in a filter. */
export const FIGURE_MAX = 1_000_000_000
/** Days for which a number stays proved after its code. */
export const PROVED_DAYS = 180
/** Contacts that one account may request in a day, and items that it may report. */
export const CONTACTS_A_DAY = 20
export const REPORTS_A_DAY = 20
/** Code of the refusal to show an item that is the caller's own as a person, while they act for a company (ADR 1031). */
export const OWN_AS_PERSON = 'OWN_AS_PERSON'
/** New items of one owner in a day, deleted ones included. */
export const ITEMS_A_DAY = 200
/** Visits that one account may book in a day, cancelled ones included: the owner is notified of each. */
export const VISITS_A_DAY = 20
/** Questions that one account may ask in a day, and searches that it may save. */
export const QUESTIONS_A_DAY = 20
export const SEARCHES_MAX = 20
export const QUESTION_MAX = 200
export const ANSWER_MAX = 500
const phones = [
  /(?<!\d)(?:(?:\+|00)86[\s\-—–_.·*()]{0,3}|86)?1[\s\-—–_.·*()]{0,3}[3-9](?:[\s\-—–_.·*()]{0,3}\d){9}(?!\d)/g,
  /(?<!\d)0\d{2,3}[\s\-—–_.·*()]{0,3}\d{7,8}(?!\d)/g,
]
/** Three, four and four digits may have any sign between them. */
const inGroups = /(?<!\d)1[3-9]\d[^\p{L}\d]{1,3}\d{4}[^\p{L}\d]{1,3}\d{4}(?!\d)/gu
const numerals: Readonly<Record<string, string>> = Object.fromEntries(
  ['零〇', '一幺壹', '二贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((same, digit) =>
    [...same].map((numeral) => [numeral, String(digit)]),
  ),
)
/** Digits in any width or as Chinese numerals, without signs that are not seen. */
const digitsShown = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[零〇一幺壹二贰三叁四肆五伍六陆七柒八捌九玖]/g, (numeral) => numerals[numeral]!)
/** Sizes in a row have as many digits as a phone number: 1500-3000 500, 1800*2400*600. They are whole tens and begin with thousands. */
function isSizes(digits: string): boolean {
  const sizes = digits.split(/[^\d]+/)
  return sizes.length > 1 && /^1\d{3}/.test(digits) && sizes.every((size) => size.length > 1 && size.endsWith('0'))
}
/**
 * Whether a text contains a phone number, with any spacing, because contacts are given only on request. A range such as 500 to 1000 ㎡ is
 * none.
 */
export const holdsNumber = (text: string): boolean => holdsPhone(text) || /\d{7}/.test(text.normalize('NFKC'))
/** The same without bare numbers of seven digits, which may be the number of a parcel. */
export function holdsPhone(text: string): boolean {
  const shown = digitsShown(text)
  const found = (pattern: RegExp) => Array.from(shown.matchAll(pattern), ([digits]) => digits)
  return (
    phones.some((phone) => found(phone).some((digits) => !isSizes(digits)))
    || found(inGroups).some((digits) => !digits.split(/\D+/).every((size) => size.endsWith('0')))
  )
}
/** Texts that everybody reads; the contact is masked and given only on request. */
export const NO_PHONE = '这里公开显示，请不要写电话号码；联系电话另外填写，写明意向的人才能看到'

export const visitStates = codes({
  booked: { code: 0, label: '已约定', tone: 'running' },
  cancelled: { code: 1, label: '已取消', tone: 'off' },
  done: { code: 2, label: '已看过', tone: 'done' },
})
/** A workshop that is only sold, in the dictionary workshopTrade: its closing price is no rent. */
export const WORKSHOP_ONLY_SALE = '2'
/** What an owner may mark a user as who asked for the contact. */
export const markNames = { agent: '中介', harass: '骚扰' } as const
