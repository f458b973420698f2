/** Numbers with units as people write them: 2,300万元, 两千五百万, 1.2个亿, 500w, 三五百万, 二十几个人, 百分之五, 100-150万, 不到一年. */

import type { Span } from './said.ts'
import { DIGITS, digitOf, LAST_OF_MONEY, numberOf, round } from './written-numbers.ts'

export type Kind = 'money' | 'foreign' | 'percent' | 'year' | 'period' | 'months' | 'people' | 'count' | 'level' | 'bare'
export interface Quantity {
  from: number
  to: number
  kind: Kind
  /** in 万元, percent, years, months or pieces; exact unless `min` or `max` is set */
  value?: number
  min?: number
  max?: number
  /** 大约, 左右 */
  about?: true
  /** 不到, 超过: the bound itself is excluded */
  strict?: true
  text: string
}

const FIGURE = '\\d+(?:\\.\\d+)?'
/** Private-use characters replace signs that count only in combination: 半年, 百分之, 500w. */
const [HALF_OF, PER_CENT, TEN_THOUSAND, A_LITTLE] = ['\ue000', '\ue001', '\ue002', '\ue003']
const readable = (text: string): string =>
  text
    .replace(/半(?=年)/g, HALF_OF)
    .replace(/百(?=分之)/g, PER_CENT)
    .replace(/(?<=差)一(?=点)/g, A_LITTLE)
    // 数百人 means the same as 几百人; 人数十人 means ten.
    .replace(/(?<!人)数(?=[十百千万亿])/g, '几')
    .replace(/w(?![a-z])/g, TEN_THOUSAND)
const original = (text: string): string => text.replaceAll(HALF_OF, '半').replaceAll(PER_CENT, '百').replaceAll(TEN_THOUSAND, 'w')
/** Every character can be matched in one way only, without backtracking: time grows linearly with the length of the text. */
// 过亿, 上万 and 亿元左右 say one of it; 万一 and 千万 say many things.
const ONE_OF = '(?<=[过破超上近])[万亿]|亿(?=元(?:左右|上下|出头|以上|级|规模)|级)'
const NUMBER = `${HALF_OF}|(?:${FIGURE}|[${DIGITS}十百千几](?:${FIGURE})?|${ONE_OF})(?:(?:[${DIGITS}十百千万亿几${TEN_THOUSAND}]|个亿)(?:${FIGURE})?)*`
const NUMBERS = new RegExp(NUMBER, 'g')
/** Words for bounds before a number; whether the bound itself is included is distinguished. */
const BOUNDS = {
  less: '不到|不足|少于|低于|小于|不满|还没到|没到|没有到|未到|没有达到|没达到|未达到|达不到|没满|未满|没有(?!超)|<',
  // 小两千万 and 近千人 mean slightly less, by an unknown amount. 最近, 附近, 很快, 大小 do not.
  nearly: `(?<![大中微较从矮缩很偏太更最])小|[将接]近|(?<![最附靠就远临新将接])近|(?<![很较太真变加更尽赶飞])快要?[到有]?|差${A_LITTLE}?点就?[到有]?`,
  below: '不超过|最多|至多|顶多|撑死|没有超过|没超过|未超过|不高于|不多于|<=|≤',
  // Matches 营收过亿, not 裁过员; 营收破亿, not 打破.
  exceeds: '不止|不只|超过|大于|高于|多于|突破|超|>|(?<=[收额值润产人数已刚])过|(?<!打)破',
  // 上百人, 上亿. 新上, 线上 and 以上 are other words.
  least: '至少|不少于|不低于|不小于|起码|不下|达到|满|>=|≥',
  // 上百人, 上亿, and no other number. 新上, 线上 and 以上 are other words.
  up: '(?<![以新线网])上',
  about: '大约|大概|约|差不多|估计|也就|勉强|[~≈]',
}
const BEFORE = Object.entries(BOUNDS)
  .map(([name, words]) => `(?<${name}>${words})`)
  .join('|')
const UNIT =
  '万?(?:美元|美金|欧元|英镑|日元|港币|港元)|万?元|万?块钱?|万?人民币|%|个百分点|个点|周年|年|个月|月|天|(?:个|名|位|号)?(?:人|(?:员工|职工|工人)(?!有?[\\d一二两三四五六七八九十]))|名|位|个|项|件|款|级'
