import type { Condition, Leaf, PolicyRule } from '../server/matching/engine/index.ts'

/** A random generator with the same numbers in every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number
const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!
const NUMBERS: Record<string, readonly number[]> = {
  employees: [10, 50, 100, 300, 1000],
  revenueY1: [500, 2000, 5000, 20_000, 40_000],
  rdExpenseY1: [50, 200, 500, 1000],
  netAssetsY1: [100, 1000, 5000],
  ipType1: [1, 2, 5],
  techStaffRatio: [0.05, 0.1, 0.25, 0.3],
  registeredDays: [365, 730, 1095],
}
const LISTS: Record<string, readonly string[]> = { rdOrgLevel: ['national', 'provincial'], qualityItems: ['iso', 'award'] }
const FIELDS = [
  ...Object.keys(NUMBERS),
  ...Object.keys(LISTS),
  'isHNTE',
  'residentEnterprise',
  'seriousDishonest',
  'countyRegistered',
  'isScaleAbove',
]

function leafOf(random: Random, field: string, id: string): Leaf {
  const common = { field, id, label: `条件 ${id}` }
  if (NUMBERS[field])
    return { ...common, op: pick(random, ['gte', 'gte', 'lte', 'gt', 'lt'] as const), value: pick(random, NUMBERS[field]) }
  if (LISTS[field]) return { ...common, op: 'in', value: LISTS[field] }
  return { ...common, op: 'eq', value: random() < 0.7 }
}

/** Four to seven conditions on different fields: a list of requirements, sometimes with an alternative. */
export function randomPolicy(random: Random, id: string): PolicyRule {
  const count = 4 + Math.floor(random() * 4)
  const fields = FIELDS.map((field) => ({ field, at: random() })).sort((a, b) => a.at - b.at)
  const leaves: Condition[] = fields.slice(0, count).map(({ field }, n) => leafOf(random, field, `${id}.c${n}`))
  const all = random() < 0.4 ? [...leaves.slice(2), { any: leaves.slice(0, 2), label: '满足其一' }] : leaves
  return { id, title: `政策 ${id}`, conditions: { all } }
}

/** The same policy with a benefit: a share of the equipment costs, at most 100 万元. */
export const paying = (policy: PolicyRule, random: Random): PolicyRule => ({
  ...policy,
  benefits: [
    { kind: 'rate', name: '设备补助', base: 'equipmentInvestment', rate: 0.05 + Math.floor(random() * 4) / 20, cap: 100, unit: '万元' },
  ],
})
