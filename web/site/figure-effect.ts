import { changesIn } from '../kit/form/save-effect.tsx'

export interface Counted {
  code: string
  label: string
  unit: string
}
type Values = Readonly<Record<string, unknown>>
const labels = { figure: '来源', name: '名称', value: '数值或内容', unit: '单位', asOf: '数据日期', source: '数据来源', order: '顺序' }

/** Where a value is from, by the name of the figure and never by its code. */
export const originIn = (figures: readonly Counted[], figure: unknown): string => {
  if (typeof figure !== 'string') return '手工填写'
  return figure ? `平台统计：${figures.find(({ code }) => code === figure)?.label ?? '已不再统计的数字'}` : '平台统计'
}

/** What a save changes of a figure. Value, date and source of a bound one are counted, and nothing that somebody changes. */
export function figureChanges(figures: readonly Counted[], before: Values, typed: Values): string {
  const { value, asOf, source, unit, ...rest } = typed
  const bound = typeof typed['figure'] === 'string'
  const counted = figures.find(({ code }) => code === typed['figure'])
  const own = bound ? (counted ? { unit: counted.unit } : {}) : { value, asOf, source, unit }
  const named = bound && !typed['name'] && counted ? { name: counted.label } : {}
  const origin = 'figure' in typed ? { figure: originIn(figures, typed['figure']) } : {}
  return changesIn(labels, { ...before, figure: originIn(figures, before['figure']) }, { ...rest, ...own, ...named, ...origin })
}
