import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clauseFields } from '../../../contract/rule/clauses/index.ts'
import { compileTest } from './condition.ts'
import { data, fields } from './fixtures.ts'
import { createEngine, jsonbPorts } from './index.ts'
import type { Answers, Condition, Field } from './types.ts'

// Compares engine, SQL and a slow evaluator written from docs/rules.md on random formulas with lists, limits, steps and dated figures.
const DAY = '2026-06-30'
const clauses = clauseFields as readonly Field[]
/** The columns of a list, with the two dates between which a row counts. */
const kin: Field = {
  key: 'kin',
  label: '已确认的关联企业',
  type: 'rows',
  during: ['since', 'until'],
  columns: [
    ...clauses.find(({ key }) => key === 'table3')!.columns!,
    { key: 'since', label: '开始日期', type: 'date' },
    { key: 'until', label: '结束日期', type: 'date' },
  ],
}
const engine = createEngine({ ...data, fields: [...fields, ...clauses, kin] })
let db: PGlite
beforeAll(async () => {
  db = await PGlite.create()
  await db.exec('create table company_fact_row (company_id int primary key, facts jsonb not null)')
}, 60_000)
afterAll(() => db.close())

/** Numerator and denominator; undefined is 待补 or divided by 0. */
type Figure = readonly [bigint, bigint] | undefined
type Row = Record<string, unknown>
interface Part {
  text: string
  of: (facts: Row) => Figure
}
const whole = (value: unknown): Figure => (typeof value === 'number' ? [BigInt(Math.round(value * 10_000)), 10_000n] : undefined)
const lift = (a: Figure, b: Figure, work: (x: readonly [bigint, bigint], y: readonly [bigint, bigint]) => Figure): Figure =>
  a && b && work(a, b)
const SIGNS: Readonly<Record<string, (a: Figure, b: Figure) => Figure>> = {
  '+': (a, b) => lift(a, b, ([n, d], [m, e]) => [n * e + m * d, d * e]),
  '-': (a, b) => lift(a, b, ([n, d], [m, e]) => [n * e - m * d, d * e]),
  '*': (a, b) => lift(a, b, ([n, d], [m, e]) => [n * m, d * e]),
  '/': (a, b) => lift(a, b, ([n, d], [m, e]) => (m === 0n ? undefined : m < 0n ? [-n * e, d * -m] : [n * e, d * m])),
}
const below = ([n, d]: readonly [bigint, bigint], [m, e]: readonly [bigint, bigint]): boolean => n * e < m * d
const smaller = (a: Figure, b: Figure): Figure => lift(a, b, (x, y) => (below(y, x) ? y : x))
const larger = (a: Figure, b: Figure): Figure => lift(a, b, (x, y) => (below(x, y) ? y : x))

const field = (key: string): Part => ({ text: key, of: (facts) => whole(facts[key]) })
const fixed = (value: number): Part => ({ text: String(value), of: () => whole(value) })
const RATES = [
  ['2025-01-20', 0.031],
  ['2025-05-20', 0.03],
  ['2026-02-20', 0.029],
] as const
const rateOn = (day: unknown): Figure => {
  let found: Figure
  for (const [from, value] of RATES) if (typeof day === 'string' && from <= day) found = whole(value)
  return found
}