/** The parts directly before a number that belong to it. */
const AHEAD = new RegExp(`(?<before>${BEFORE})?(?:了|有|在)?(?<share>${PER_CENT}分之)?(?<minus>(?<![\\d万亿${TEN_THOUSAND}年月日])-)?$`)
const AHEAD_SIGNS = 12
/** The parts that may follow it, in this order. */
const FOLLOWING = {
  more: /个[多来](?=亿)|[多余来把+]/y,
  scale: new RegExp(`个亿|[百千]?[万亿]|${TEN_THOUSAND}`, 'y'),
  dash: /--?|[~—到至]/y,
  to: new RegExp(NUMBER, 'y'),
  toscale: new RegExp(`[万亿${TEN_THOUSAND}]`, 'y'),
  unit: new RegExp(UNIT, 'y'),
  half: new RegExp(`[半${HALF_OF}]`, 'y'),
  after: new RegExp(
    `之间|以上|以下|以内|之内|[都还]?(?:不到|没到|不满|不足)|都没有|差${A_LITTLE}?点|左右|上下|差不多|的?样子|规模(?!以)|出头|冒头|打不住|多|\\+|往上|朝上|打底|开外`,
    'y',
  ),
}
type Piece = 'before' | keyof typeof BOUNDS | 'share' | 'minus' | 'number' | keyof typeof FOLLOWING
interface Written extends Span {
  pieces: Partial<Record<Piece, string | undefined>>
}

/** Every number of a text with its surrounding parts, from left to right. */
function* written(whole: string): Generator<Written> {
  const text = readable(whole)
  for (let last = 0; ;) {
    NUMBERS.lastIndex = last
    const number = NUMBERS.exec(text)
    if (!number) return
    const ahead = AHEAD.exec(text.slice(Math.max(last - 1, number.index - AHEAD_SIGNS, 0), number.index))!
    const pieces: Written['pieces'] = { ...ahead.groups, number: number[0] }
    let to = number.index + number[0].length
    for (const [name, piece] of Object.entries(FOLLOWING) as [keyof typeof FOLLOWING, RegExp][]) {
      if ((name === 'to' && !pieces.dash) || (name === 'toscale' && !pieces.to)) continue
      piece.lastIndex = to
      const found = piece.exec(text)?.[0]
      if (found === undefined && name === 'to') to -= pieces.dash!.length
      pieces[name] = found
      to += found?.length ?? 0
    }
    for (const name of ['number', 'scale', 'to', 'toscale'] as const) pieces[name] &&= original(pieces[name])
    // 了 and 有 belong to the words before, unless a bound precedes them: 开了 | 四年, 不到了.
    const own = pieces.before ? ahead[0].length : (pieces.share?.length ?? 0) + (pieces.minus?.length ?? 0)
    yield { from: number.index - own, to, pieces }
    last = to
  }
}

const twoDigits = new RegExp(`^(.*?)([${DIGITS.slice(2)}])([${DIGITS.slice(2)}])([十百千万亿]*)$`)

/** 三五百万 is 300 to 500, 二十几 is 21 to 29, 几十 is 20 to 99; otherwise one number, with `round` when it only states a magnitude (百人). */
function spread(text: string): { value?: number; min?: number; max?: number; round?: true } | undefined {
  if (text === '半') return { value: 0.5 }
  const pair = twoDigits.exec(text)
  if (pair && digitOf(pair[2]!) < digitOf(pair[3]!)) {
    const [min, max] = [numberOf(pair[1]! + pair[2]! + pair[4]!), numberOf(pair[1]! + pair[3]! + pair[4]!)]
    return min === undefined || max === undefined ? undefined : { min, max }
  }
  const some = /^([一二两三四五六七八九]?十)?几(个?[十百千万亿]{0,3})$/.exec(text)
  if (some) {
    const [base, scale] = [some[1] ? numberOf(some[1]) : 0, numberOf(`一${some[2]!}`)]
    // 几 alone is a question.
    if (base === undefined || scale === undefined || (base === 0 && some[2] === '')) return undefined
    return base > 0 ? { min: (base + 1) * scale, max: (base + 9) * scale } : { min: 2 * scale, max: 10 * scale - leastOf(some[2]!) }
  }
  const value = text === '百十' ? 100 : numberOf(text)
  return value === undefined ? undefined : { value, ...(/^[百千万亿]/.test(text) ? { round: true } : {}) }
}
/** 几十 people are at most 99, 几百万 at most 999. */
const leastOf = (scale: string): number => (/[万亿]$/.test(scale) ? 10_000 : 1)

