import type { Field } from '../engine/index.ts'
import { tradeReader } from './industries.ts'
import { figuresIn } from './figures.ts'
import { placeIn } from './places.ts'
import { qualitiesIn } from './qualities.ts'
import { clausesOf, withoutOthers } from './not-own.ts'
import { quantities } from './quantities.ts'
import type { Said, SaidFact, Span } from './said.ts'
import { normal } from './written-numbers.ts'
import { numberWays, qualityWays, type NumberWay, type QualityWay } from './ways-to-say.ts'

interface Catalogue {
  fields: readonly Field[]
  industries: readonly { value: string; label: string }[]
}

/** The options of these fields are names in themselves (省级未来工厂). */
const NAMED_OPTIONS = ['smartFactory', 'firstSetLevel']
const withoutBrackets = (label: string): string => normal(label).replace(/[(（][^()（）]*[)）]|[“”"]/g, '')
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Reads facts of a company from plain words. Pure; `today` decides what 去年 means. An uncertain statement is not used as a fact. */
export function factReader({ fields, industries }: Catalogue): (words: string, today: string) => Said {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const trades = tradeReader(industries, byKey.get('sizingIndustry')!)
  const numbers = [...numberWays, ...labelledNumbers(fields)]
  const qualities = [...qualityWays, ...namedQualities(fields)]
  return (words, today) => {
    const text = normal(words).replace(/[“”"'‘’]/g, '')
    const { own, others } = withoutOthers(text)
    const { facts: figures, open } = figuresIn(own, today, numbers)
    const said: SaidFact[] = [
      ...figures,
      ...qualitiesIn(own, qualities).map(standing),
      ...certificate(own),
      ...accidents(own),
      ...patents(own),
      ...once(trades(own)).map(standing),
      ...placeIn(own),
    ]
    const unread = [...others.filter((clause) => quantities(clause).some(({ kind }) => kind !== 'bare')), ...unknown(own)]
    const { facts, torn } = settled(said, byKey)
    return { text, facts, open: [...new Set([...open, ...[...unread, ...clausesWith(torn, text)].map((clause) => clause.slice(0, 24))])] }
  }
}

/** Clauses with statements about the company that no field stores. */
const unknown = (text: string): string[] =>
  clausesOf(text)
    .map(({ from, to }) => text.slice(from, to))
    .filter((clause) => /欠税|偷税|漏税|半个亿/.test(clause))

const spanOf = ({ index, 0: found }: RegExpExecArray): Span => ({ from: index, to: index + found.length })
const standing = ({ key, value, from, to }: Span & { key: string; value: unknown }): SaidFact => ({ key, value, at: [{ from, to }] })

/** What 今年首次认定 states besides the certification. */
const certificate = (text: string): SaidFact[] => {
  if (!/高新技术企业|高企|高新企业/.test(text) || /怎么|如何|想|打算|准备|申报|申请|吗/.test(text)) return []
  if (/今年(?:刚|新)?(?:首次|第一次)(?:被|通过)?认定|今年新认定/.test(text)) return [{ key: 'hnteEvent', value: 'first' }]
  if (/今年(?:通过了?)?重新认定/.test(text)) return [{ key: 'hnteEvent', value: 'renew' }]
  return []
}

/** 没有专利 states that there are none of both kinds. */
function patents(text: string): SaidFact[] {
  const found = /(?<!有)(?:没有?|无|零)(?:任何|一个|一项|申请过?)?(?:专利(?!的|费|权质押)|知识产权(?!的|质押))/.exec(text)
  return found ? ['ipType1', 'ipType2'].map((key) => ({ key, value: 0, at: [spanOf(found)] })) : []
}

/** Accidents within one year also lie within three; none within three years means none within one. */
function accidents(text: string): SaidFact[] {
  const found =
    /(近三年|三年内|近一年|一年内|去年)?[^,，。;；]{0,6}?(没有?|未|无|从未|从没)?(?:发生|出)?过?(?:任何)?重大(?:的)?(?:安全|质量|环境)(?:生产)?(?:责任)?事故/.exec(
      text,
    )
  if (!found || /是否|有没有|怎么/.test(text)) return []
  const [, period, none] = found
  const keys = ['majorAccident1y', 'majorAccident3y']
  const at = [spanOf(found)]
  if (none) return (period && !period.includes('三') ? keys.slice(0, 1) : keys).map((key) => ({ key, value: false, at }))
  return period && !period.includes('三') && /发生|出/.test(found[0]) ? keys.map((key) => ({ key, value: true, at })) : []
}

/** Two trades count as none: it is unclear which is the company's. */
const once = <T extends { value: unknown }>(found: readonly T[]): readonly T[] =>
  new Set(found.map(({ value }) => value)).size === 1 ? found.slice(0, 1) : []

/** The clauses that contain the given facts. */
const clausesWith = (facts: readonly SaidFact[], text: string): string[] =>
  clausesOf(text)
    .filter(({ from, to }) => facts.some(({ at = [] }) => at.some((span) => span.from < to && from < span.to)))
    .map(({ from, to }) => text.slice(from, to))

/** One valid value per field; contradictory statements are dropped (`torn`). */
function settled(said: readonly SaidFact[], byKey: ReadonlyMap<string, Field>): { facts: SaidFact[]; torn: SaidFact[] } {
  const groups = Map.groupBy(
    said.filter(({ key }) => byKey.has(key)),
    ({ key }) => key,
  )
  const facts: SaidFact[] = []
  const torn: SaidFact[] = []
  for (const group of groups.values()) {
    const [first] = group
    const isSame = group.every((one) => one.value === first!.value && one.min === first!.min && one.max === first!.max)
    if (isSame && fits(byKey.get(first!.key)!, first!)) facts.push({ ...first!, at: group.flatMap(({ at = [] }) => at) })
    else torn.push(...group)
  }
  return { facts, torn }
}

const fits = (field: Field, { value }: SaidFact): boolean => {
  if (value === undefined) return true
  if (field.type === 'integer') return Number.isInteger(value) && (value as number) >= 0
  if (field.type === 'number') return typeof value === 'number' && Number.isFinite(value) && (field.max === undefined || value <= field.max)
  return true
}

const KINDS: Readonly<Record<string, NumberWay['kind']>> = {
  万元: 'money',
  人: 'people',
  项: 'count',
  件: 'count',
  个: 'count',
  年: 'year',
  '%': 'percent',
  ratio: 'percent',
}
/** Every number can also be called by its label. */
const labelledNumbers = (fields: readonly Field[]): NumberWay[] =>
  fields.flatMap((field): NumberWay[] => {
    const kind = KINDS[field.unit ?? '']
    const label = withoutBrackets(field.label)
    const isPlain = /[\p{Script=Han}]{4,}/u.test(label) && !/^(?:上|再|本)年?度?|^上上|Y\d$/.test(label) && !/Y\d$/.test(field.key)
    return kind && isPlain && !field.derived ? [{ key: field.key, kind, words: new RegExp(literal(label)) }] : []
  })
const namedQualities = (fields: readonly Field[]): QualityWay[] =>
  fields.flatMap((field): QualityWay[] => {
    const label = withoutBrackets(field.label)
    if (field.type === 'boolean' && !field.derived && label.length >= 5 && !/[，、/]/.test(label))
      return [{ key: field.key, words: new RegExp(literal(label)) }]
    if (!NAMED_OPTIONS.includes(field.key)) return []
    return (field.options ?? [])
      .filter(({ value }) => value !== 'none')
      .map(({ value, label: name }) => ({
        key: field.key,
        value,
        not: undefined,
        thisYear: true as const,
        words: new RegExp(`${literal(withoutBrackets(name))}套?`),
      }))
  })
