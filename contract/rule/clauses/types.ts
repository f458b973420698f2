import type { Allocation, Benefit, Condition, Funding } from '../types.ts'

type Facts = Readonly<Record<string, unknown>>
export interface Clause {
  text: string
  /** registered in the county, unless it says otherwise */
  conditions?: Condition
  benefits: readonly Benefit[]
  benefitCombine?: 'sum' | 'max'
  allocation?: Allocation
  funding?: readonly Funding[]
  clawback?: string
  /** facts, and 万元: one sum, both ends of it, or `nomatch` (near or not) or `unknown` where nothing is paid; null: the sum is not known */
  pays: readonly (readonly [Facts, number | readonly [number, number] | 'nomatch' | 'unknown' | null])[]
  /** a part of what the company reads */
  says: string
}
