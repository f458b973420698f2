import { isLeaf } from '../../../contract/rule/condition-words.ts'
import { isComputed, SCORE } from '../../../contract/rule/vocabulary.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import type { Facts } from './facts.ts'
import { compare, type Rational, rational } from './rational.ts'
import { FALSE, TRUE, type Truth, UNKNOWN } from './truth.ts'
import type { Condition, Leaf } from './types.ts'
import { isOneOf } from './value.ts'

export { isLeaf, SCORE }

/** The field whose values may carry a section letter. */
export const INDUSTRY = 'industryCode'

/** A condition that is compiled once and evaluated for many companies. */
export type Test = (facts: Facts) => Truth

/** Closer to a threshold than this, the exact fractions decide instead of the doubles. */
const CLOSE = 1e-9

/** Kleene logic over a condition tree; stops at the first part that decides. */
export function compileTest(catalog: Catalog, node: Condition): Test {
  if (isLeaf(node)) return leafTest(catalog, node)
  if ('atLeast' in node)
    return countTest(
      node.of.map((part) => compileTest(catalog, part)),
      node.atLeast,
    )
  if ('not' in node) {
    const inner = compileTest(catalog, node.not)
    return (facts) => {
      const truth = inner(facts)
      return truth === UNKNOWN ? UNKNOWN : truth === TRUE ? FALSE : TRUE
    }
  }
  const decisive = 'any' in node ? TRUE : FALSE
  const tests = ('any' in node ? node.any : node.all).map((each) => compileTest(catalog, each))
  return (facts) => {
    let result: Truth = decisive === TRUE ? FALSE : TRUE
    for (const test of tests) {
      const truth = test(facts)
      if (truth === decisive) return decisive
      if (truth === UNKNOWN) result = UNKNOWN
    }
    return result
  }
}

/** At least `need` parts must hold: true as soon as they do, false as soon as too few remain open. */
function countTest(tests: readonly Test[], need: number): Test {
  return (facts) => {
    let met = 0
    let open = 0
    for (const test of tests) {
      const truth = test(facts)
      if (truth === TRUE) met++
      else if (truth === UNKNOWN) open++
    }
    return met >= need ? TRUE : met + open < need ? FALSE : UNKNOWN
  }
}

/** Rewrites a comparison of two formulas as a comparison of their difference with 0; other leaves are unchanged. */
export const againstNothing = (leaf: Leaf): Leaf => (isComputed(leaf.value) ? { ...leaf, field: differenceOf(leaf), value: 0 } : leaf)
const inner = (key: string): string => (isComputed(key) ? key.slice(1) : key)
const differenceOf = ({ field, value }: Leaf): string => `=(${inner(field)}) - (${inner(value as string)})`

/** The test of one leaf; the rule must have been validated. */
export function leafTest(catalog: Catalog, leaf: Leaf): Test {
  if (leaf.field.startsWith(SCORE)) {
    const table = catalog.tables.get(leaf.field.slice(SCORE.length))
    if (!table) throw new Error(`没有评分表 ${leaf.field}`)
    const wanted = leaf.value !== false
    return (facts) => {
      const truth = facts.score(table).passes
      return truth === UNKNOWN || wanted ? truth : truth === TRUE ? FALSE : TRUE
    }
  }
  if (isComputed(leaf.value)) return leafTest(catalog, againstNothing(leaf))
  const field = catalog.byKey.get(leaf.field)
  if (!field) throw new Error(`字段目录中没有 ${leaf.field}`)
  if (leaf.op === 'in' || leaf.op === 'notIn') return membership(field, leaf)
  if (field.numeric) return numeric(field, leaf)
  return plain(field, leaf)
}

function numeric(field: CatalogField, leaf: Leaf): Test {
  const need = leaf.value as number
  const exactNeed = rational(need)
  const { index } = field
  const decide = signTest(leaf.op)
  const margin = CLOSE * Math.max(1, Math.abs(need))
  const raw = !field.derived && field.key !== 'operatingYears'
  if (raw) return rawNumeric(index, need, leaf)
  return (facts) => {
    const value = facts.plain(field) as number | undefined
    if (value === undefined) return UNKNOWN
    const distance = value - need
    return decide(distance > margin || distance < -margin ? distance : compare(facts.exact(field), exactNeed))
  }
}

