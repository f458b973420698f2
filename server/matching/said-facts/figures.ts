import { founded, type Figure } from './founded.ts'
import { clausesOf, countsNothing, isAsked, isMoneyOfState, isOfOne, isOfOtherPeriod, isPending, isTorn, isWished } from './not-own.ts'
import { quantities, type Quantity } from './quantities.ts'
import type { Span } from './said.ts'
import type { NumberWay } from './ways-to-say.ts'

interface Mention extends Span {
  way: NumberWay
}

/** The year of a figure: 1 the last one, 2 the one before …; null: a year that no field stores; undefined: not stated. */
type Year = number | null | undefined

/** Groups of people that no field counts. */
const OTHER_PEOPLE =
  /(?<!从业)人员|司机|驾驶员|业务员|销售员|服务员|厨师|技师|技工|工程师|会计|保安|保洁|护士|学徒|实习|临时工|退休|高管|本科|大专|博士|硕士|党员|残疾|学生|股东|客户/
const SUCH_PEOPLE = new RegExp(`^.{0,4}?(?:${OTHER_PEOPLE.source}|应届|毕业生|退役|失业|脱贫)`)
const HIRING = /招|流失|离开|走了|引进|新增|裁|培训|减|离职|辞|带动|面试|缺|想|需要|参加|来了|补贴|奖/
const BETWEEN =
  /^(?:的|了|块钱?|搞|用于|用在|去|在|投|做|买|新|全新|主营|前|才|就|刚|新买的?|境内|年|一年|个|数|自动化|智能化?|数控|进口|国产|二手|成套|加工){0,6}$/
/** Figures of a change: it is unclear which of them is last year's value. */
const THAN = /比.{0,6}(?:增|涨|多|少|降|减)/
const UP_TO = /(?:涨|增|升|降|减|跌|做|扩).{0,3}(?:到|至)/
const grows = (clause: string): boolean => {
  const start = clause.search(/从|由/)
  return THAN.test(clause) || (start >= 0 && UP_TO.test(clause.slice(start + 1)))
}
/** The field names in a clause: from left to right, the longest first, without overlaps. */
function mentionsIn(text: string, { from, to }: Span, ways: readonly NumberWay[]): Mention[] {
  const part = text.slice(from, to)
  const all = ways
    .flatMap((way) =>
      [...part.matchAll(new RegExp(way.words, 'g'))].map((m) => ({ way, from: from + m.index, to: from + m.index + m[0].length })),
    )
    .filter((one) => one.to > one.from)
    .sort((a, b) => a.from - b.from || b.to - a.to)
  return all
}

function yearIn(words: string, today: string): Year {
  const year = Number(today.slice(0, 4))
  const found = [
    ...words.matchAll(
      /大前年|上上年度?|前年|去年|上年度?|上一年度?|今年|本年度?|明年|后年|预计|计划|目标|预期|近[两二三四五\d]年|(?:19|20)\d\d(?=年)/g,
    ),
  ].at(-1)?.[0]
  if (!found) return undefined
  if (/^大前/.test(found)) return 3
  if (/^前年|^上上/.test(found)) return 2
  if (/^去|^上/.test(found)) return 1
  if (/^\d/.test(found)) return year - Number(found) > 0 ? year - Number(found) : null
  return null
}

/** 请了50个工人，今年又加了20个: the present total is not stated. */
const isAdded = (before: string, { kind }: Quantity, last: Mention | undefined): boolean =>
  last?.way.kind === 'people' && (kind === 'people' || kind === 'count') && /(?:又|再|另外?)(?:招|加|增|来|请|雇)了?$/.test(before)

/** 0.6 may be a ratio or a percentage. */
const isBareOfRatio = ({ way }: Mention, { kind, value = 0 }: Quantity): boolean => way.kind === 'percent' && kind === 'bare' && value < 1

/** A figure without a unit directly after the name: accepted for a percentage, not for an amount of money. */
function isPlain({ way, to }: Mention, q: Quantity, text: string): boolean {
  if (q.kind !== 'bare' || !/^(?:是|为|:|：|大概|约)?$/.test(text.slice(to, q.from)) || /[年月天]/.test(q.text)) return false
  return way.kind === 'percent'
    ? !countsNothing(q, text)
    : way.kind === 'money' && q.value === 0 && !/^[售件部星散工]/.test(text.slice(q.to))
}

