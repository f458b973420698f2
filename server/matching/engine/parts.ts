import type { Facts } from './facts.ts'
import { compare, type Rational } from './rational.ts'
import { isSomewhere, order, type Span } from './spans.ts'
import type { Benefit } from './types.ts'
import { money, named, NOTHING, type Priced, type Pricer, said, type Worth } from './worth.ts'

export type Money = readonly { benefit: Benefit; price: Pricer }[]
/** `open`: a figure is missing; the part counts as 0 beside the certain parts, and `open` is its possible range. */
export type Part = { benefit: Benefit; worth: Worth; open?: Span }
/** Whether all exclude each other, and how many of the highest count then. */
type Rivalry = { all: boolean; best: number }
type Lacking = { benefit: Benefit; found: Priced }

/** Prices several benefits; returns no parts when one of them lacks a fact or has a divisor of 0. */
export function priced(
  money: Money,
  facts: Facts,
  rivalry: Rivalry,
): { parts: Part[] | undefined; missing: readonly string[]; zero: readonly string[] } {
  const parts: Part[] = []
  const lacking: Lacking[] = []
  for (const { benefit, price } of money) {
    const found = price(facts)
    if (found.worth) parts.push({ benefit, worth: found.worth })
    else lacking.push({ benefit, found })
  }
  if (lacking.length === 0) return { parts, missing: [], zero: [] }
  const open = lacking.map((each) => besideSure(each, parts, rivalry))
  if (open.every((part) => part !== undefined)) return { parts: [...parts, ...open], missing: [], zero: [] }
  const all = (of: (found: Priced) => readonly string[]) => [...new Set(lacking.flatMap(({ found }) => of(found)))]
  return { parts: undefined, missing: all(({ missing }) => missing), zero: all(({ zero }) => zero ?? []) }
}

/** When only the highest count and enough others are certain, a part with a missing figure can raise the amount but not lower it. */
function besideSure({ benefit, found }: Lacking, parts: readonly Part[], { all, best }: Rivalry): Part | undefined {
  if (found.zero?.length || !found.missing.length || !found.ends) return undefined
  const sure = parts.filter(({ worth }) => worth.point.n > 0n)
  const rivals = sure.filter((part) => part.benefit.exclusiveGroup === benefit.exclusiveGroup)
  const displaced = benefit.exclusiveGroup !== undefined && rivals.length > 0
  // Of mutually exclusive parts one counts.
  const groups = new Set(sure.map((part) => (best > 1 ? part.benefit.exclusiveGroup : undefined) ?? part))
  if (!displaced && !(all && groups.size >= best)) return undefined
  return { benefit, worth: { ...NOTHING, unset: found.missing }, open: found.ends() }
}

/** “按投入”还差“上年度研发费用”，补齐后最高 80万元，高于 30万元 的按高的计. */
function openWords({ benefit, worth }: Part, { high }: Span, sure: Rational, facts: Facts): string {
  const lacks = `“${benefit.name}”还差${named(facts, worth.unset)}`
  if (!isSomewhere(high)) return `${lacks}，补齐后高于 ${money(sure)} 的按高的计`
  return order(high, sure) > 0
    ? `${lacks}，补齐后最高 ${money(high)}，高于 ${money(sure)} 的按高的计`
    : `${lacks}，最高 ${money(high)}，不改变金额`
}

/** Of mutually exclusive benefits only the highest counts. */
export function withoutExclusions(parts: readonly Part[], all: boolean, facts: Facts): Part[] {
  if (parts.length === 1) return [...parts]
  const best = new Map<string, Part>()
  const result: Part[] = []
  for (const part of parts) {
    const group = all ? '*' : part.benefit.exclusiveGroup
    const rival = group === undefined ? undefined : best.get(group)
    if (group === undefined) result.push(part)
    else if (!rival) best.set(group, part)
    else best.set(group, bestOf(rival, part, facts))
  }
  return [...result, ...best.values()]
}

/** The several highest; missing facts of the others are still reported, because they may raise one of them. */
export function highest(parts: readonly Part[], many: number, facts: Facts): Part[] {
  const order = parts.toSorted((a, b) => compare(b.worth.point, a.worth.point))
  const [kept, left] = [order.slice(0, many), order.slice(many)]
  const last = kept.at(-1)
  if (!last || left.length === 0) return order
  const paying = left.filter(({ worth }) => worth.point.n > 0n).map(({ benefit }) => `“${benefit.name}”`)
  const open = () => left.flatMap((part) => (part.open ? [openWords(part, part.open, last.worth.point, facts)] : []))
  const steps = [
    ...last.worth.steps,
    ...said(facts, () => [...(paying.length ? [`${paying.join('、')}不在取高的 ${many} 项之内`] : []), ...open()]),
  ]
  const unset = [...last.worth.unset, ...left.flatMap(({ worth }) => worth.unset)]
  return [...kept.slice(0, -1), { ...last, worth: { ...last.worth, steps, unset } }]
}

function bestOf(a: Part, b: Part, facts: Facts): Part {
  const [winner, other] = compare(b.worth.point, a.worth.point) > 0 ? [b, a] : [a, b]
  const { worth } = winner
  const { open } = other
  const steps = [
    ...worth.steps,
    ...said(facts, () => [open ? openWords(other, open, worth.point, facts) : `与“${other.benefit.name}”不叠加，取高`]),
  ]
  return { benefit: winner.benefit, worth: { ...worth, unset: [...worth.unset, ...other.worth.unset], steps } }
}
