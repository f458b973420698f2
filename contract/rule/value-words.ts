import { rational, toDecimal } from './decimal.ts'
import type { WordedField } from './vocabulary.ts'

/** More decimals than any number in a rule has, so that its text is never rounded. */
const EXACT = 15

/** Numbers for readers: at most 4 decimals, ratios as percentages with at most 2 (more where that would hide a difference). */
export function figure(value: number | null | undefined, unit: string | null | undefined, digits = 4): string {
  if (value == null || !Number.isFinite(value)) return '—'
  const exact = rational(value)
  if (unit === 'ratio') return `${toDecimal({ n: exact.n * 100n, d: exact.d }, Math.max(2, digits - 2))}%`
  const text = toDecimal(exact, digits)
  return unit === '%' ? `${text}%` : unit && unit !== '日期' ? `${text}${unit}` : text
}

/** A number of a rule, with all its decimals. */
export const exactFigure = (value: number | null | undefined, unit?: string | null): string => figure(value, counted(unit), EXACT)
export const wan = (value: number | null | undefined): string => exactFigure(value, '万元')
/** “每人500元”, “每项1万元”: below 1000元 the unit is 元. */
export const eachInWords = (amount: number): string => (amount > 0 && amount < 0.1 ? inYuan(amount) : wan(amount))
export const inYuan = (to: number): string => (to >= 1 ? wan(to) : exactFigure(Math.round(to * 1e8) / 1e4, '元'))
/** “12个月” instead of “12月”. */
const counted = (unit: string | null | undefined) => (unit === '月' ? '个月' : unit)

/** A value of a field for readers: 是/否, option labels, units. */
export function valueInWords(field: WordedField | undefined, value: unknown, unit?: string | null, digits = 4): string {
  if (value === undefined || value === null) return '未填写'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return figure(value, unit ?? field?.unit, digits)
  if (Array.isArray(value) && value.some((each) => typeof each === 'object')) return `共${value.length}行`
  if (Array.isArray(value)) return value.length ? value.map((each) => valueInWords(field, each, unit, digits)).join('、') : '无'
  return field?.labels.get(String(value)) ?? String(value)
}

/** A value required by a rule, with all its decimals, in the unit of the judged field. */
export const requiredValue = (field: WordedField | undefined, value: unknown): string =>
  valueInWords(field, value, counted(field?.unit), EXACT)