const fits = (way: NumberWay, q: Quantity, text: string): boolean =>
  way.kind === q.kind
  || (way.kind === 'people' && q.kind === 'count')
  || ((way.kind === 'people' || way.kind === 'count') && q.kind === 'bare' && !countsNothing(q, text))
  || ((way.key === 'operatingYears' || way.key === 'uiPaidMonths') && q.kind === 'months')

/** The field of a quantity: the name directly after it (2名博士, 三百万搞研发), else the name before it. */
function mentionOf(q: Quantity, before: number, after: number, all: readonly Mention[], text: string): Mention | undefined {
  const fitting = all.filter((one) => fits(one.way, q, text) || (one.to <= q.from && isPlain(one, q, text)))
  const longest = (list: readonly Mention[]) => list.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  const behind = fitting.filter((m) => m.from >= q.to && m.to <= after && BETWEEN.test(text.slice(q.to, m.from)))
  const ahead = fitting.filter((m) => m.to <= q.from && m.from >= before)
  const nearest = Math.max(-1, ...ahead.map((m) => m.to))
  const last = longest(ahead.filter((m) => m.to === nearest))
  const isCounted = q.kind === 'people' || q.kind === 'count'
  return isCounted ? (longest(behind) ?? last) : (last ?? longest(behind))
}

/** The figures of a text with their fields; `open` lists those that fit several fields or none. */
export function figuresIn(text: string, today: string, ways: readonly NumberWay[]): { facts: Figure[]; open: string[] } {
  const all = quantities(text).filter((q, at, list) => !isEachYear(q, list[at + 1], text))
  const facts: Figure[] = []
  const open: string[] = []
  let [year, last]: [Year, Mention | undefined] = [undefined, undefined]
  let isWish = false
  for (const clause of clausesOf(text)) {
    // 2025年 and 近三年 state a time, not an amount.
    const mine = all.filter((q) => q.from >= clause.from && q.from < clause.to && q.kind !== 'period' && !/^(?:19|20)\d\d年/.test(q.text))
    const mentions = mentionsIn(text, clause, ways).filter(
      ({ way }) => !way.only || way.only.every((words) => words.test(text.slice(0, clause.to))),
    )
    const date = founded(text, clause, today)
    if (date) {
      facts.push(date)
      continue
    }
    const said = yearIn(text.slice(clause.from, clause.to), today)
    for (const [at, q] of mine.entries()) {
      const [before, after] = [mine[at - 1]?.to ?? clause.from, mine[at + 1]?.from ?? clause.to]
      if (isMoneyOfState(text, q)) continue
      if (isAdded(text.slice(clause.from, q.from), q, last)) {
        open.push(text.slice(clause.from, clause.to).slice(0, 24))
        facts.splice(0, facts.length, ...facts.filter(({ key }) => key !== last?.way.key))
        continue
      }
      isWish = (isWish && q.from === clause.from) || isWished(text.slice(clause.from, q.from), text.slice(q.to, clause.to))
      if (isWish || isTorn(text, q)) {
        if ((q.kind !== 'bare' && !isAsked(text, clause, q)) || isTorn(text, q)) open.push(text.slice(clause.from, clause.to).slice(0, 24))
        continue
      }
      if (grows(text.slice(clause.from, clause.to))) {
        open.push(text.slice(clause.from, clause.to).slice(0, 24))
        continue
      }
      const mention =
        mentionOf(q, before, after, mentions, text)
        ?? followed(text.slice(before, mentions.find(({ from }) => from >= q.to)?.from ?? after), q, last)
        ?? staff(text, clause, q)
      if (!mention) {
        const isTold = ['money', 'foreign', 'percent', 'people'].includes(q.kind) && !isOfOne(q, text)
        if (isAsked(text, clause, q)) continue
        if (isTold || MEASURED.test(text.slice(q.to)) || (q.kind === 'count' && SUCH_PEOPLE.test(text.slice(q.to, clause.to))))
          open.push(text.slice(clause.from, Math.min(clause.to, q.to + 6)).slice(-24))
        continue
      }
      const own = yearIn(text.slice(before, q.from), today)
      if (mention.way.byYear) year = own !== undefined ? own : (said ?? year)
      const key = keyOf(
        mention.way,
        mention.way.byYear ? (own !== undefined ? own : said !== undefined ? said : year) : own === undefined ? said : own,
      )
      const isSum = mention.way.kind === 'money' && mention.way.key !== 'registeredCapital'
      const isNone = isBareOfRatio(mention, q) || isPending(mention.way.key, text.slice(Math.max(q.to, mention.to)))
      if (!key || isNone || (isSum && isOfOtherPeriod(text, clause, mention, q))) open.push(text.slice(clause.from, clause.to).slice(0, 24))
      else add(facts, figure(key, mention, q), mention.way)
      last = mention
    }
    // 买了3台机床，一共花了280万
    if (mentions.length === 1 && !mine.some(({ kind }) => kind === mentions[0]!.way.kind)) last = mentions[0]
  }
  return { facts, open: [...new Set(open)] }
}

