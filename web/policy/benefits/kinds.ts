import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { formulaOfShape, freshShape, shapeOfFormula } from '../../rule/index.ts'
import type { PolicyRule, RuleNode } from '../../../contract/policy.ts'
import type { Rounding } from '../../../contract/rule/types.ts'

/** A benefit as stored in a rule; its keys depend on `kind` (engine types.ts). Amounts in 万元, rates as decimals. */
export type Benefit = PolicyRule['benefits'][number] & {
  amount?: number | null
  base?: string
  rate?: number | null
  unitAmount?: number | null
  cap?: number | null
  tiers?: Tier[]
  mode?: 'whole' | 'marginal'
  rateAdd?: { when: RuleNode; add: number | null }
  field?: string
  map?: Record<string, number | [number | null, number | null]>
  items?: Benefit[]
  expr?: string
  defaults?: Record<string, string | number | boolean>
  ref?: string
  when?: RuleNode | null
  optional?: boolean | null
  floor?: number | null
  factors?: Factor[]
  levels?: Level[]
  before?: string
  pays?: 'difference' | 'full'
  step?: number | null
  above?: number | null
  combine?: 'sum' | 'max'
  best?: number
  payout?: number[]
  payoutTerms?: string[]
  limits?: string[]
  rounding?: Rounding
  less?: string[]
  exclusiveGroup?: string
}
export type Factor = { when: RuleNode; times: number | null } | { field: string; map: Record<string, number | null> }
export interface Level {
  from: number | null
  amount: number | null
}
export interface Tier {
  min?: number | null
  minInclusive?: boolean | null
  max?: number | null
  maxInclusive?: boolean | null
  rate: number | null
}

export const benefitKinds = [
  { value: 'fixed', label: '定额' },
  { value: 'rate', label: '按比例' },
  { value: 'match', label: '按已得的上级支持配套（1 : n）' },
  { value: 'tierRate', label: '按比例分档' },
  { value: 'perUnit', label: '按数量' },
  { value: 'lookup', label: '按选项定额' },
  { value: 'lookupRange', label: '按选项给区间' },
  { value: 'reach', label: '按区间定额（达到几档奖几档）' },
  { value: 'perStep', label: '每增加多少奖多少' },
  { value: 'group', label: '几项一组（合计或就高，共同封顶）' },
  { value: 'expr', label: '按算式' },
  { value: 'negotiated', label: '一事一议（金额议定）' },
  { value: 'ref', label: '按另一政策执行' },
  { value: 'honor', label: '资质荣誉（无资金）' },
]
const bodies: Record<string, object> = {
  fixed: { amount: 0 },
  rate: { base: '', rate: 0, cap: null },
  match: { kind: 'rate', base: formulaOfShape(freshShape('received')), rate: 0.5, cap: null },
  tierRate: { base: '', tiers: [{ min: 0, minInclusive: true, max: null, rate: 0 }], mode: 'whole', cap: null },
  perUnit: { base: '', unitAmount: 0, cap: null },
  lookup: { field: '', map: {} },
  lookupRange: { field: '', map: {} },
  reach: { base: '', levels: [{ from: 0, amount: 0 }] },
  perStep: { base: '', step: 0, amount: 0 },
  group: { items: [], cap: null },
  expr: { expr: '', cap: null },
  ref: { ref: '' },
  negotiated: {},
  honor: {},
}
export const freshBenefit = (): Benefit => ({ kind: 'fixed', name: '', amount: 0, unit: '万元' }) as Benefit

/** Keys that every kind has; they stay when the kind changes. A case-by-case benefit has only the first four. */
const common = [
  'name',
  'formula',
  'when',
  'cap',
  'floor',
  'factors',
  'limits',
  'rounding',
  'less',
  'upperBound',
  'optional',
  'payout',
  'payoutTerms',
  'exclusiveGroup',
] as const

/** The benefit as another kind; `before`: its last state in that kind. */
export function asKind(benefit: Benefit, kind: string, before: Benefit | undefined): Benefit {
  const keys = kind === 'negotiated' ? common.slice(0, 4) : common
  const kept = Object.fromEntries(keys.flatMap((key) => (benefit[key] === undefined ? [] : [[key, benefit[key]]])))
  return { ...(before ?? { unit: '万元', ...bodies[kind] }), ...kept, kind: kind === 'match' ? 'rate' : kind } as Benefit
}
/** The kind shown to the editor: a share of a received sum is shown as matched money. */
export const chosenKind = ({ kind, base }: Benefit): string =>
  kind === 'rate' && isComputed(base) && shapeOfFormula(base).kind === 'received' ? 'match' : kind

/** A benefit with changed keys; undefined removes a key. */
export function withKey(benefit: Benefit, change: Partial<Record<keyof Benefit, unknown>>): Benefit {
  const next = { ...benefit, ...change } as Record<string, unknown>
  for (const [key, value] of Object.entries(next)) if (value === undefined) delete next[key]
  return next as Benefit
}

/** The engine's errors, sorted to the benefit at a path such as `benefits[2].items[0]`. */
export interface Fault {
  path: string
  message: string
}
export const faultsBelow = (faults: readonly Fault[], path: string): Fault[] =>
  faults.flatMap((f) =>
    f.path === path
      ? [{ ...f, path: '' }]
      : /^[.[]/.test(f.path.slice(path.length)) && f.path.startsWith(path)
        ? [{ ...f, path: f.path.slice(path.length).replace(/^\./, '') }]
        : [],
  )
