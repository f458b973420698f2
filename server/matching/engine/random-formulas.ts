import fc from 'fast-check'
import { ARITHMETIC, asFrac, both, floor, frac, sign, type Frac } from './slow-fractions.ts'

/** Random formulas with every construct of docs/rules.md, each with a slow evaluator that shares no code with the engine. */

/** The day of judging. */
export const DAY = '2026-06-30'
export type Told = Readonly<Record<string, unknown>>
/** A formula as written, and its value; undefined: 待补, or divided by 0. */
interface Formula<T> {
  text: string
  of(facts: Told): T | undefined
}
type Num = Formula<Frac>
type Bool = Formula<boolean>
type Day = Formula<string>

const least = (list: (Frac | undefined)[], by: -1 | 1): Frac | undefined =>
  list.includes(undefined) ? undefined : (list as Frac[]).reduce((best, each) => (sign(each, best) === by ? each : best))

/** The calendar, counted day by day. */
const lastOf = (year: number, month: number): number => [31, year % 4 ? 28 : 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]!
function later(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(at / 12), at % 12]
  return `${y}-${String(m + 1).padStart(2, '0')}-${String(Math.min(date, lastOf(y, m))).padStart(2, '0')}`
}
function monthsOver(from: string, to: string): number {
  let months = -240
  while (later(from, months + 1) <= to) months++
  return months
}

const field = (key: string): Num => ({ text: key, of: (facts) => asFrac(facts[key]) })
const constant = (text: string, value: number): Num => ({ text, of: () => frac(value) })
const flag = (key: string): Bool => ({ text: key, of: (facts) => facts[key] as boolean | undefined })
const day = (key: string): Day => ({ text: key, of: (facts) => (key === 'applyDate' ? DAY : (facts[key] as string | undefined)) })
const RATES = [
  ['2025-01-20', 0.031],
  ['2025-05-20', 0.03],
  ['2026-02-20', 0.029],
] as const
const rateOn = (on: string | undefined): Frac | undefined => asFrac(RATES.findLast(([from]) => on !== undefined && from <= on)?.[1])

export const days: fc.Arbitrary<Day> = fc.oneof(
  fc.constantFrom(day('registeredDate'), day('faLoanDate'), day('applyDate')),
  fc
    .tuple(fc.constantFrom('registeredDate', 'faLoanDate'), fc.constantFrom(6, 12))
    .map(([key, n]) => ({ text: `addMonths(${key}, ${n})`, of: (f: Told) => both(day(key).of(f), n, later) })),
  fc.constantFrom('rowsMax', 'rowsMin').map((name): Day => ({
    text: `${name}(table3, f2)`,
    of: (facts) => {
      const list = (facts['table3'] as Told[] | undefined)?.map(({ f2 }) => f2 as string | undefined)
      if (!list || list.includes(undefined)) return undefined
      return (list as string[]).toSorted().at(name === 'rowsMax' ? -1 : 0)
    },
  })),
)
const calendar: fc.Arbitrary<Num> = fc
  .tuple(fc.constantFrom('days', 'months', 'monthsBegun', 'years'), fc.constantFrom('registeredDate', 'faLoanDate'), days)
  .map(([name, from, to]) => ({
    text: `${name}(${from}, ${to.text})`,
    of: (facts) =>
      both(day(from).of(facts), to.of(facts), (a, b) => {
        const months = monthsOver(a, b)
        if (name === 'monthsBegun') return frac(months + (later(a, months) === b ? 0 : 1))
        return frac(name === 'days' ? (Date.parse(b) - Date.parse(a)) / 86_400_000 : name === 'months' ? months : Math.floor(months / 12))
      }),
  }))

export const ORDERED = { gte: [0, 1], gt: [1], lte: [-1, 0], lt: [-1], eq: [0], ne: [-1, 1] } as const
const SPOKEN = { '>=': 'gte', '>': 'gt', '<=': 'lte', '<': 'lt', '==': 'eq', '!=': 'ne' } as const
export const holds = (op: keyof typeof ORDERED, found: number): boolean => (ORDERED[op] as readonly number[]).includes(found)
export const kleene = (parts: readonly (boolean | undefined)[], decisive: boolean): boolean | undefined =>
  parts.includes(decisive) ? decisive : parts.includes(undefined) ? undefined : !decisive

