import type { FactSource, FactValue } from '../../contract/company.ts'
import { lateDate } from '../../contract/matching/asked.ts'
import { messages } from '../../contract/messages.ts'
import { isRealDate } from '../../contract/real-date.ts'
import { isUsualMobile, usualNumber } from '../../contract/usual-number.ts'
import rows from '../../seed/data/fields.json' with { type: 'json' }

/** One field of the catalogue: a question of the archive and the type of its answer. */
export interface CatalogueField {
  key: string
  label: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'enum' | 'multiEnum' | 'date'
  unit: string | null
  options: { value: string; label: string }[] | null
  question: string | null
  group: string
  derived?: boolean
  dict?: string
  min?: number
  max?: number
  /** the only authority that may report it, for a field defined by an editor */
  reportedBy?: FactSource
  /** not asked of companies and not shown in their archive */
  staffOnly?: boolean
}

const all = rows as CatalogueField[]
const shipped = all.filter((f) => !f.derived)
const inUse = [...shipped]
/** All fields that are asked, the editors' own fields last. Derived figures are computed from them and never stored. */
export const archiveFields: readonly CatalogueField[] = inUse
const byKey = new Map(shipped.map((f) => [f.key, f]))

/** Replaces the editors' own fields by the raw fields that are now in use. */
export function takeOwnArchiveFields(own: readonly CatalogueField[]): void {
  for (const { key } of inUse.splice(shipped.length)) byKey.delete(key)
  for (const field of own) {
    inUse.push(field)
    byKey.set(field.key, field)
  }
}
export const archiveFieldOf = (key: string): CatalogueField | undefined => byKey.get(key)
export const factLabel = (key: string): string => byKey.get(key)?.label ?? key
export const archiveGroups = (): readonly string[] => [...new Set(archiveFields.map((f) => f.group))]

/** Persons and phones are stored sealed in columns of the company, never among the facts (P-03). */
export const personalKeys = ['legalPerson', 'legalPersonPhone', 'contactPerson', 'contactPhone'] as const
export type PersonalKey = (typeof personalKeys)[number]
export const isPersonal = (key: string): key is PersonalKey => (personalKeys as readonly string[]).includes(key)

const official: Record<string, FactSource> = {
  companyName: '市场监管',
  creditCode: '市场监管',
  registeredDate: '市场监管',
  regionCode: '市场监管',
  regType: '市场监管',
  registeredCapital: '市场监管',
  address: '市场监管',
  legalPerson: '市场监管',
  abnormalList: '市场监管',
  seriousDishonest: '市场监管',
  wageArrears: '人力社保',
  researchDishonest: '科技',
  majorAccident1y: '应急管理',
  majorAccident3y: '应急管理',
}
/** The only authority that may report this value, so that a company cannot clear its own penalties; null when the company reports it. */
export const officialSourceOf = (key: string): FactSource | null => official[key] ?? byKey.get(key)?.reportedBy ?? null

/** The fields that every policy asks for. The archive counts as complete when all of them are known. */
export const coreKeys: readonly string[] = [
  'companyName',
  'creditCode',
  'registeredDate',
  'regionCode',
  'countyRegistered',
  'regType',
  'industryCode',
  'legalPerson',
  'contactPerson',
  'contactPhone',
  'registeredCapital',
  'address',
  'mainProduct',
  'employees',
  'techStaff',
  'rdStaff',
  'revenueY1',
  'revenueY2',
  'rdExpenseY1',
  'rdExpenseY2',
  'totalAssetsY1',
  'totalLiabilitiesY1',
  'netAssetsY1',
  'netProfitY1',
  'hasCoreIpOwnership',
  'ipType1',
  'ipType2',
  'isHNTE',
  'isScaleAbove',
  'prohibitedIndustry',
  'majorAccident1y',
  'researchDishonest',
  'abnormalList',
  'seriousDishonest',
  'wageArrears',
]

const isEmpty = (v: unknown) => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)
/** Completeness of the core fields in percent, rounded down so that 100 means all of them. */
export function completenessOf(known: (key: string) => unknown): { percent: number; missing: string[] } {
  const missing = coreKeys.filter((key) => isEmpty(known(key)))
  return { percent: Math.floor(((coreKeys.length - missing.length) / coreKeys.length) * 100), missing }
}

/** A fact as it is stored: mobile numbers in their usual form, text trimmed; blank text and empty lists become null. */
export function tidyFact(key: string, value: FactValue): FactValue {
  if (Array.isArray(value) && value.length === 0) return null
  if (typeof value !== 'string') return value
  return (isMobileKey(key) ? usualNumber(value) : value.trim()) || null
}
export const isMobileKey = (key: string) => key.endsWith('Phone')

/** Why a value does not fit its field, in Chinese; null when it fits. Choices from a dictionary are checked against the database. */
export function faultOf(field: CatalogueField, value: Exclude<FactValue, null>, latest = '9999-12-31'): string | null {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : '应为是或否'
    case 'integer':
    case 'number':
      return numberFault(field, value)
    case 'date':
      return typeof value === 'string' && isRealDate(value) ? lateDate(value, latest) : '日期格式应为 YYYY-MM-DD'
    case 'enum':
      return field.options?.some((o) => o.value === value) ? null : '请从选项中选择'
    case 'multiEnum':
      return Array.isArray(value) && new Set(value).size === value.length && value.every((v) => field.options?.some((o) => o.value === v))
        ? null
        : '请从选项中选择'
    case 'string':
      return textFault(field, value)
  }
}

function numberFault(field: CatalogueField, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
  if (field.type === 'integer' && !Number.isInteger(value)) return '应为整数'
  const mayBeNegative = ['netProfitY1', 'taxableIncomeY1', 'netAssetsY1', 'netAssetsY2', 'netAssetsY3'].includes(field.key)
  const min = field.min ?? (mayBeNegative ? -1e9 : 0)
  const max = field.max ?? (field.unit === 'ratio' ? 1 : field.unit === '%' ? 100 : 1e9)
  if (value < min) return `不能小于 ${min}`
  if (value > max) return `不能大于 ${max}`
  return null
}

function textFault(field: CatalogueField, value: unknown): string | null {
  if (typeof value !== 'string') return '应为文字'
  if (value.includes('\u0000') || !value.isWellFormed()) return '含有无法识别的字符'
  if (isMobileKey(field.key) && !isUsualMobile(value)) return messages.phoneFormat
  if (field.key === 'industryCode' && !/^\d{2,4}$/.test(value)) return '应为 2 至 4 位国民经济行业代码'
  return value.length > 200 ? '最多 200 个字' : null
}
