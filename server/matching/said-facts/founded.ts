import type { Span } from './said.ts'
import { numberOf } from './written-numbers.ts'

export interface Figure {
  key: string
  /** its place in the text: the quantity and its name */
  at: readonly Span[]
  value?: unknown
  min?: number
  max?: number
  about?: true
  strict?: readonly ('min' | 'max')[]
}

const FOUNDED = '(?:成立|注册|创办|创立|开办|开业|设立|登记|建厂|[办建开](?:起来)?的)'
const MONTH = '(\\d{1,2}|[一二三四五六七八九十]{1,2})月'
/** A registration date, or a year from which the years since follow. */
export function founded(text: string, { from, to }: Span, today: string): Figure | undefined {
  const found = new RegExp(
    `((?:19|20)\\d\\d)年(?:${MONTH})?(?:(\\d{1,2})[日号])?(?:份|底|初)?(?:才|刚|重新)?${FOUNDED}(?!资)|${FOUNDED}(?!资)(?:于|日期|时间|在|是|为){0,3}((?:19|20)\\d\\d)年(?:${MONTH})?(?:(\\d{1,2})[日号])?`,
  ).exec(text.slice(from, to))
  if (!found) return undefined
  const at = [{ from: from + found.index, to: from + found.index + found[0].length }]
  const [year, saidMonth, day] = [found[1] ?? found[4]!, found[2] ?? found[5], found[3] ?? found[6]]
  const month = saidMonth && String(numberOf(saidMonth))
  if (month && day) return { key: 'registeredDate', at, value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
  const years = Number(today.slice(0, 4)) - Number(year) - (month && Number(today.slice(5, 7)) < Number(month) ? 1 : 0)
  return years >= 1 ? { key: 'operatingYears', at, value: years, about: true } : undefined
}
