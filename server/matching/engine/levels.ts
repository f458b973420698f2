import { compare, divide, floor, larger, multiply, type Rational, rational, subtract, ZERO } from './rational.ts'
import * as spans from './spans.ts'
import type { Benefit } from './types.ts'

type Reach = Benefit & { kind: 'reach' }
type PerStep = Benefit & { kind: 'perStep' }

const ordered = (levels: Reach['levels']) => levels.toSorted((a, b) => a.from - b.from)

/** The level that a figure reaches; −1 below the first. */
export function levelAt(benefit: Reach, base: Rational): number {
  return ordered(benefit.levels).findLastIndex(({ from }) => compare(base, rational(from)) >= 0)
}
const amountAt = (benefit: Reach, level: number): Rational => (level < 0 ? ZERO : rational(ordered(benefit.levels)[level]!.amount))

/** The payment for reaching a level, minus what the earlier figure had reached, or all of it for a new level. */
export function reached(benefit: Reach, level: number, earlier: number): Rational {
  if (level <= earlier) return ZERO
  return benefit.pays === 'full' ? amountAt(benefit, level) : subtract(amountAt(benefit, level), amountAt(benefit, earlier))
}

/** The levels that a figure may have, from below the first to the last. */
function levelsOf(benefit: Reach, span: spans.Span): number[] {
  const levels = ordered(benefit.levels)
  return [-1, ...levels.keys()].filter((level) => {
    const low = level < 0 ? spans.MINUS_INFINITE : rational(levels[level]!.from)
    const next = levels[level + 1]
    return spans.within(span, { low, high: next ? rational(next.from) : spans.INFINITE, highOpen: next !== undefined }) !== undefined
  })
}

/** The interval of all possible amounts, over all levels that both figures may have. */
export function reachedSpan(benefit: Reach, base: spans.Span, before: spans.Span | undefined): spans.Span {
  const earlier = before ? levelsOf(benefit, before) : [-1]
  return levelsOf(benefit, base)
    .flatMap((level) => earlier.map((old) => spans.exactly(reached(benefit, level, old))))
    .reduce(spans.hull)
}

/** Full steps above the figure from which they count. */
export function stepsAbove(benefit: PerStep, base: Rational): Rational {
  const steps = floor(divide(subtract(base, rational(benefit.above ?? 0)), rational(benefit.step)))
  return steps.n > 0n ? steps : ZERO
}
/** The new steps, when those of an earlier figure count as paid. */
export const newSteps = (benefit: PerStep, base: Rational, had: Rational | undefined): Rational =>
  larger(subtract(stepsAbove(benefit, base), had ? stepsAbove(benefit, had) : ZERO), ZERO)

export function stepsSpan(benefit: PerStep, base: spans.Span, before: spans.Span | undefined): spans.Span {
  const end = (value: Rational): Rational => {
    if (spans.isSomewhere(value)) return multiply(stepsAbove(benefit, value), rational(benefit.amount))
    return value.n < 0n || benefit.amount === 0 ? ZERO : spans.INFINITE
  }
  const ends = (span: spans.Span): spans.Span => ({ low: end(span.low), high: end(span.high) })
  if (!before) return ends(base)
  return spans.largerOf(spans.sumOf(ends(base), spans.negated(ends(before))), spans.exactly(ZERO))
}
