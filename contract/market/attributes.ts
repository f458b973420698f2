/**
 * The attributes of land and workshops, and of demands: key, label, unit and dictionary as in `attributeSets` of dictionaries.json. Form,
 * checks, facts, filters and matching use this table. No schemas.
 */
import type { MarketKind } from './states.ts'

export interface Attribute {
  label: string
  type: 'number' | 'text' | 'select' | 'multi' | 'flag' | 'date'
  unit?: string
  dict?: string
  /** values of the dictionary that apply here; all by default */
  only?: readonly string[]
  min?: number
  max?: number
  /** decimals; a value with more is refused, not rounded */
  decimals?: number
  required?: true
  /** a change needs no new review: price, free area, dates */
  free?: true
  hint?: string
}

const area = { min: 0.01, max: 1_000_000, decimals: 2 } as const
const rent = { min: 0, max: 10_000, decimals: 2 } as const
const price = { min: 0, max: 100_000, decimals: 4 } as const

const landInfo = {
  landArea: { label: '面积', type: 'number', unit: '亩', ...area, required: true },
  landNature: { label: '用地性质', type: 'select', dict: 'landNature', required: true },
  supplyMode: { label: '供地方式', type: 'select', dict: 'landSupplyMode', required: true },
  rightStatus: { label: '权属状态', type: 'select', dict: 'landRightStatus' },
  devLevel: { label: '开发程度', type: 'select', dict: 'landDevLevel' },
  plotRatioMin: { label: '容积率下限', type: 'number', min: 0, max: 20, decimals: 2 },
  plotRatioMax: { label: '容积率上限', type: 'number', min: 0, max: 20, decimals: 2 },
  buildingDensity: { label: '建筑密度', type: 'number', unit: '%', min: 0, max: 100, decimals: 2 },
  heightLimit: { label: '限高', type: 'number', unit: '米', min: 0, max: 500, decimals: 1 },
  greenRatio: { label: '绿地率', type: 'number', unit: '%', min: 0, max: 100, decimals: 2 },
  investIntensity: { label: '投资强度要求', type: 'number', unit: '万元/亩', ...price },
  taxPerMu: { label: '亩均税收要求', type: 'number', unit: '万元/亩', ...price },
  years: { label: '出让/租赁年限', type: 'number', unit: '年', min: 1, max: 70, decimals: 0 },
  price: { label: '参考价格', type: 'number', unit: '万元/亩', ...price, free: true },
  industry: { label: '产业导向', type: 'select', dict: 'industry' },
} as const satisfies Record<string, Attribute>

const workshopInfo = {
  nature: { label: '厂房性质', type: 'select', dict: 'workshopNature', required: true },
  structure: { label: '结构', type: 'select', dict: 'workshopStructure' },
  trade: { label: '供需方式', type: 'select', dict: 'workshopTrade', only: ['1', '2', '3', '6'], required: true },
  totalArea: { label: '总建筑面积', type: 'number', unit: '㎡', ...area },
  rentArea: { label: '可租（售）面积', type: 'number', unit: '㎡', ...area, required: true, free: true },
  minArea: { label: '最小分割面积', type: 'number', unit: '㎡', ...area, free: true, hint: '可以分割出租时填写' },
  floors: { label: '总层数', type: 'number', unit: '层', min: 1, max: 100, decimals: 0 },
  floor: { label: '所在楼层', type: 'select', dict: 'workshopFloor' },
  floorHeight: { label: '层高', type: 'number', unit: '米', min: 1, max: 100, decimals: 2 },
  loadBearing: { label: '楼面承重', type: 'number', unit: 'kg/㎡', min: 1, max: 100_000, decimals: 0, hint: '1 吨/㎡ = 1000 kg/㎡' },
  columnSpacing: { label: '柱距', type: 'text', unit: '米', max: 50 },
  craneTon: { label: '行车吨位', type: 'number', unit: '吨', min: 0, max: 1000, decimals: 2 },
  elevatorTon: { label: '货梯载重', type: 'number', unit: '吨', min: 0, max: 100, decimals: 2 },
  powerCapacity: { label: '配电容量', type: 'number', unit: 'kVA', min: 0, max: 1_000_000, decimals: 0 },
  fireGrade: { label: '火灾危险性类别', type: 'select', dict: 'fireGrade' },
  facilities: { label: '配套设施', type: 'multi', dict: 'workshopFacility' },
  rentPrice: { label: '租金', type: 'number', unit: '元/㎡·月', ...rent, free: true },
  salePrice: { label: '售价', type: 'number', unit: '元/㎡', min: 0, max: 1_000_000, decimals: 2, free: true },
  propertyFee: { label: '物业费', type: 'number', unit: '元/㎡·月', ...rent, free: true },
  certificate: { label: '是否有不动产权证', type: 'flag' },
  envAllowed: { label: '可入驻行业/环评要求', type: 'text', max: 200 },
  availableDate: { label: '可交付日期', type: 'date', free: true },
} as const satisfies Record<string, Attribute>

