import { messages } from '../../../contract/messages.ts'

/**
 * Values shown as 无 (spec §5, V038): null, undefined, empty text, and the strings that a server may write for them. 0 and false are values.
 */
export const isNone = (value: unknown): boolean =>
  value === null
  || value === undefined
  || value === ''
  || value === 'null'
  || value === 'undefined'
  || (typeof value === 'number' && Number.isNaN(value))
  || (Array.isArray(value) && value.length === 0)

/** Any value as text for reading; null-ish values as 无 (M058). */
export const show = (value: unknown): string => {
  if (isNone(value)) return messages.none
  if (Array.isArray(value)) return value.map(show).join('、')
  return String(value)
}

/**
 * With thousands separators; empty values as 无. Without `decimals` a figure keeps its typed decimals; ten digits only hide rounding noise.
 */
export const showNumber = (value: number | string | null | undefined, decimals?: number): string => {
  if (isNone(value)) return messages.none
  const n = Number(value)
  if (Number.isNaN(n)) return show(value)
  return n.toLocaleString(
    'zh-CN',
    decimals === undefined ? { maximumFractionDigits: 10 } : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  )
}

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A file size: whole numbers up to KB, one decimal from MB on. */
export const showSize = (bytes: number): string => {
  const step = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), SIZES.length - 1)
  return `${(bytes / 1024 ** step).toFixed(step < 2 ? 0 : 1)} ${SIZES[step]}`
}
