import type { Allocation, Benefit, Condition, Funding } from '../types.ts'

type Facts = Readonly<Record<string, unknown>>
export interface Clause {
  text: string
  /** registered in the county, unless stated otherwise */
  conditions?: Condition
  benefits: readonly Benefit[]
  benefitCombine?: 'sum' | 'max'
  allocation?: Allocation
  funding?: readonly Funding[]
  clawback?: string
  /**
   * facts with the result in 万元: one sum, both ends of it, or `nomatch` (near or not) or `unknown` without payment; null: the sum is
   * unknown
   */
  pays: readonly (readonly [Facts, number | readonly [number, number] | 'nomatch' | 'unknown' | null])[]
  /** a part of the text that the company reads */
  says: string
}