/** 云服务费一年9万8: "per year" here, not an age. */
const isEachYear = (q: Quantity, next: Quantity | undefined, text: string): boolean =>
  q.kind === 'year' && /^[一1]年$/.test(q.text) && next?.kind === 'money' && /^(?:花|交|要|付|投)?$/.test(text.slice(q.to, next.from))

function keyOf(way: NumberWay, year: Year): string | undefined {
  if (way.thisYear) return year === undefined || year === null ? way.key : undefined
  if (!way.byYear) return way.key
  const n = year === undefined ? 1 : year
  if (n === null || n > way.byYear) return undefined
  return way.byYear === 1 ? way.key : `${way.key}Y${n}`
}

/** 实用新型 and 软著 are added up, and so are the parts of 一年零三个月; two bounds of one figure form a range. */
function add(facts: Figure[], next: Figure, way: NumberWay): void {
  const known = facts.find(({ key }) => key === next.key)
  if (!known) {
    facts.push(next)
    return
  }
  if ((way.kind === 'count' || way.kind === 'year') && typeof known.value === 'number' && typeof next.value === 'number')
    Object.assign(known, { value: known.value + next.value, at: [...known.at, ...next.at] })
  else if (known.value === undefined && next.value === undefined)
    Object.assign(known, next, { at: [...known.at, ...next.at], strict: [...(known.strict ?? []), ...(next.strict ?? [])] })
  else facts.push(next)
}

function figure(key: string, { way, from, to }: Mention, q: Quantity): Figure {
  const isRatio = way.kind === 'percent' && key !== 'marketShare'
  const of = (n: number | undefined) =>
    n === undefined
      ? undefined
      : isRatio
        ? Number((n / 100).toPrecision(12))
        : q.kind === 'months' && way.kind === 'year'
          ? Number((n / 12).toFixed(2))
          : n
  return {
    key,
    at: [
      { from: q.from, to: q.to },
      { from, to },
    ],
    ...(q.value !== undefined ? { value: of(q.value) } : {}),
    ...(q.min !== undefined ? { min: of(q.min)! } : {}),
    ...(q.max !== undefined ? { max: of(q.max)! } : {}),
    ...(q.about ? { about: true as const } : {}),
    ...(q.strict ? { strict: [q.min === undefined ? ('max' as const) : ('min' as const)] } : {}),
  }
}

/** Areas, weights and loads, which no field stores. */
const MEASURED = /^(?:平方米?|平米|平|㎡|m2|亩|公顷|吨|千瓦|度|辆|户)/

/** A clause with little more than a quantity continues the field of the one before: 去年3000万、前年2600万. */
function followed(clause: string, q: Quantity, last: Mention | undefined): Mention | undefined {
  if (!last || (last.way.kind !== q.kind && !(last.way.kind === 'people' && q.kind === 'bare'))) return undefined
  const [stated = ''] = clause.replace(q.text, '').split(/能|可以|想|有什么|有哪些/)
  const rest = stated.replace(
    /大前年|前年|去年|上年度?|今年|(?:19|20)\d\d年?|一共|总共|合计|共|花了?|投了?|投入|是|为|有|到|也|但|又|而|和|则|了/g,
    '',
  )
  return rest === '' ? last : undefined
}

/** People without a word for their kind are counted as employees. */
function staff(text: string, { from, to }: Span, q: Quantity): Mention | undefined {
  if (
    q.kind !== 'people'
    || isOfOne(q, text)
    || HIRING.test(text.slice(from, q.to))
    || (OTHER_PEOPLE.test(text.slice(from, q.from)) && !/加起来|[一总]共|合计$/.test(text.slice(from, q.from)))
    || /^(?:以上|以下)?的?(?:补|奖)/.test(text.slice(q.to, to))
  )
    return undefined
  return { way: { key: 'employees', kind: 'people', words: /人/ }, from: q.from, to: q.to }
}