/** Compares two JSON numbers exactly as written. One closure per operator, because this is the hottest path. */
function rawNumeric(index: number, need: number, leaf: Leaf): Test {
  switch (leaf.op) {
    case 'gte':
      return (facts) => {
        const value = facts.slots[index]
        return value === undefined ? UNKNOWN : (value as number) >= need ? TRUE : FALSE
      }
    case 'gt':
      return (facts) => {
        const value = facts.slots[index]
        return value === undefined ? UNKNOWN : (value as number) > need ? TRUE : FALSE
      }
    case 'lte':
      return (facts) => {
        const value = facts.slots[index]
        return value === undefined ? UNKNOWN : (value as number) <= need ? TRUE : FALSE
      }
    case 'lt':
      return (facts) => {
        const value = facts.slots[index]
        return value === undefined ? UNKNOWN : (value as number) < need ? TRUE : FALSE
      }
    case 'ne':
      return (facts) => {
        const value = facts.slots[index]
        return value === undefined ? UNKNOWN : value !== need ? TRUE : FALSE
      }
    default:
      return (facts) => {
        const value = facts.slots[index]
        return value === undefined ? UNKNOWN : value === need ? TRUE : FALSE
      }
  }
}

function signTest(op: Leaf['op']): (sign: number) => Truth {
  switch (op) {
    case 'gt':
      return (sign) => (sign > 0 ? TRUE : FALSE)
    case 'gte':
      return (sign) => (sign >= 0 ? TRUE : FALSE)
    case 'lt':
      return (sign) => (sign < 0 ? TRUE : FALSE)
    case 'lte':
      return (sign) => (sign <= 0 ? TRUE : FALSE)
    case 'ne':
      return (sign) => (sign !== 0 ? TRUE : FALSE)
    default:
      return (sign) => (sign === 0 ? TRUE : FALSE)
  }
}

/** Removes the section letter that an industry code may carry (C3451); the meaning is the same. */
export const withoutSection = (code: string): string => code.replace(/^[A-T](?=\d)/, '')

/** Booleans, options, texts and ISO dates. */
function plain(field: CatalogField, leaf: Leaf): Test {
  if (field.key === INDUSTRY && (leaf.op === 'eq' || leaf.op === 'ne'))
    return membership(field, { ...leaf, op: leaf.op === 'ne' ? 'notIn' : 'in', value: [leaf.value as string] })
  const { index } = field
  const need = leaf.value as string | boolean
  if (field.key === 'enterpriseScale') return membership(field, { ...leaf, op: leaf.op === 'ne' ? 'notIn' : 'in', value: [need as string] })
  if (leaf.op === 'eq' && !field.derived && field.key !== 'sizingIndustry')
    return (facts) => {
      const value = facts.slots[index]
      return value === undefined ? UNKNOWN : value === need ? TRUE : FALSE
    }
  const compareText = (value: unknown): number => (value === need ? 0 : (value as string) < (need as string) ? -1 : 1)
  const decide = signTest(leaf.op)
  return (facts) => {
    const value = facts.plain(field)
    return value === undefined ? UNKNOWN : decide(compareText(value))
  }
}

/** `in`: one of the values (for lists: any of them). A value known to be one of several is decided when all or none of them qualify. */
function membership(field: CatalogField, leaf: Leaf): Test {
  const { index } = field
  if (field.key === INDUSTRY) return ofIndustry(index, leaf)
  const list = leaf.value as readonly (string | number)[]
  const set = new Set<unknown>(list)
  const inside: Truth = leaf.op === 'in' ? TRUE : FALSE
  const outside: Truth = leaf.op === 'in' ? FALSE : TRUE
  if (field.numeric && field.derived) {
    const exact: Rational[] = list.map((each) => rational(each))
    return (facts) =>
      facts.plain(field) === undefined ? UNKNOWN : exact.some((each) => compare(facts.exact(field), each) === 0) ? inside : outside
  }
  return (facts) => {
    const value = facts.plain(field)
    if (value !== undefined) return (Array.isArray(value) ? value.some((each) => set.has(each)) : set.has(value)) ? inside : outside
    if (!field.derived) return UNKNOWN
    const open = facts.derived(field).value
    if (!isOneOf(open)) return UNKNOWN
    const hits = open.oneOf.filter((each) => set.has(each)).length
    return hits === open.oneOf.length ? inside : hits === 0 ? outside : UNKNOWN
  }
}

function ofIndustry(index: number, leaf: Leaf): Test {
  const codes = new Set((leaf.value as readonly string[]).map(withoutSection))
  const inside = leaf.op === 'in'
  return (facts) => {
    const value = facts.slots[index]
    return value === undefined ? UNKNOWN : codes.has(withoutSection(value as string)) === inside ? TRUE : FALSE
  }
}