interface RowTest {
  text: string
  takes: (row: Row) => boolean | undefined
}
const tests: fc.Arbitrary<RowTest | null> = fc.constantFrom<RowTest | null>(
  null,
  { text: 'f1 >= 50', takes: ({ f1 }) => (typeof f1 === 'number' ? f1 >= 50 : undefined) },
  { text: 'f3 == true', takes: ({ f3 }) => (typeof f3 === 'boolean' ? f3 : undefined) },
  { text: 'f2 <= addMonths(applyDate, -6)', takes: ({ f2 }) => (typeof f2 === 'string' ? f2 <= '2025-12-30' : undefined) },
  { text: 'yearOf(f2) == yearOf(applyDate) - 1', takes: ({ f2 }) => (typeof f2 === 'string' ? f2.startsWith('2025') : undefined) },
  { text: 'isIn(f4, "a", "c")', takes: ({ f4 }) => (typeof f4 === 'string' ? f4 !== 'b' : undefined) },
  { text: 'f2 > addMonths(applyDate, -12)', takes: ({ f2 }) => (typeof f2 === 'string' ? f2 > '2025-06-30' : undefined) },
  {
    text: 'f1 >= 50 && f3 == false',
    takes: ({ f1, f3 }) => {
      const parts = [typeof f1 === 'number' ? f1 >= 50 : undefined, typeof f3 === 'boolean' ? !f3 : undefined]
      return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true
    },
  },
)
const counts: readonly (readonly [string, (row: Row) => Figure])[] = [
  ['f1', (row) => whole(row['f1'])],
  ['f1 * 0.7', (row) => SIGNS['*']!(whole(row['f1']), whole(0.7))],
  [
    'f1 * (f4 == "a" ? 50% : f4 == "b" ? 12.5% : 0%)',
    (row) => {
      if (typeof row['f4'] !== 'string') return undefined
      return SIGNS['*']!(whole(row['f1']), whole({ a: 0.5, b: 0.125 }[row['f4']] ?? 0))
    },
  ],
  ['min(f1 * 0.1, 6)', (row) => smaller(SIGNS['*']!(whole(row['f1']), whole(0.1)), whole(6))],
]
const rows: fc.Arbitrary<Part> = fc
  .record({
    list: fc.constantFrom('table3', 'kin'),
    name: fc.constantFrom('rowsCount', 'rowsSum', 'rowsTop'),
    count: fc.constantFrom(...counts),
    test: tests,
  })
  .map(({ list: key, name, count: [value, worth], test }) => ({
    text: `${name}(${[key, ...(name === 'rowsCount' ? [] : [value]), ...(name === 'rowsTop' ? ['2'] : []), ...(test ? [test.text] : [])].join(', ')})`,
    of: (facts) => {
      const all = facts[key] as readonly Row[] | undefined
      const list = key === 'kin' ? all?.filter(({ since, until }) => String(since) <= DAY && DAY <= String(until)) : all
      const verdicts = list?.map((row) => (test ? test.takes(row) : true))
      if (!list || verdicts!.includes(undefined)) return undefined
      const taken = list.filter((_, n) => verdicts![n])
      if (name === 'rowsCount') return whole(taken.length)
      const figures = taken.map(worth)
      if (figures.includes(undefined)) return undefined
      const sorted = (figures as (readonly [bigint, bigint])[]).toSorted((a, b) => (below(b, a) ? -1 : below(a, b) ? 1 : 0))
      return sorted.slice(0, name === 'rowsTop' ? 2 : undefined).reduce<Figure>((sum, each) => SIGNS['+']!(sum, each), [0n, 1n])
    },
  }))
const plain: fc.Arbitrary<Part> = fc.oneof(
  fc.constantFrom(field('employees'), field('revenueY1'), field('own1'), fixed(12), fixed(0.5), fixed(100)),
  fc.constantFrom<Part>(
    { text: 'own3', of: () => rateOn(DAY) },
    { text: 'asOf(own3, faLoanDate)', of: (facts) => rateOn(facts['faLoanDate']) },
  ),
  rows,
)
const limited: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: plain },
  fc
    .tuple(plain, fc.constantFrom(20, 60))
    .map(([part, most]) => ({ text: `min(${part.text}, ${most})`, of: (f: Row) => smaller(part.of(f), whole(most)) })),
  fc
    .tuple(plain, fc.constantFrom(30, 0.5))
    .map(([part, share]) => ({ text: `(${part.text} * ${share}%)`, of: (f: Row) => SIGNS['*']!(part.of(f), whole(share / 100)) })),
  fc.tuple(plain, plain).map(([a, b]) => ({ text: `min(${a.text}, ${b.text})`, of: (f: Row) => smaller(a.of(f), b.of(f)) })),
  fc
    .tuple(plain, fc.constantFrom(10))
    .map(([part, least]) => ({ text: `max(${part.text}, ${least})`, of: (f: Row) => larger(part.of(f), whole(least)) })),
)
/** A calculation in steps, as the editor writes it. */
const steps: fc.Arbitrary<Part> = fc
  .tuple(limited, fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), limited), { maxLength: 2 }))
  .map(([first, rest]) =>
    rest.reduce<Part>(
      (before, [sign, next]) => ({ text: `(${before.text}) ${sign} ${next.text}`, of: (f) => SIGNS[sign]!(before.of(f), next.of(f)) }),
      first,
    ),
  )

