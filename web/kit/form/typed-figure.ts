import { COMMA, digitsOf, misplacedComma } from '../../../contract/digits.ts'

interface Bounds {
  /** subject of the message, such as 核定金额 */
  what: string
  min: number
  max: number | null
  decimals: number
  unit?: string
}

/** Full-width digits become half-width (６０．５ is 60.5); the expected unit may follow. */
function plainly(text: string, unit: string): string {
  const plain = digitsOf(text)
  const said = unit.trim()
  return said && plain !== said && plain.endsWith(said) ? plain.slice(0, -said.length) : plain
}

/**
 * A typed figure, or in Chinese why it is invalid; null when nothing was typed. Nothing is clamped to its limits: a clamped sum would be
 * decided without having been seen.
 */
export function typedFigure(text: string, { what, min, max, decimals, unit = '' }: Bounds): { value: number } | { fault: string } | null {
  const plain = plainly(text, unit)
  if (plain === '') return null
  if (misplacedComma(plain)) return { fault: COMMA }
  if (!/^-?\d{1,15}(?:\.\d*)?$/.test(plain)) return { fault: `${what}应为数字` }
  if ((plain.split('.')[1]?.length ?? 0) > decimals) return { fault: decimals === 0 ? `${what}应为整数` : `${what}最多 ${decimals} 位小数` }
  const value = Number(plain)
  if (value < min) return { fault: `${what}不能小于 ${min}${unit}` }
  return max !== null && value > max ? { fault: `${what}不能大于 ${max}${unit}` } : { value }
}

/** The figure of a text, for a form that must distinguish invalid from empty: null for empty, NaN for invalid. */
export function readFigure(text: string, bounds: Bounds): { value: number | null; fault: string | null } {
  const read = typedFigure(text, bounds)
  if (read === null) return { value: null, fault: null }
  if ('value' in read) return { value: read.value, fault: null }
  const plain = plainly(text, bounds.unit ?? '')
  return { value: /^-?\d{1,15}(?:\.\d*)?$/.test(plain) ? Number(plain) : NaN, fault: read.fault }
}

export const figureText = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value))
