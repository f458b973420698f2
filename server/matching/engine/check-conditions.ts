import { suggestion } from './answers.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { formulaIssue } from './check-fields.ts'
import { SCORE } from './condition.ts'
import { parseDate } from './dates.ts'
import type { Condition, Issue, Leaf, Operator } from './types.ts'

const ORDERED: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte']
const LISTS: readonly Operator[] = ['in', 'notIn']
const KNOWN = new Set<string>([...ORDERED, ...LISTS, 'passes'])
const LEAF_KEYS = new Set(['id', 'field', 'op', 'value', 'unit', 'label', 'closable', 'clause'])
const GROUP_KEYS = new Set(['id', 'label', 'clause', 'all', 'any', 'not', 'atLeast', 'of'])
const DEEPEST = 12
const WIDEST = 200

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Faults of a condition tree, each with its place such as `conditions.all[2].field`. */
export function checkConditions(catalog: Catalog, node: unknown, path: string, depth = 0): Issue[] {
  if (!isPlain(node)) return [{ path, message: '条件应为对象' }]
  if (depth > DEEPEST) return [{ path, message: `条件嵌套不能超过 ${DEEPEST} 层` }]
  if ('field' in node || 'op' in node) return checkLeaf(catalog, node, path)
  const kinds = ['all', 'any', 'not', 'of'].filter((kind) => kind in node)
  const [kind] = kinds
  const stray = Object.keys(node).find((key) => !GROUP_KEYS.has(key))
  if (stray) return [{ path: `${path}.${stray}`, message: `不认识的内容“${stray}”` }]
  if (!kind || kinds.length > 1) return [{ path, message: '条件组须且只能有 all、any、not、of 之一' }]
  if (kind === 'not') return checkConditions(catalog, node['not'], `${path}.not`, depth + 1)
  const parts = node[kind]
  if (!Array.isArray(parts) || !parts.length) return [{ path: `${path}.${kind}`, message: '至少要有一个条件' }]
  const need = node['atLeast']
  if (kind === 'of' ? !Number.isInteger(need) || (need as number) < 1 : need !== undefined)
    return [{ path: `${path}.atLeast`, message: kind === 'of' ? '至少满足几项应为正整数' : '只有“至少满足几项”的条件组才写 atLeast' }]
  if (kind === 'of' && (need as number) > parts.length)
    return [{ path: `${path}.atLeast`, message: `只有 ${parts.length} 项，不能要求至少满足 ${String(need)} 项` }]
  if (parts.length > WIDEST) return [{ path: `${path}.${kind}`, message: `一组条件不能超过 ${WIDEST} 个` }]
  const issues = parts.flatMap((part, index) => checkConditions(catalog, part, `${path}.${kind}[${index}]`, depth + 1))
  return issues.length || kind !== 'all' ? issues : contradictions(catalog, node as Condition & { all: Condition[] }, path)
}

function checkLeaf(catalog: Catalog, leaf: Plain, path: string): Issue[] {
  const stray = Object.keys(leaf).find((key) => !LEAF_KEYS.has(key))
  if (stray) return [{ path: `${path}.${stray}`, message: `不认识的内容“${stray}”` }]
  const { field: key, op, value } = leaf
  if (typeof key !== 'string' || !key) return [{ path: `${path}.field`, message: '缺少字段' }]
  if (typeof op !== 'string' || !KNOWN.has(op))
    return [{ path: `${path}.op`, message: `不支持的运算符“${String(op)}”，可用：${[...KNOWN].join('、')}` }]
  if (leaf['closable'] !== undefined && typeof leaf['closable'] !== 'boolean')
    return [{ path: `${path}.closable`, message: '应为 true 或 false' }]
  if (key.startsWith(SCORE)) {
    if (!catalog.tables.has(key.slice(SCORE.length))) return [{ path: `${path}.field`, message: `没有评分表“${key.slice(SCORE.length)}”` }]
    if (op !== 'passes') return [{ path: `${path}.op`, message: '评分表只能用 passes' }]
    return value === undefined || typeof value === 'boolean' ? [] : [{ path: `${path}.value`, message: '应为 true 或 false' }]
  }
  const broken = computedIssue(catalog, key)
  if (broken) return [{ path: `${path}.field`, message: broken }]
  const field = catalog.byKey.get(key)
  if (!field) return [{ path: `${path}.field`, message: `没有字段“${key}”${suggestion(catalog, key)}` }]
  if (field.type === 'rows') return [{ path: `${path}.field`, message: `“${field.label}”有多行，请选怎样统计` }]
  const allowed = operators(field)
  if (!allowed.includes(op as Operator))
    return [{ path: `${path}.op`, message: `“${field.label}”不能用 ${op}，可用：${allowed.join('、')}` }]
  if (isComputed(value)) {
    const other = computedIssue(catalog, value)
    if (other) return [{ path: `${path}.value`, message: other }]
    return field.numeric && catalog.byKey.get(value)?.numeric && !LISTS.includes(op as Operator)
      ? []
      : [{ path: `${path}.value`, message: '只有数值可以与另一个算式比较' }]
  }
  if (!LISTS.includes(op as Operator)) return valueIssue(field, value, `${path}.value`)
  if (!Array.isArray(value) || !value.length) return [{ path: `${path}.value`, message: '应为至少一项的列表' }]
  return value.flatMap((each, index) => valueIssue(field, each, `${path}.value[${index}]`))
}