/** A row condition, over its columns and company facts. */
const rowTest: fc.Arbitrary<Bool | null> = fc.option(
  fc.constantFrom<Bool>(
    { text: 'f1 >= 50', of: ({ f1 }) => both(asFrac(f1), frac(50), (a, b) => sign(a, b) >= 0) },
    { text: 'f1 > own1', of: ({ f1, own1 }) => both(asFrac(f1), asFrac(own1), (a, b) => sign(a, b) > 0) },
    { text: '!f3', of: ({ f3 }) => both(f3 as boolean | undefined, 1, (a) => !a) },
    { text: 'isIn(f4, "a", "c")', of: ({ f4 }) => both(f4, 1, (a) => a !== 'b') },
    {
      text: 'f2 > addMonths(applyDate, -12) || f3',
      of: ({ f2, f3 }) => kleene([both(f2, 1, (a) => (a as string) > '2025-06-30'), f3 as boolean], true),
    },
    {
      text: 'yearOf(f2) == yearOf(applyDate) - 1 && f1 < 300',
      of: ({ f1, f2 }) =>
        kleene([both(f2, 1, (a) => (a as string).startsWith('2025')), both(asFrac(f1), frac(300), (a, b) => sign(a, b) < 0)], false),
    },
  ),
)
const SHARES: Readonly<Record<string, number>> = { a: 0.5, b: 0.125 }
const worth: readonly Num[] = [
  field('f1'),
  { text: 'min(f1 * 0.7, 60)', of: ({ f1 }) => both(asFrac(f1), frac(0.7), (a, b) => least([ARITHMETIC['*'](a, b), frac(60)], -1)!) },
  {
    text: 'slices(f1, 50, 10%, 200, 20%)',
    of: ({ f1 }) =>
      both(asFrac(f1), 1, (x) => {
        const over = (from: number, to: number) => least([ARITHMETIC['-'](least([x, frac(to)], -1)!, frac(from)), frac(0)], 1)!
        return ARITHMETIC['+'](ARITHMETIC['*'](over(50, 200), frac(0.1)), ARITHMETIC['*'](over(200, 1e9), frac(0.2)))
      }),
  },
  {
    text: 'f1 * (f4 == "a" ? 50% : f4 == "b" ? 12.5% : 0%)',
    of: ({ f1, f4 }) => both(asFrac(f1), f4, (a, b) => ARITHMETIC['*'](a, frac(SHARES[b as string] ?? 0))),
  },
]
const rows: fc.Arbitrary<Num> = fc
  .record({ name: fc.constantFrom('rowsCount', 'rowsSum', 'rowsTop', 'rowsDistinct'), each: fc.constantFrom(...worth), test: rowTest })
  .map(({ name, each, test }) => {
    const counted = name === 'rowsCount' ? [] : [name === 'rowsDistinct' ? 'f4' : each.text]
    return {
      text: `${name}(${['table3', ...counted, ...(name === 'rowsTop' ? ['2'] : []), ...(test ? [test.text] : [])].join(', ')})`,
      of: (facts) => {
        const list = facts['table3'] as readonly Told[] | undefined
        const verdicts = list?.map((row) => (test ? test.of({ ...facts, ...BLANK, ...row }) : true))
        if (!list || verdicts!.includes(undefined)) return undefined
        const taken = list.filter((_, n) => verdicts![n])
        if (name === 'rowsCount') return frac(taken.length)
        if (name === 'rowsDistinct')
          return taken.some(({ f4 }) => f4 === undefined) ? undefined : frac(new Set(taken.map(({ f4 }) => f4)).size)
        const figures = taken.map((row) => each.of(row))
        if (figures.includes(undefined)) return undefined
        const sorted = (figures as Frac[]).toSorted((a, b) => sign(b, a))
        return sorted.slice(0, name === 'rowsTop' ? 2 : undefined).reduce(ARITHMETIC['+'], [0n, 1n])
      },
    }
  })
const BLANK = { f1: undefined, f2: undefined, f3: undefined, f4: undefined }

const plain: fc.Arbitrary<Num> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(field('employees'), field('revenueY1'), field('revenueY2'), field('own1')) },
  fc.constantFrom(constant('12', 12), constant('0.5', 0.5), constant('15%', 0.15), constant('60', 60)),
  fc.constantFrom<Num>(
    { text: 'own3', of: () => rateOn(DAY) },
    { text: 'asOf(own3, faLoanDate)', of: (facts) => rateOn(facts['faLoanDate'] as string | undefined) },
    { text: 'count(qualityItems)', of: (facts) => asFrac((facts['qualityItems'] as unknown[] | undefined)?.length) },
    { text: 'yearOf(faLoanDate)', of: (facts) => both(facts['faLoanDate'], 1, (a) => frac(Number((a as string).slice(0, 4)))) },
    {
      text: 'yearsSum(revenue)',
      of: (facts) => {
        const start = facts['registeredDate'] as string | undefined
        const years = start === undefined ? 3 : Math.max(1, Math.min(3, Math.floor(monthsOver(start, DAY) / 12)))
        return [1, 2, 3]
          .slice(0, years)
          .reduce<Frac | undefined>((sum, y) => both(sum, asFrac(facts[`revenueY${y}`]), ARITHMETIC['+']), [0n, 1n])
      },
    },
  ),
  calendar,
  rows,
)

