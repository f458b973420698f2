import type { Facts } from './facts.ts'
import { compare } from './rational.ts'
import type { Benefit } from './types.ts'
import { type Pricer, said, type Worth } from './worth.ts'

export type Money = readonly { benefit: Benefit; price: Pricer }[]
export type Part = { benefit: Benefit; worth: Worth }

/** Benefits side by side; no parts where a fact that one of them needs is lacking, or a divisor is 0. */
export function priced(money: Money, facts: Facts): { parts: Part[] | undefined; missing: string[]; zero: string[] } {
  const parts: Part[] = []
  const missing: string[] = []
  const zero: string[] = []
  for (const { benefit, price } of money) {
    const found = price(facts)
    if (found.worth) parts.push({ benefit, worth: found.worth })
    else {
      missing.push(...found.missing)
      zero.push(...(found.zero ?? []))
    }
  }
  if (parts.length === money.length) return { parts, missing, zero }
  return { parts: undefined, missing: [...new Set(missing)], zero: [...new Set(zero)] }
}

/** Of benefits that exclude each other only the highest counts. */
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

/** So many of the highest; what the others lack is still told, because it may lift one of them. */
export function highest(parts: readonly Part[], many: number, facts: Facts): Part[] {
  const order = parts.toSorted((a, b) => compare(b.worth.point, a.worth.point))
  const [kept, left] = [order.slice(0, many), order.slice(many)]
  const last = kept.at(-1)
  if (!last || left.length === 0) return order
  const paying = left.filter(({ worth }) => worth.point.n > 0n).map(({ benefit }) => `“${benefit.name}”`)
  const steps = [...last.worth.steps, ...said(facts, () => (paying.length ? [`${paying.join('、')}不在取高的 ${many} 项之内`] : []))]
  const unset = [...last.worth.unset, ...left.flatMap(({ worth }) => worth.unset)]
  return [...kept.slice(0, -1), { ...last, worth: { ...last.worth, steps, unset } }]
}

function bestOf(a: Part, b: Part, facts: Facts): Part {
  const [winner, other] = compare(b.worth.point, a.worth.point) > 0 ? [b, a] : [a, b]
  const { worth } = winner
  const steps = [...worth.steps, ...said(facts, () => [`与“${other.benefit.name}”不叠加，取高`])]
  return { benefit: winner.benefit, worth: { ...worth, unset: [...worth.unset, ...other.worth.unset], steps } }
}
