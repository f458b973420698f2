import type { CatalogField } from './catalog.ts'
import { addMonths } from './dates.ts'
import type { Facts } from './facts.ts'
import { compare, multiply, rational, subtract, type Rational } from './rational.ts'
import { metAt, Trace, type Spec } from './trace.ts'
import { FALSE } from './truth.ts'

/** The definition of 差一点 (ADR 0221): few failed requirements, each within reach, and few unknowns. These numbers are defined only here. */
export const NEAR_LIMITS = { failed: 2, share: 0.3, months: 12, unknown: 3 } as const

/** Closer to the limit than this (relative), the exact fractions decide. */
const CLOSE = 1e-9

/** The recorded truth of an unknown node (program.ts). */
const OPEN = 1

/** Whether everything that makes the root false can become true soon or with small changes. */
export function isNear(root: Spec, facts: Facts, start: number): boolean {
  const parts = root.kind === 'all' ? root.children : [root]
  const { truths } = facts
  let failed = 0
  let open = 0
  for (const part of parts) {
    const truth = truths[start + part.index]
    if (truth === FALSE && ++failed > NEAR_LIMITS.failed) return false
    if (part.kind !== 'leaf') open += unknownIn(part, truths, start)
    else if (truth === OPEN) open++
  }
  if (open > NEAR_LIMITS.unknown) return false
  // Gaps are measured only when the counts do not decide, because this is the most expensive step.
  for (const part of parts) if (!canClose(part, facts, start)) return false
  return true
}

/** The number of unknown conditions; alternatives count as one, because one of them is enough; “at least n” counts at most n. */
function unknownIn(part: Spec, truths: Facts['truths'], start: number): number {
  const truth = truths[start + part.index]
  if (part.kind === 'leaf' || part.kind === 'any') return truth === OPEN ? 1 : 0
  if (truth !== OPEN && truth !== FALSE) return 0
  let sum = 0
  for (const child of part.children) sum += unknownIn(child, truths, start)
  return 'atLeast' in part.node ? Math.min(sum, part.node.atLeast) : sum
}

/** Whether a failed node can become true by closing small gaps or by waiting at most a year. */
function canClose(spec: Spec, facts: Facts, start: number): boolean {
  if (facts.truths[start + spec.index] !== FALSE) return true
  if (spec.kind === 'leaf') return leafCloses(spec, facts, start)
  if (spec.kind === 'any') return spec.children.some((child) => canClose(child, facts, start))
  if ('atLeast' in spec.node) return spec.children.filter((child) => canClose(child, facts, start)).length >= spec.node.atLeast
  return spec.kind === 'all' && spec.children.every((child) => canClose(child, facts, start))
}

function leafCloses(spec: Spec, facts: Facts, start: number): boolean {
  if (spec.step !== undefined) {
    const day = metAt(new Trace(spec, facts, start))
    if (day !== undefined && day <= addMonths(facts.applyDate, NEAR_LIMITS.months)) return true
  }
  if (!spec.closable) return false
  if (spec.table) {
    const { passRule } = spec.table
    const total = ('all' in passRule ? passRule.all : [passRule]).find((rule) => rule.field === 'total')
    const { scoreMax } = facts.score(spec.table)
    return total !== undefined && scoreMax < total.value && within(rational(scoreMax), rational(total.value))
  }
  const need = spec.leaf?.value
  const field = spec.field as CatalogField
  // A leaf that an editor marked and that no number measures counts as within reach.
  if (typeof need !== 'number' || !field.numeric) return true
  return isWithinReach(facts.figure(field.index), need, () => facts.exact(field))
}

/** Whether a figure that fails its threshold is within reach of it; the exact figure is asked for only at the limit. */
export function isWithinReach(figure: number, need: number, exact: () => Rational): boolean {
  const short = Math.abs(figure - need) - NEAR_LIMITS.share * Math.abs(need)
  if (Math.abs(short) > CLOSE * Math.max(1, Math.abs(need))) return short < 0
  return within(exact(), rational(need))
}

const SHARE = rational(NEAR_LIMITS.share)
const size = ({ n, d }: Rational): Rational => ({ n: n < 0n ? -n : n, d })

/** The gap is at most the allowed share of the threshold; exact, so that 70 of 100 is near and 69.99 is not. A value of 0 is never near. */
function within(have: Rational, need: Rational): boolean {
  return need.n !== 0n && compare(size(subtract(need, have)), size(multiply(SHARE, need))) <= 0
}