const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) })
const row = fc.record({
  f1: maybe(fc.constantFrom(0, 49.99, 50, 60, 300)),
  f2: maybe(fc.constantFrom('2024-12-31', '2025-06-30', '2025-07-01', '2025-12-30', '2025-12-31', '2026-01-15')),
  f3: maybe(fc.boolean()),
  f4: maybe(fc.constantFrom('a', 'b', 'c')),
})
const days = fc.record({
  since: fc.constantFrom('2020-01-01', '2026-06-30', '2026-07-01'),
  until: fc.constantFrom('2026-06-29', '2026-06-30', '9999-12-31'),
})
const facts: fc.Arbitrary<Row> = fc
  .record({
    employees: maybe(fc.constantFrom(0, 12, 20, 100)),
    revenueY1: maybe(fc.constantFrom(0, 60, 1000.5)),
    own1: maybe(fc.constantFrom(0, 12, 600)),
    faLoanDate: maybe(fc.constantFrom('2024-12-31', '2025-02-01', '2025-05-20', '2026-06-30')),
    table3: maybe(fc.array(row, { maxLength: 4 })),
    kin: maybe(
      fc.array(
        fc.tuple(row, days).map(([one, between]) => ({ ...one, ...between })),
        { maxLength: 4 },
      ),
    ),
  })
  .map((given) => JSON.parse(JSON.stringify(given)) as Row)
const OPS = { gte: (n: bigint) => n >= 0n, gt: (n: bigint) => n > 0n, lte: (n: bigint) => n <= 0n, lt: (n: bigint) => n < 0n } as const
const leaf = fc.tuple(steps, fc.constantFrom('gte', 'gt', 'lte', 'lt' as const), fc.constantFrom(0, 1, 12, 20, 60, 100))
type Leaf = readonly [Part, keyof typeof OPS, number]

const nodeOf = ([part, op, value]: Leaf): Condition => ({ field: `=${part.text}`, op, value })
const slow = ([part, op, value]: Leaf, given: Row): boolean | null => {
  const found = part.of(given)
  return found ? OPS[op](found[0] - BigInt(value) * found[1]) : null
}

describe('清单、分步、随日期的数：引擎、SQL、慢算三者一致', { timeout: 120_000 }, () => {
  it('for random formulas and random companies, also with unknown facts', async () => {
    const companies = fc.sample(facts, { numRuns: 80, seed: 3 })
    const stored = companies.map((answers, id) => ({ id, facts: engine.factRow(answers as Answers, DAY) }))
    await db.query(`insert into company_fact_row select (r->>'id')::int, r->'facts' from jsonb_array_elements($1::jsonb) r`, [
      JSON.stringify(stored),
    ])
    const seen = new Set<boolean | null>()
    for (const each of fc.sample(leaf, { numRuns: 400, seed: 5 })) {
      const node = nodeOf(each)
      const wanted = companies.map((given) => slow(each, given))
      for (const truth of wanted) seen.add(truth)
      const test = compileTest(engine.catalog, node)
      const judged = companies.map((given) => ((truth) => (truth < 0 ? null : truth === 1))(test(engine.facts(given as Answers, DAY))))
      expect(judged, JSON.stringify(node)).toEqual(wanted)
      const params: unknown[] = []
      const sql = engine.toSql(node, jsonbPorts('f.facts', params), DAY)
      const { rows: found } = await db.query<{ truth: boolean | null }>(
        `select ${sql} as truth from company_fact_row f order by company_id`,
        params,
      )
      expect(
        found.map(({ truth }) => truth),
        JSON.stringify(node),
      ).toEqual(wanted)
    }
    expect(seen).toEqual(new Set([true, false, null]))
  })
})
