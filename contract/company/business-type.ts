/**
 * Kinds of business after the sections of GB/T 4754; they decide which expansion tables a company fills in. No schemas, because screens
 * import this file.
 */
export const businessTypes = {
  industry: '工业',
  construction: '建筑业',
  agriculture: '农林牧渔业',
  trade: '批发零售业',
  hospitality: '住宿餐饮业',
  service: '其他服务业',
} as const
export type BusinessType = keyof typeof businessTypes
export const businessTypeCodes = Object.keys(businessTypes) as BusinessType[]
export const businessTypeOptions = businessTypeCodes.map((value) => ({ label: businessTypes[value], value }))
/** Marks a table for companies of every kind. */
export const EVERY_BUSINESS_TYPE = 'all'
export const EVERY_BUSINESS_TYPE_LABEL = '全部类型'

/** The kind of business of an industry code (two digits or more); null without a code. */
export function businessTypeOf(industryCode: string | null): BusinessType | null {
  const division = Number(/^\d{2}/.exec(industryCode ?? '')?.[0] ?? Number.NaN)
  if (Number.isNaN(division) || division < 1 || division > 97) return null
  if (division <= 5) return 'agriculture'
  if (division <= 46) return 'industry'
  if (division <= 50) return 'construction'
  if (division <= 52) return 'trade'
  if (division === 61 || division === 62) return 'hospitality'
  return 'service'
}