const workshopDemand = {
  trade: { label: '供需方式', type: 'select', dict: 'workshopTrade', only: ['4', '5'], required: true },
  areaMin: { label: '面积不小于', type: 'number', unit: '㎡', ...area, required: true },
  areaMax: { label: '面积不大于', type: 'number', unit: '㎡', ...area },
  rentMax: { label: '租金不高于', type: 'number', unit: '元/㎡·月', ...rent, free: true },
  priceMax: { label: '售价不高于', type: 'number', unit: '元/㎡', min: 0, max: 1_000_000, decimals: 2, free: true },
  floorHeightMin: { label: '层高不低于', type: 'number', unit: '米', min: 1, max: 100, decimals: 2 },
  loadBearingMin: { label: '楼面承重不低于', type: 'number', unit: 'kg/㎡', min: 1, max: 100_000, decimals: 0 },
  craneTonMin: { label: '行车吨位不低于', type: 'number', unit: '吨', min: 0, max: 1000, decimals: 2 },
  elevatorTonMin: { label: '货梯载重不低于', type: 'number', unit: '吨', min: 0, max: 100, decimals: 2 },
  powerCapacityMin: { label: '配电容量不低于', type: 'number', unit: 'kVA', min: 0, max: 1_000_000, decimals: 0 },
  fireGrade: { label: '生产的火灾危险性类别', type: 'select', dict: 'fireGrade', hint: '厂房的类别不能低于它（甲最高）' },
  nature: { label: '厂房性质', type: 'multi', dict: 'workshopNature' },
  structure: { label: '结构', type: 'multi', dict: 'workshopStructure' },
  floor: { label: '楼层', type: 'multi', dict: 'workshopFloor' },
  facilities: { label: '需要的配套设施', type: 'multi', dict: 'workshopFacility' },
  needDate: { label: '最迟入驻日期', type: 'date', free: true },
} as const satisfies Record<string, Attribute>

const landDemand = {
  landNature: { label: '用地性质', type: 'multi', dict: 'landNature' },
  areaMin: { label: '面积不小于', type: 'number', unit: '亩', ...area, required: true },
  areaMax: { label: '面积不大于', type: 'number', unit: '亩', ...area },
  priceMax: { label: '价格不高于', type: 'number', unit: '万元/亩', ...price, free: true },
  supplyMode: { label: '供地方式', type: 'multi', dict: 'landSupplyMode' },
  taxPerMu: { label: '能承诺的亩均税收', type: 'number', unit: '万元/亩', ...price },
  investIntensity: { label: '能达到的投资强度', type: 'number', unit: '万元/亩', ...price },
  industry: { label: '所属产业', type: 'select', dict: 'industry' },
  needDate: { label: '最迟用地日期', type: 'date', free: true },
} as const satisfies Record<string, Attribute>

export const attributeSets = { landInfo, workshopInfo, landDemand, workshopDemand } as const
type KeysOf<K extends MarketKind> = keyof (typeof attributeSets)[K]
export type AttributeKey = { [K in MarketKind]: KeysOf<K> }[MarketKind] & string
export type AttributeValue = number | string | boolean | string[]
export type Attributes = { [K in AttributeKey]?: AttributeValue | null | undefined }

/** The attributes of a kind, in the order of its form. */
export const attributesOf = (kind: MarketKind): readonly (readonly [AttributeKey, Attribute])[] =>
  Object.entries(attributeSets[kind]) as [AttributeKey, Attribute][]
/** Dictionaries with the options of a kind. */
export const dictionariesOf = (kind: MarketKind): string[] => [
  ...new Set(attributesOf(kind).flatMap(([, { dict }]) => (dict === undefined ? [] : [dict]))),
]
