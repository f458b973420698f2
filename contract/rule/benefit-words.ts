import { heldAgainst, inOneSentence } from './condition-words.ts'
import { ExpressionError, parseExpression } from './expression.ts'
import { closesAtEnd, formulaInWords } from './formula-words.ts'
import { NEGOTIATED } from './priced.ts'
import type { Benefit, Factor, Rounding, Tier } from './types.ts'
import { eachInWords, exactFigure, inYuan, requiredValue, wan } from './value-words.ts'
import { isComputed, type Vocabulary, type WordedField } from './vocabulary.ts'

/** One part of a benefit: its subject and its text. */
export interface BenefitPart {
  what: string
  text: string
  /** one of the benefits that are paid together, with its own parts */
  inner?: true
}

/** The benefit as one sentence, generated only from what is calculated: “按年度云服务费用的30%计算；最高50万元”. */
export const benefitSentence = (words: Vocabulary, benefit: Benefit, joint = '；'): string =>
  benefitParts(words, benefit)
    .map(({ what, text }, n, all) => `${text}${n === all.length - 1 ? '' : what === PRECONDITION ? '，' : joint}`)
    .join('')

/** The condition of who gets it is part of a sentence: “高新技术企业的，定额20万元”. */
const PRECONDITION = '前置条件'
const part = (what: string, text: string): BenefitPart => ({ what, text })

/** The parts of a benefit in the order of calculation. */
export function benefitParts(words: Vocabulary, benefit: Benefit): BenefitPart[] {
  const { when, cap, payout, exclusiveGroup } = benefit
  return [
    ...(when ? [part(PRECONDITION, `${inOneSentence(words, when)}的`)] : []),
    ...standard(words, benefit),
    ...(benefit.factors ?? []).map((factor) => part('系数', factorText(words, factor))),
    ...(benefit.floor == null ? [] : [part('保底', `不足${wan(benefit.floor)}的按${wan(benefit.floor)}计`)]),
    ...(cap == null ? [] : [part('封顶', `${benefit.kind === 'group' ? '以上各项合计' : ''}最高${wan(cap)}`)]),
    ...(benefit.limits ?? []).map((key) => part('不超过', `最高不超过${heldAgainst(moneyInWords(words, key))}`)),
    ...(benefit.less ?? []).map((key) => part('扣除', `扣除${moneyInWords(words, key)}，只补差额`)),
    ...(benefit.rounding ? [part('取整', roundingWords(benefit.rounding))] : []),
    ...(benefit.upperBound ? [part('核定', '以上为上限，实际以主管部门核定为准')] : []),
    ...(benefit.optional ? [part('未填', '未填写的按0计')] : []),
    ...(payout?.length ? [part('兑付', instalments(benefit, payout))] : []),
    ...(exclusiveGroup ? [part('不叠加', `同组（${exclusiveGroup}）各项只取最高一项`)] : []),
  ]
}

/** For example “不足1万元的部分舍去”, “四舍五入到0.01万元”. */
export const roundingWords = ({ to, way }: Rounding): string => (way === 'down' ? `不足${inYuan(to)}的部分舍去` : `四舍五入到${inYuan(to)}`)

/** The instalments of a payment; if each has a condition, with the condition: “分2次兑付：签约后40%、验收通过后60%”. */
function instalments(benefit: Benefit, payout: readonly number[]): string {
  const terms = benefit.payoutTerms ?? []
  return terms.length === payout.length && terms.every(Boolean)
    ? `分${payout.length}次兑付：${payout.map((share, i) => `${terms[i]}${exactFigure(share, 'ratio')}`).join('、')}`
    : `分${payout.length}年兑付：${payout.map((share, i) => instalment(benefit, share, i)).join('、')}`
}
const instalment = ({ payoutTerms }: Benefit, share: number, year: number): string =>
  `第${year + 1}年${exactFigure(share, 'ratio')}${payoutTerms?.[year] ? `（${payoutTerms[year]}）` : ''}`

/** For example “认定为高企的，按120%计算”, “按企业规模调整：小型100%、中型80%”. */
function factorText(words: Vocabulary, factor: Factor): string {
  if ('when' in factor) return `${inOneSentence(words, factor.when)}的，按${exactFigure(factor.times, 'ratio')}计算`
  const field = words.field(factor.field)
  const options = inOptionOrder(field, factor.map).map(([value, times]) => `${requiredValue(field, value)}${exactFigure(times, 'ratio')}`)
  return `按${field?.label ?? (factor.field || '（未选）')}调整：${options.join('、')}，未列出的不调整`
}

/** In the order of the field’s options, because the database keeps keys in its own order. */
function inOptionOrder<T>(field: WordedField | undefined, map: Readonly<Record<string, T>>): [string, T][] {
  const order = [...(field?.labels.keys() ?? [])]
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return Object.entries(map).sort(([a], [b]) => place(a) - place(b))
}

/** Puts a sum in brackets when a share of it is taken: “（甲 − 乙）的50%”, not “甲 − 乙的50%”; a product needs none. */
const whole = (label: string): string => (/ [+−] /.test(outside(label)) ? `（${label}）` : label)

/** The text without the content of brackets. */
function outside(text: string): string {
  let depth = 0
  return [...text]
    .filter((char) => {
      if (char === '（') depth++
      else if (char === '）') depth--
      else return depth === 0
      return false
    })
    .join('')
}