function kindOf(unit: string | undefined, isBig: boolean, share: boolean, before: string, value: number): Kind {
  if (share || unit === '%' || unit?.endsWith('点')) return 'percent'
  if (unit && /[美欧日港]|英镑/.test(unit)) return 'foreign'
  if (unit && /元|块|人民币/.test(unit)) return 'money'
  if (unit === '年' && value >= 1900 && value < 2200) return 'bare'
  if (unit === '年' || unit === '周年') return /[近前后每]$|未来$|过去$|连续$/.test(before) ? 'period' : 'year'
  if (unit === '个月') return 'months'
  if (unit === '月' || unit === '天') return 'bare'
  if (unit === '级') return isBig ? 'money' : 'level'
  if (/[前第]$/.test(before)) return 'bare'
  if (unit && /人|员工|职工|工人/.test(unit)) return 'people'
  if (unit) return 'count'
  return isBig ? 'money' : 'bare'
}

/** Every quantity of a text that was normalised by `normal`, in order; 一年零三个月 is one quantity. */
export function quantities(text: string): Quantity[] {
  const all: Quantity[] = []
  for (const next of found(text)) {
    const last = all.at(-1)
    const isRest = next.kind === 'months' && last?.kind === 'year' && last.to === next.from
    if (!isRest || last.value === undefined || next.value === undefined) all.push(next)
    else all.push({ ...all.pop()!, to: next.to, text: last.text + next.text, value: round(last.value + next.value / 12) })
  }
  return all
}

const NONE = /^[也都还]?(?:没有?|无)(?:$|[,，。;；!！?？\s])/
const NOT_ONE = /^[也都还]?(?:没|未)/

function found(text: string): Quantity[] {
  return [...written(text)].flatMap(({ from, to, pieces: g }): Quantity[] => {
    const scale = g.scale ?? ''
    const last = g.toscale ?? /[万亿w]$/.exec(g.to ?? '')?.[0] ?? scale
    const first = spread(
      g.number! + (scale || (g.to && !/[万亿w]$/.test(g.number!) ? (g.toscale ?? /[万亿w]$/.exec(g.to)?.[0] ?? '') : '')),
    )
    if (!first) return []
    const second = g.to ? numberOf(g.to + (g.toscale ?? '')) : undefined
    const before = text.slice(Math.max(0, from - 2), from) + (g.before ?? '')
    const isBig = /[万亿w]/.test(g.number! + scale + last)
    // 2000万5个人 are two figures.
    if (LAST_OF_MONEY.test(g.number!) && g.unit && !/元|块|币/.test(g.unit)) return []
    const kind = kindOf(g.unit, isBig, g.share !== undefined, before, first.value ?? first.min!)
    // 一半 is a share; half of any other unit is not written behind it.
    if (g.half && kind !== 'year' && kind !== 'period') return []
    const isOne = first.value === 1 && (kind === 'count' || kind === 'people' || kind === 'bare')
    // 发明专利一个也没有 means none; 一个都没裁 counts dismissals.
    if (isOne && NONE.test(text.slice(to))) return [{ from, to, kind, text: text.slice(from, to), value: 0 }]
    if (isOne && NOT_ONE.test(text.slice(to))) return []
    const divide = kind === 'money' && !(g.unit?.startsWith('万') ?? false) ? 10_000 : 1
    const of = (n: number) => round(((g.minus ? -n : n) + (g.half && (kind === 'year' || kind === 'period') ? 0.5 : 0)) / divide)
    const bounds =
      second !== undefined
        ? { min: of(first.value ?? first.min!), max: of(second) }
        : first.value === undefined
          ? { min: of(first.min!), max: of(first.max!) }
          : bounded(of(first.value), kind === 'period' ? {} : g, first.round)
    return [{ from, to, kind, text: text.slice(from, to), ...bounds }]
  })
}

const isOf = (words: string, said: string | undefined): boolean => said !== undefined && words.split('|').includes(said)
function bounded(value: number, { more, unit, after, ...g }: Written['pieces'], round = false): Partial<Quantity> {
  // 没有一项 means none.
  if (g.before === '没有' && value <= 1 && !after) return { value: 0 }
  if (unit === '级' && round) return { min: value, max: value * 10 }
  if (g.less || g.nearly || /[到满足点]$|都没有/.test(after ?? '')) return { max: value, strict: true }
  if (g.below || isOf('以下|以内|之内', after)) return { max: value }
  if (g.exceeds || /[多余]$/.test(more ?? '') || isOf('出头|冒头|打不住|多|开外', after)) return { min: value, strict: true }
  if (g.least || (g.up && round) || more === '+' || isOf('以上|往上|朝上|打底|+', after)) return { min: value }
  if (g.about || round || /[来把]$/.test(more ?? '') || isOf('左右|上下|差不多|样子|的样子|规模', after)) return { value, about: true }
  return { value }
}
