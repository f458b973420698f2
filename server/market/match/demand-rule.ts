import { attributesOf, type AttributeKey, type Attributes } from '../../../contract/market/attributes.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import type { Condition, Leaf, Operator, PolicyRule } from '../../matching/index.ts'
import type { Names } from '../names.ts'
import { engines, learnOption, STREET, supplyOf, type Supply } from './catalogue.ts'

/** 甲 > 乙 > 丙 > 丁 > 戊: a workshop for dangerous production also accepts less dangerous production. */
const GRADES = ['A', 'B', 'C', 'D', 'E']
/** 求租 matches 出租, 租售均可 and 转租; 求购 matches 出售 and 租售均可. */
const TRADES: Readonly<Record<string, readonly string[]>> = { 4: ['1', '3', '6'], 5: ['2', '3'] }

const leaf = (field: string, op: Operator, value: Leaf['value']): Leaf => ({ id: `${field}:${op}`, field, op, value })
type Figure = readonly [demand: AttributeKey, op: Operator, supply: AttributeKey]
const figures: Readonly<Record<'land' | 'workshop', readonly Figure[]>> = {
  workshop: [
    ['rentMax', 'lte', 'rentPrice'],
    ['priceMax', 'lte', 'salePrice'],
    ['floorHeightMin', 'gte', 'floorHeight'],
    ['loadBearingMin', 'gte', 'loadBearing'],
    ['craneTonMin', 'gte', 'craneTon'],
    ['elevatorTonMin', 'gte', 'elevatorTon'],
    ['powerCapacityMin', 'gte', 'powerCapacity'],
    ['needDate', 'lte', 'availableDate'],
  ],
  land: [
    ['priceMax', 'lte', 'price'],
    // What the demand promises must reach what the land requires.
    ['taxPerMu', 'lte', 'taxPerMu'],
    ['investIntensity', 'lte', 'investIntensity'],
  ],
}
const choices: Readonly<Record<'land' | 'workshop', readonly AttributeKey[]>> = {
  workshop: ['nature', 'structure', 'floor'],
  land: ['landNature', 'supplyMode'],
}

/**
 * What a demand asks for, as a condition on supplies. Every given requirement becomes a condition; missing ones do not. For a supply that
 * can be divided, any area between the smallest part and the whole matches.
 */
export function conditionOf(kind: MarketKind, facts: Attributes, streetIds: readonly string[]): Condition {
  const of = supplyOf(kind) === 'landInfo' ? 'land' : 'workshop'
  const whole = of === 'land' ? 'landArea' : 'rentArea'
  const parts: Condition[] = []
  const asked = (key: AttributeKey) => facts[key] ?? undefined
  if (of === 'workshop' && typeof facts.trade === 'string' && TRADES[facts.trade])
    parts.push(leaf('trade', 'in', [...TRADES[facts.trade]!]))
  if (typeof asked('areaMin') === 'number') parts.push(leaf(whole, 'gte', facts.areaMin as number))
  if (typeof asked('areaMax') === 'number') {
    const small = leaf(whole, 'lte', facts.areaMax as number)
    parts.push(of === 'land' ? small : { any: [small, leaf('minArea', 'lte', facts.areaMax as number)] })
  }
  for (const [key, op, field] of figures[of]) if (asked(key) !== undefined) parts.push(leaf(field, op, facts[key] as number | string))
  for (const key of choices[of]) {
    const wanted = facts[key]
    if (Array.isArray(wanted) && wanted.length > 0) parts.push(leaf(key, 'in', wanted))
  }
  if (of === 'workshop') {
    const least = GRADES.indexOf(String(facts.fireGrade ?? ''))
    if (least >= 0) parts.push(leaf('fireGrade', 'in', GRADES.slice(0, least + 1)))
    for (const each of Array.isArray(facts.facilities) ? facts.facilities : [])
      parts.push({ id: `facilities:${each}`, field: 'facilities', op: 'in', value: [each] })
  }
  if (streetIds.length > 0) parts.push(leaf(STREET, 'in', [...streetIds]))
  return { all: parts }
}

/** The attributes of which a demand names the options that it accepts. */
const optionsOf = (of: Supply): readonly AttributeKey[] => (of === 'landInfo' ? choices.land : [...choices.workshop, 'facilities'])
/** Of a stored demand: its options stood in their dictionary. */
function learnAsked(of: Supply, facts: Attributes): void {
  for (const key of optionsOf(of)) {
    const asked = facts[key]
    if (Array.isArray(asked)) for (const value of asked) learnOption(of, key, value)
  }
}
/** Takes up the names that options have in the dictionaries now. */
export function learnNames(kind: MarketKind, names: Names): void {
  const of = supplyOf(kind)
  for (const key of optionsOf(of))
    for (const [value, name] of names.get(engines[of].catalog.byKey.get(key)?.dict ?? '') ?? []) learnOption(of, key, value, name)
}

export function ruleOf(id: number, kind: MarketKind, title: string, facts: Attributes, streetIds: readonly string[]): PolicyRule {
  const of = supplyOf(kind)
  learnAsked(of, facts)
  return {
    id: String(id),
    title,
    conditions: conditionOf(kind, facts, streetIds),
    closable: figures[of === 'landInfo' ? 'land' : 'workshop']
      .map(([, , field]) => field)
      .concat(['landArea', 'rentArea', 'minArea'] as AttributeKey[]),
  }
}

/** The field and reason when no supply can ever meet a demand; else null. */
export function impossible(kind: MarketKind, facts: Attributes, names: Names): { key: string; message: string } | null {
  learnNames(kind, names)
  const [issue] = engines[supplyOf(kind)].validateCondition(conditionOf(kind, facts, []))
  if (!issue) return null
  return { key: 'areaMax', message: `没有供应能同时满足这些要求：${issue.message}` }
}

/**
 * What the owner has to correct in a demand whose rule cannot be used, because its stored attributes are no longer those that the form
 * takes; null when no single attribute is at fault.
 */
export function faultOf(kind: MarketKind, facts: Attributes): string | null {
  const engine = engines[supplyOf(kind)]
  const given = attributesOf(kind).filter(([key]) => facts[key] !== undefined && facts[key] !== null)
  const wrong = given.flatMap(([key, { label }]) => {
    const condition = conditionOf(kind, { [key]: facts[key] }, []) as { all: Condition[] }
    return condition.all.length > 0 && engine.validateCondition(condition).length > 0 ? [label] : []
  })
  return wrong.length === 0 ? null : `这条需求的${wrong.map((label) => `“${label}”`).join('、')}有误，不能用来匹配，请修改需求后保存`
}