/** The parts of the payment, by kind. */
function standard(words: Vocabulary, benefit: Benefit): BenefitPart[] {
  const label = (key: string) => words.field(key)?.label ?? (key || '（未选）')
  switch (benefit.kind) {
    case 'fixed':
      return [part('标准', `定额${wan(benefit.amount)}`)]
    case 'rate':
      return [
        part(
          '标准',
          `按${benefit.rate === 1 ? moneyInWords(words, benefit.base) : `${whole(label(benefit.base))}的${exactFigure(benefit.rate, 'ratio')}`}计算`,
        ),
      ]
    case 'perUnit': {
      const unit = words.field(benefit.base)?.unit
      const each = !unit || unit === 'ratio' || unit === '%' ? '每单位' : unit === '万元' ? '每万元' : `每${unit}`
      return [part('标准', `按${whole(label(benefit.base))}${each}${eachInWords(benefit.unitAmount)}计算`)]
    }
    case 'reach': {
      const unit = words.field(benefit.base)?.unit
      const levels = [...benefit.levels].sort((a, b) => a.from - b.from)
      const kept = benefit.pays === 'full' ? '达到更高一档的按该档全额' : '达到更高一档的补足差额'
      return [
        part('标准', `按${label(benefit.base)}达到的最高一档定额`),
        ...levels.map((level, i) => part(`第${i + 1}档`, `满${exactFigure(level.from, unit)}的${wan(level.amount)}`)),
        ...(benefit.before ? [part('此前', `此前已达到的水平按“${label(benefit.before)}”计，${kept}`)] : []),
      ]
    }
    case 'perStep': {
      const unit = words.field(benefit.base)?.unit
      const above = benefit.above ? `超过${exactFigure(benefit.above, unit)}的部分` : ''
      return [
        part(
          '标准',
          `${whole(label(benefit.base))}${above}每满${unit === 'ratio' ? points(benefit.step) : exactFigure(benefit.step, unit)}奖励${wan(benefit.amount)}，不足一个整数档的不计`,
        ),
        ...(benefit.before ? [part('此前', `此前已达到的水平按“${label(benefit.before)}”计，只奖新增的整数档`)] : []),
      ]
    }
    case 'tierRate':
      return tiers(words, benefit, label(benefit.base))
    case 'lookup':
    case 'lookupRange': {
      const field = words.field(benefit.field)
      // Options with amount 0 count as not listed.
      const entries = inOptionOrder<number | readonly number[]>(field, benefit.map).filter(([, amount]) => amount !== 0)
      return [
        part('标准', `按${label(benefit.field)}${benefit.kind === 'lookup' ? '定额' : '在区间内核定'}，未列出的不支持`),
        ...entries.map(([value, amount]) => part(requiredValue(field, value), `${requiredValue(field, value)}${amounts(amount)}`)),
      ]
    }
    case 'group':
      return [
        part(
          '标准',
          benefit.combine !== 'max' ? '以下各项合计' : (benefit.best ?? 1) > 1 ? `以下各项取高的${benefit.best}项` : '以下各项就高一项',
        ),
        ...benefit.items.map((item): BenefitPart => ({
          what: '分项',
          text: `${item.name || '扶持'}：${benefitSentence(words, item, '，')}`,
          inner: true,
        })),
      ]
    case 'expr':
      return [
        part('标准', `按算式：${formula(words, benefit.expr)}`),
        ...Object.entries(benefit.defaults ?? {}).map(([key, value]) =>
          part('缺省', `${label(key)}没有填写的，按“${requiredValue(words.field(key), value)}”计`),
        ),
      ]
    case 'honor':
      return [part('标准', '资质荣誉，无直接资金')]
    case 'negotiated':
      return [part('标准', NEGOTIATED)]
    case 'ref':
      return [part('标准', `按“${words.policy(benefit.ref) ?? benefit.ref}”执行`)]
  }
}

const amounts = (amount: number | readonly (number | null)[] | null): string =>
  typeof amount === 'object' && amount !== null ? `${wan(amount[0])}至${wan(amount[1])}` : wan(amount)

function tiers(words: Vocabulary, benefit: Benefit & { kind: 'tierRate' }, base: string): BenefitPart[] {
  const unit = words.field(benefit.base)?.unit
  const add = benefit.rateAdd
  return [
    part('标准', benefit.mode === 'marginal' ? `按${base}超额累进，分档比例` : `按${base}全额乘以所在档的比例`),
    ...benefit.tiers.map((tier, i) => part(`第${i + 1}档`, `${stretch(tier, unit)}${exactFigure(tier.rate, 'ratio')}`)),
    ...(add ? [part('加成', `${inOneSentence(words, add.when)}的，比例再加${points(add.add)}`)] : []),
  ]
}
const points = (share: number) => exactFigure(share, 'ratio').replace('%', '个百分点')

/** Both ends belong to a tier by default (engine benefit.ts). */
function stretch({ min, minInclusive, max, maxInclusive }: Tier, unit: string | null | undefined): string {
  const end = (value: number, inclusive: boolean | null | undefined) =>
    `${exactFigure(value, unit)}（${inclusive === false ? '不含' : '含'}）`
  if (min == null && max == null) return '不限'
  if (max == null) return `${end(min!, minInclusive)}以上`
  return min == null ? `${end(max, maxInclusive)}以下` : `${end(min, minInclusive)}至${end(max, maxInclusive)}`
}

/** A formula for money: its plain numbers are 万元. */
export function moneyInWords(words: Vocabulary, key: string): string {
  const field = words.field(key)
  const isMoney = isComputed(key) && (field?.unit == null || field.unit === '万元')
  return isMoney ? formula(words, key.slice(1)) : (field?.label ?? (key || '（未选）'))
}

/** An unreadable formula is shown as typed. */
function formula(words: Vocabulary, source: string): string {
  try {
    return formulaInWords(words, parseExpression(source)).replace(/^（(.*)）$/, (whole, inner: string) =>
      closesAtEnd(whole) ? inner : whole,
    )
  } catch (error) {
    if (error instanceof ExpressionError) return source
    throw error
  }
}
