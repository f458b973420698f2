import type { Catalog, CatalogField } from './catalog.ts'
import { partsOf } from '../../../contract/rule/condition-words.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { comparedSql, elapsedSql, fieldSql, formulaSql } from './sql-formula.ts'
import { againstNothing, INDUSTRY, isLeaf, SCORE, withoutSection } from './condition.ts'
import type { Facts } from './facts.ts'
import { isOneOf, isRational } from './value.ts'
import { toDecimal } from './rational.ts'
import { isTrue } from './truth.ts'
import type { Condition, Leaf, Operator } from './types.ts'

export type ColumnType = 'numeric' | 'boolean' | 'text' | 'date' | 'jsonb'
export type SqlPorts = {
  /** SQL expression of a stored fact in the given type, NULL when unknown. */
  column: (key: string, type: ColumnType) => string
  /** Binds a value and returns its placeholder. Arrays are text arrays. */
  param: (value: string | number | boolean | readonly string[]) => string
}

/** Key of a fact row that holds the values of which an unknown fact is one. */
export const possibleKey = (key: string): string => `${key}~`
const POSSIBLE = new Set(['enterpriseScale'])
/** Decimals of stored ratios: more than any threshold has. */
const STORED_DIGITS = 30

/** Facts as columns of one jsonb: `jsonbPorts('f.facts', params)` pushes to `params` and returns $1, $2, … */
export function jsonbPorts(facts: string, params: unknown[]): SqlPorts {
  return {
    column: (key, type) => {
      const name = `'${key.replaceAll("'", "''")}'`
      return type === 'jsonb' ? `(${facts}->${name})` : type === 'text' ? `(${facts}->>${name})` : `(${facts}->>${name})::${type}`
    },
    param: (value) => `$${params.push(value)}`,
  }
}

/**
 * The rule as an SQL expression over fact rows: true, false, or NULL for unknown. SQL's NULL logic is Kleene's, so the result equals
 * `judge`. `day` is the day of judging, for formulas that count up to it; the default is today. Rows must hold what `factRow` computes,
 * including derived values and scores.
 */
export function toSql(catalog: Catalog, node: Condition, ports: SqlPorts, day?: string): string {
  if (isLeaf(node)) return leafSql(catalog, node, ports, day)
  if ('not' in node) return `(NOT ${toSql(catalog, node.not, ports, day)})`
  if ('atLeast' in node) {
    const parts = node.of.map((part) => `(${toSql(catalog, part, ports, day)})`).join(', ')
    return `(SELECT CASE WHEN count(*) FILTER (WHERE holds) >= ${node.atLeast} THEN true WHEN count(*) FILTER (WHERE holds IS NOT FALSE) < ${node.atLeast} THEN false END FROM (VALUES ${parts}) AS part(holds))`
  }
  return `(${partsOf(node)
    .map((part) => toSql(catalog, part, ports, day))
    .join('any' in node ? ' OR ' : ' AND ')})`
}

const SIGNS: Partial<Record<Operator, string>> = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

function leafSql(catalog: Catalog, leaf: Leaf, ports: SqlPorts, day: string | undefined): string {
  if (isComputed(leaf.value)) return leafSql(catalog, againstNothing(leaf), ports, day)
  if (leaf.field.startsWith(SCORE))
    return leaf.value === false ? `(NOT ${ports.column(leaf.field, 'boolean')})` : ports.column(leaf.field, 'boolean')
  const field = catalog.byKey.get(leaf.field)
  if (!field) throw new Error(`字段目录中没有 ${leaf.field}`)
  if (POSSIBLE.has(field.key)) return possibleSql(field, leaf, ports)
  const list = leaf.op === 'in' || leaf.op === 'notIn'
  if (field.type === 'multiEnum')
    return `(${leaf.op === 'notIn' ? 'NOT ' : ''}jsonb_exists_any(${ports.column(field.key, 'jsonb')}, ${ports.param(texts(leaf))}::text[]))`
  if (field.computed) {
    const elapsed = elapsedSql(catalog, field.formula!, SIGNS[leaf.op] ?? '', String(leaf.value), ports, day)
    if (elapsed !== undefined) return elapsed
  }
  const type: ColumnType = field.numeric ? 'numeric' : field.type === 'boolean' || field.type === 'date' ? field.type : 'text'
  const stored = field.computed
    ? computedSql(catalog, field, ports, day)
    : field.dated
      ? fieldSql(catalog, field.key, ports, day)
      : ports.column(field.key, type)
  // As in condition.ts, the section letter is ignored.
  const column = field.key === INDUSTRY ? `regexp_replace(${stored}, '^[A-T](?=[0-9])', '')` : stored
  if (list)
    return `(${column} ${leaf.op === 'in' ? '= ANY' : '<> ALL'}(${ports.param(texts(leaf).map((each) => (field.key === INDUSTRY ? withoutSection(each) : each)))}::text[]::${type}[]))`
  // Figures are sent as text, so that the driver does not turn 0.15 into a double.
  const value = ports.param(
    type === 'boolean' ? (leaf.value as boolean) : field.key === INDUSTRY ? withoutSection(String(leaf.value)) : String(leaf.value),
  )
  const compared = type === 'text' && leaf.op !== 'eq' && leaf.op !== 'ne' ? `${column} COLLATE "C"` : column
  return `(${compared} ${SIGNS[leaf.op]} ${value}::${type})`
}

const computedSql = (catalog: Catalog, field: CatalogField, ports: SqlPorts, day: string | undefined): string => {
  const sql = formulaSql(catalog, field.formula!, ports, day)
  return field.numeric ? comparedSql(sql) : sql
}

const texts = (leaf: Leaf): string[] => (Array.isArray(leaf.value) ? leaf.value : [leaf.value]).map(String)

/** Decided as soon as all or none of the possible classes qualify. */
function possibleSql(field: CatalogField, leaf: Leaf, ports: SqlPorts): string {
  const column = ports.column(possibleKey(field.key), 'jsonb')
  const wanted = ports.param(texts(leaf))
  const inside = leaf.op === 'in' || leaf.op === 'eq'
  return `(CASE WHEN ${column} <@ to_jsonb(${wanted}::text[]) THEN ${inside} WHEN NOT jsonb_exists_any(${column}, ${wanted}::text[]) THEN ${!inside} END)`
}

export type FactRow = Record<string, string | number | boolean | readonly string[]>

/**
 * The row that `toSql` reads: known raw answers, derived values (ratios as exact decimals in text) and score results; unknown ones are
 * absent.
 */
export function factRow(catalog: Catalog, facts: Facts): FactRow {
  const row: FactRow = {}
  for (const field of catalog.fields) {
    if (!facts.isDerived(field)) {
      const value = facts.slots[field.index]
      if (value !== undefined) row[field.key] = value as FactRow[string]
      continue
    }
    const { value } = facts.derived(field)
    if (value === undefined) continue
    if (isOneOf(value)) row[possibleKey(field.key)] = value.oneOf
    else {
      row[field.key] = isRational(value) ? toDecimal(value, STORED_DIGITS) : (value as FactRow[string])
      if (POSSIBLE.has(field.key)) row[possibleKey(field.key)] = [value as string]
    }
  }
  for (const table of catalog.tables.values()) {
    const passes = isTrue(facts.score(table).passes)
    if (passes !== undefined) row[SCORE + table.id] = passes
  }
  return row
}
