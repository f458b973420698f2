import { attributesOf, dictionariesOf, type AttributeValue, type Attributes } from '../../contract/market/attributes.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { choosable, dictionaryChoices, labelsByValue, type DictionaryChoice } from '../kernel/offers/dictionary-choices.ts'
import { perKernel } from '../kernel/per-kernel.ts'

export { streetsOf } from '../system/index.ts'

const REGION = 'region'
/** Labels by dictionary and code; of the values that can be chosen, or also of those that stored items still hold. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>

async function read(db: Db, kinds: readonly MarketKind[], only: (all: DictionaryChoice[]) => DictionaryChoice[]): Promise<Names> {
  const found = await dictionaryChoices(db, [...new Set([...kinds.flatMap(dictionariesOf), REGION])])
  return new Map([...found].map(([type, all]) => [type, labelsByValue(only(all))]))
}
/** Labels for the dictionaries of a kind and the streets, with disabled values. */
export const namesFor = (db: Db, kinds: readonly MarketKind[]): Promise<Names> => read(db, kinds, (all) => all)
/** The same without disabled values: what can be chosen. */
export const offeredFor = (db: Db, kinds: readonly MarketKind[]): Promise<Names> => read(db, kinds, choosable)
const kept = perKernel(() => new Freshness())
/** Names for reading, up to four seconds old. Input is checked against the present names. */
export const keptNames = (k: Kernel, kind: MarketKind): Promise<Names> => kept(k).get(kind, () => namesFor(k.db, [kind]))

export const streetName = (names: Names, codes: readonly string[]): string =>
  codes.map((code) => names.get(REGION)?.get(code) ?? code).join('、')

/** The streets of a supply or demand in words; none means the whole county. */
export const streetsText = (names: Names, codes: readonly string[]): string => (codes.length === 0 ? '全县' : streetName(names, codes))

// One for all: `toLocaleString` makes a format for every number, which took most of the time of a list.
const { format: figure } = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4, useGrouping: false })
/** One value in words, with its unit. */
export function valueText(
  names: Names,
  { type, dict, unit }: { type: string; dict?: string; unit?: string },
  value: AttributeValue | null | undefined,
): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return `${figure(value)}${unit ? ` ${unit}` : ''}`
  const words = (code: string) => (dict ? (names.get(dict)?.get(code) ?? code) : code)
  if (Array.isArray(value)) return value.map(words).join('、')
  return `${words(value)}${type === 'text' && unit ? ` ${unit}` : ''}`
}
/** The attributes of an item in words, in the order of its form, without empty ones. */
export const factsText = (names: Names, kind: MarketKind, facts: Attributes): { key: string; name: string; value: string }[] =>
  attributesOf(kind).flatMap(([key, attribute]) => {
    const value = valueText(names, attribute, facts[key])
    return value === '' ? [] : [{ key, name: attribute.label, value }]
  })

/** The size of an item in words; of a demand as a range. */
export function areaText(kind: MarketKind, facts: Attributes): string {
  const of = (key: keyof Attributes) => (typeof facts[key] === 'number' ? figure(facts[key]) : null)
  if (kind === 'landInfo') return `${of('landArea') ?? '—'} 亩`
  if (kind === 'workshopInfo') return `${of('rentArea') ?? '—'} ㎡${of('minArea') ? `，${of('minArea')} ㎡ 起分割` : ''}`
  const unit = kind === 'landDemand' ? '亩' : '㎡'
  const [low, high] = [of('areaMin'), of('areaMax')]
  return high === null ? `${low} ${unit}以上` : low === high ? `${low} ${unit}` : `${low}～${high} ${unit}`
}
export function priceText(kind: MarketKind, facts: Attributes): string {
  const of = (key: keyof Attributes, unit: string) => (typeof facts[key] === 'number' ? `${figure(facts[key])} ${unit}` : null)
  if (kind === 'landInfo') return of('price', '万元/亩') ?? '价格面议'
  if (kind === 'workshopInfo') {
    const [rent, sale] = [of('rentPrice', '元/㎡·月'), of('salePrice', '元/㎡')]
    return [rent && `租金 ${rent}`, sale && `售价 ${sale}`].filter(Boolean).join('，') || '价格面议'
  }
  if (kind === 'landDemand') return of('priceMax', '万元/亩') ? `不高于 ${of('priceMax', '万元/亩')}` : '价格面议'
  const [rent, sale] = [of('rentMax', '元/㎡·月'), of('priceMax', '元/㎡')]
  return [rent && `租金不高于 ${rent}`, sale && `售价不高于 ${sale}`].filter(Boolean).join('，') || '价格面议'
}
