import type { Catalog } from './catalog.ts'
import { INDUSTRY, withoutSection } from './condition.ts'

/** The possible values of one field while conditions are combined. Dates count in days. */
export type Domain = {
  low: number
  lowOpen: boolean
  high: number
  highOpen: boolean
  whole: boolean
  /** undefined: any value */
  only: ReadonlySet<unknown> | undefined
  not: ReadonlySet<unknown>
  /** lists: each of these sets must be met, and none of `not` may be in the list */
  each: readonly ReadonlySet<unknown>[]
}
export type State = ReadonlyMap<string, Domain>

/** A part is never larger than its whole. */
export const PARTS: readonly (readonly [part: string, whole: string])[] = [
  ['techStaff', 'employees'],
  ['rdStaff', 'employees'],
  ['newHireEligible', 'employees'],
  ['hiTechIncomeY1', 'totalIncomeY1'],
  ['mainRevenueY1', 'revenueY1'],
  ['mainRevenueY2', 'revenueY2'],
  ['mainRevenueY3', 'revenueY3'],
]

/** Whether the conditions on two related fields contradict each other. */
export function atOdds(catalog: Catalog, state: State, key: string): boolean {
  if (PARTS.some(([part, whole]) => (key === part || key === whole) && exceeds(state.get(part), state.get(whole)))) return true
  if (key === 'isSME' || key === 'enterpriseScale') return sizesClash(state)
  return [INDUSTRY, 'industrySection', 'industryDivision'].includes(key) && industriesClash(catalog, state)
}

function exceeds(part: Domain | undefined, whole: Domain | undefined): boolean {
  if (!part || !whole) return false
  const [least, most] = [leastOf(part), mostOf(whole)]
  return least.end > most.end || (least.end === most.end && Number.isFinite(least.end) && (least.open || most.open))
}
const figures = (set: ReadonlySet<unknown>): number[] => [...set].filter((each) => typeof each === 'number')
const leastOf = ({ only, low, lowOpen }: Domain) => (only ? { end: Math.min(...figures(only)), open: false } : { end: low, open: lowOpen })
const mostOf = ({ only, high, highOpen }: Domain) =>
  only ? { end: Math.max(...figures(only)), open: false } : { end: high, open: highOpen }

/** Medium, small and micro companies are SMEs; large ones are not. */
function sizesClash(state: State): boolean {
  const [sme, scale] = [state.get('isSME')?.only, state.get('enterpriseScale')?.only]
  if (!sme || !scale) return false
  return ![...scale].some((size) => sme.has(size !== 'large'))
}

function industriesClash(catalog: Catalog, state: State): boolean {
  const sections = state.get('industrySection')
  const divisions = state.get('industryDivision')?.only
  const codes = state.get(INDUSTRY)?.only
  const divisionOf = (code: unknown) => withoutSection(String(code)).slice(0, 2)
  const listed = divisions ?? (codes && new Set([...codes].map(divisionOf)))
  if (divisions && codes && ![...codes].some((code) => divisions.has(divisionOf(code)))) return true
  const takes = (section: unknown): boolean => !sections || ((sections.only?.has(section) ?? true) && !sections.not.has(section))
  return listed !== undefined && ![...listed].some((division) => takes(catalog.sections.get(String(division))))
}