/** Limit of characters in a formula. */
const LONGEST = 1000
/** Functions that are allowed in derived fields only, not in conditions. */
const OF_FIELDS = /\b(sizing|section|hnteGrowth|left|countedYears)\s*\(/
/** Why a formula cannot be used in a condition or as a base; undefined for a plain field and a valid formula. */
export function computedIssue(catalog: Catalog, key: string): string | undefined {
  if (!isComputed(key)) return undefined
  if (/(^|\W)_(\W|$)/.test(key)) return '还有一项没有选企业信息'
  if (key.length > LONGEST) return `算式不能超过 ${LONGEST} 字`
  const used = OF_FIELDS.exec(key)?.[1]
  if (used) return `条件中不能用函数“${used}”，请直接选相应的企业信息`
  return formulaIssue(key.slice(1), (each) => catalog.byKey.has(each), columnsIn(catalog))
}

/** Columns of the catalogue's lists, for formulas over rows. */
export const columnsIn =
  (catalog: Catalog) =>
  (list: string): ReadonlySet<string> | undefined => {
    const columns = catalog.byKey.get(list)?.rowFields
    return columns && new Set(columns.keys())
  }

function operators(field: CatalogField): readonly Operator[] {
  if (field.numeric) return [...ORDERED, ...LISTS]
  if (field.type === 'date') return ORDERED
  if (field.type === 'boolean') return ['eq', 'ne']
  return field.type === 'multiEnum' ? LISTS : ['eq', 'ne', ...LISTS]
}

function valueIssue(field: CatalogField, value: unknown, path: string): Issue[] {
  const refuse = (message: string): Issue[] => [{ path, message: `“${field.label}”的值${message}` }]
  if (field.numeric) return typeof value === 'number' && Number.isFinite(value) ? [] : refuse('应为数字')
  if (field.type === 'boolean') return typeof value === 'boolean' ? [] : refuse('应为 true 或 false')
  if (field.type === 'date') return typeof value === 'string' && parseDate(value) !== undefined ? [] : refuse('应为日期 YYYY-MM-DD')
  if (typeof value !== 'string' || !value) return refuse('应为文字')
  const closed = field.type === 'enum' || field.type === 'multiEnum'
  return closed && !field.labels.has(value) ? refuse(`不在选项中：${[...field.labels.keys()].join('、')}`) : []
}

type Bounds = { low: number; lowOpen: boolean; high: number; highOpen: boolean; set: ReadonlySet<unknown> | undefined }

/** Conditions of one `all` that can never hold together: empty ranges and disjoint options of a field. */
function contradictions(catalog: Catalog, node: Condition & { all: readonly Condition[] }, path: string): Issue[] {
  const found = new Map<string, Bounds>()
  const issues: Issue[] = []
  node.all.forEach((part, index) => {
    if (!('field' in part) || part.op === 'passes' || catalog.byKey.get(part.field)?.type === 'multiEnum') return
    const bounds = found.get(part.field) ?? {
      low: Number.NEGATIVE_INFINITY,
      lowOpen: false,
      high: Number.POSITIVE_INFINITY,
      highOpen: false,
      set: undefined,
    }
    found.set(part.field, bounds)
    narrow(bounds, part)
    const empty = bounds.low > bounds.high || (bounds.low === bounds.high && (bounds.lowOpen || bounds.highOpen))
    const label = catalog.byKey.get(part.field)?.label ?? part.field
    if (empty || bounds.set?.size === 0)
      issues.push({ path: `${path}.all[${index}]`, message: `与同组其他条件矛盾，“${label}”永远不能满足` })
  })
  return issues
}

function narrow(bounds: Bounds, leaf: Leaf): void {
  const { op, value } = leaf
  if (op === 'eq' || op === 'in') {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    bounds.set = new Set(list.filter((each) => (bounds.set?.has(each) ?? true) && inside(bounds, each)))
  } else if (typeof value !== 'number') return
  else if (op === 'gt' || op === 'gte') {
    if (value > bounds.low || (value === bounds.low && op === 'gt')) [bounds.low, bounds.lowOpen] = [value, op === 'gt']
  } else if ((op === 'lt' || op === 'lte') && (value < bounds.high || (value === bounds.high && op === 'lt')))
    [bounds.high, bounds.highOpen] = [value, op === 'lt']
  if (bounds.set && typeof value === 'number') bounds.set = new Set([...bounds.set].filter((each) => inside(bounds, each)))
}

function inside(bounds: Bounds, value: unknown): boolean {
  if (typeof value !== 'number') return true
  if (bounds.lowOpen ? value <= bounds.low : value < bounds.low) return false
  return bounds.highOpen ? value < bounds.high : value <= bounds.high
}
