import { COMMA, digitsOf, misplacedComma } from '../digits.ts'

/** Parses a typed number. Nothing typed is ignored: the result is a number with an echo of what was understood, or a fault in words. */

/** Value of a unit in 元. */
const MONEY: Readonly<Record<string, number>> = {
  元: 1,
  千: 1e3,
  千元: 1e3,
  万: 1e4,
  万元: 1e4,
  百万: 1e6,
  百万元: 1e6,
  千万: 1e7,
  千万元: 1e7,
  亿: 1e8,
  亿元: 1e8,
}
const COUNT: Readonly<Record<string, number>> = { 千: 1e3, 万: 1e4, 亿: 1e8 }

export interface Asked {
  type: string
  /** 万元, 人, ratio (typed in per cent) … */
  unit: string | null
  min?: number | null | undefined
  max?: number | null | undefined
}
export type Typed = { value: number; /** as understood, if typed differently */ echo: string | null } | { fault: string } | null

const shown = (n: number) => n.toLocaleString('zh-CN', { maximumFractionDigits: 10 })

/** null: nothing was typed. "2600万", "0.26亿", "２，６００ 万元" become 2,600 when the unit is 万元. */
export function typedNumber(text: string, { type, unit, min, max }: Asked): Typed {
  const plain = digitsOf(text)
  if (plain === '') return null
  if (misplacedComma(text)) return { fault: COMMA }
  const parts = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(\D*)$/.exec(plain)
  if (!parts) return { fault: '请填写数字' }
  const [, digits = '', suffix = ''] = parts
  const factor = factorOf(suffix, unit)
  if (factor === null) return { fault: unit && unit !== 'ratio' ? `请填写数字，单位是${unit}` : '请填写数字' }
  // Twelve digits remove the rounding noise of multiplying decimals.
  const value = Number((Number(digits) * factor).toPrecision(12))
  if (Math.abs(value) > 1e15) return { fault: '数值过大' }
  if (type === 'integer' && !Number.isInteger(value)) return { fault: `请填写整数${unit && unit !== 'ratio' ? `（${unit}）` : ''}` }
  const least = min ?? (type === 'integer' ? 0 : null)
  const scale = unit === 'ratio' ? 100 : 1
  const mark = unit === 'ratio' ? '%' : ''
  if (least !== null && value < least) return { fault: `不能小于 ${least * scale}${mark}` }
  if (max !== null && max !== undefined && value > max) return { fault: `不能大于 ${max * scale}${mark}` }
  return { value, echo: suffix === '' && plain === text.trim() ? null : wordsOf(value, unit) }
}

const wordsOf = (value: number, unit: string | null): string =>
  unit === 'ratio' ? `${shown(Number((value * 100).toPrecision(12)))}%` : `${shown(value)}${unit ? ` ${unit}` : ''}`

/** The factor of a unit; null when the unit is unknown here. */
function factorOf(suffix: string, unit: string | null): number | null {
  if (unit === 'ratio') return suffix === '' || suffix === '%' ? 0.01 : null
  if (suffix === '' || suffix === unit) return 1
  if (unit === '万元' || unit === '元') {
    const money = MONEY[suffix]
    return money === undefined ? null : money / MONEY[unit]!
  }
  return COUNT[suffix] ?? COUNT[suffix.slice(0, unit ? -unit.length : undefined)] ?? null
}
