import type { Expression } from '../../../contract/rule/expression.ts'
import { gradedCall, type GradedCall } from '../../../contract/rule/graded.ts'
import { add, compare, divide, larger, multiply, ONE, power, type Rational, rational, smaller, subtract, ZERO } from './rational.ts'
import * as spans from './spans.ts'

interface Graded {
  name: GradedCall['name']
  of: Expression
  grades: readonly { from: Rational; value: Rational }[]
}
const known = new WeakMap<Expression, Graded>()

/** A checked call of a table of grades, with its numbers. */
export function gradedOf(node: Expression & { type: 'call' }): Graded {
  let graded = known.get(node)
  if (!graded) {
    const call = gradedCall(node)
    if (!call) throw new Error(`${node.name} 缺少分档`)
    const grades = call.grades.map(({ from, value }) => ({ from: rational(from.text), value: rational(value.text) }))
    known.set(node, (graded = { name: call.name, of: call.of, grades }))
  }
  return graded
}

const reaches = (name: Graded['name'], value: Rational, from: Rational): boolean => {
  const sign = compare(value, from)
  return name === 'levelOver' ? sign > 0 : sign >= 0
}

/** The table's value for a figure. */
export function graded({ name, grades }: Graded, value: Rational): Rational {
  if (name !== 'slices') return grades.findLast(({ from }) => reaches(name, value, from))?.value ?? ZERO
  return grades.reduce((sum, { from, value: rate }, n) => {
    const next = grades[n + 1]
    const to = next ? smaller(value, next.from) : value
    return add(sum, multiply(larger(subtract(to, from), ZERO), rate))
  }, ZERO)
}

/** The same for an open figure. No share is negative, so a sum of slices grows with its figure. */
export function gradedSpan(call: Graded, span: spans.Span): spans.Span {
  const { name, grades } = call
  const last = grades.at(-1)
  if (name === 'slices') {
    const end = (value: Rational): Rational => {
      if (spans.isSomewhere(value)) return graded(call, value)
      if (value.n < 0n) return ZERO
      return last && last.value.n > 0n ? spans.INFINITE : graded(call, last?.from ?? ZERO)
    }
    return { low: end(span.low), high: end(span.high) }
  }
  const open = name === 'levelOver'
  const stretches = [
    { value: ZERO, low: spans.MINUS_INFINITE, high: grades[0]?.from ?? spans.INFINITE, lowOpen: false },
    ...grades.map(({ from, value }, n) => ({ value, low: from, high: grades[n + 1]?.from ?? spans.INFINITE, lowOpen: open })),
  ]
  const can = stretches.flatMap(({ value, low, high, lowOpen }) =>
    spans.within(span, { low, high, lowOpen, highOpen: !open && spans.isSomewhere(high) }) ? [spans.exactly(value)] : [],
  )
  return can.reduce(spans.hull, can[0] ?? spans.exactly(ZERO))
}

/** The growth per year between two figures over so many years; undefined when there is none. */
export function growthPerYear(now: Rational, before: Rational, years: Rational): Rational | undefined {
  if (before.n <= 0n || now.n < 0n || years.n <= 0n) return undefined
  const root = power(divide(now, before), divide(ONE, years))
  return root && subtract(root, ONE)
}