/** Tables of grades, as they are printed. */
const GRADES = [
  [60, 0.05],
  [1000, 0.08],
] as const
const graded = (a: Num, name: 'level' | 'levelOver' | 'slices'): Num => ({
  text: `${name}(${a.text}, 60, 5%, 1000, 8%)`,
  of: (facts) =>
    both(a.of(facts), 1, (x) => {
      if (name !== 'slices') {
        const taken = GRADES.filter(([from]) => (name === 'level' ? sign(x, frac(from)) >= 0 : sign(x, frac(from)) > 0))
        return frac(taken.at(-1)?.[1] ?? 0)
      }
      const first = ARITHMETIC['-'](least([x, frac(1000)], -1)!, frac(60))
      const second = ARITHMETIC['-'](x, frac(1000))
      const part = (of: Frac, rate: number) => ARITHMETIC['*'](least([of, frac(0)], 1)!, frac(rate))
      return ARITHMETIC['+'](part(first, 0.05), part(second, 0.08))
    }),
})
/** A growth over two years with an exact result: from a square to a square, it is the ratio of their sides. */
const compound: Num = {
  text: 'compound(revenueY1 * revenueY1, revenueY2 * revenueY2, 2)',
  of: ({ revenueY1: a, revenueY2: b }) =>
    both(asFrac(a), asFrac(b), (now, before) => (before[0] <= 0n ? undefined : ARITHMETIC['-'](ARITHMETIC['/'](now, before)!, [1n, 1n]))),
}

const tree = fc.letrec<{ num: Num; bool: Bool }>((tie) => ({
  num: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc.tuple(tie('num'), fc.constantFrom('+', '-', '*', '/' as const), tie('num')).map(([a, op, b]) => ({
      text: `(${a.text}) ${op} (${b.text})`,
      of: (f: Told) => both(a.of(f), b.of(f), ARITHMETIC[op]),
    })),
    fc.tuple(fc.constantFrom('min', 'max'), tie('num'), tie('num')).map(([name, a, b]) => ({
      text: `${name}(${a.text}, ${b.text})`,
      of: (f: Told) => least([a.of(f), b.of(f)], name === 'min' ? -1 : 1),
    })),
    tie('num').map((a) => ({ text: `-(${a.text})`, of: (f: Told) => both(a.of(f), frac(-1), ARITHMETIC['*']) })),
    tie('num').map((a) => ({ text: `floor(${a.text})`, of: (f: Told) => both(a.of(f), 1, floor) })),
    fc.tuple(tie('num'), fc.constantFrom('level', 'levelOver', 'slices' as const)).map(([a, name]) => graded(a, name)),
    fc.constant(compound),
    plain.map((a) => ({ text: `pow(${a.text}, 2)`, of: (f: Told) => both(a.of(f), a.of(f), ARITHMETIC['*']) })),
    fc.tuple(tie('bool'), tie('num'), tie('num')).map(([test, a, b]) => ({
      text: `((${test.text}) ? (${a.text}) : (${b.text}))`,
      of: (f: Told) => {
        const [truth, yes, no] = [test.of(f), a.of(f), b.of(f)]
        return truth === undefined ? both(yes, no, (x, y) => (sign(x, y) === 0 ? x : undefined)) : truth ? yes : no
      },
    })),
  ),
  bool: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(flag('isHNTE'), flag('isScaleAbove')),
    fc.constantFrom<Bool>(
      { text: 'isIn(rdOrgLevel, "national", "none")', of: ({ rdOrgLevel: of }) => both(of, 1, (a) => a === 'national' || a === 'none') },
      { text: 'rdOrgLevel == "provincial"', of: ({ rdOrgLevel: of }) => both(of, 1, (a) => a === 'provincial') },
      { text: 'rdOrgLevel != "none"', of: ({ rdOrgLevel: of }) => both(of, 1, (a) => a !== 'none') },
    ),
    fc.tuple(days, days, fc.constantFrom(6, 12)).map(([a, b, n]) => ({
      text: `within(${a.text}, ${b.text}, ${n})`,
      of: (f: Told) => both(a.of(f), b.of(f), (from, to) => from <= to && to <= later(from, n)),
    })),
    fc.tuple(tie('num'), fc.constantFrom(...(Object.keys(SPOKEN) as (keyof typeof SPOKEN)[])), tie('num')).map(([a, op, b]) => ({
      text: `(${a.text}) ${op} (${b.text})`,
      of: (f: Told) => both(a.of(f), b.of(f), (x, y) => holds(SPOKEN[op], sign(x, y))),
    })),
    fc.tuple(tie('bool'), fc.constantFrom('&&', '||'), tie('bool')).map(([a, op, b]) => ({
      text: `(${a.text}) ${op} (${b.text})`,
      of: (f: Told) => kleene([a.of(f), b.of(f)], op === '||'),
    })),
    tie('bool').map((a) => ({ text: `!(${a.text})`, of: (f: Told) => both(a.of(f), 1, (truth) => !truth) })),
  ),
}))
/** Formulas short enough for a rule. */
const short = <T>(of: fc.Arbitrary<Formula<T>>) => of.filter(({ text }) => text.length < 480)
export const numbers = short(tree.num)
export const truths = short(tree.bool)
