import { rangeKeys, searchKeys, type Field, type SearchField } from '../form/fields.ts'
import { labelOf, type Option } from '../choose/options.ts'
import type { ListShape } from './list-state.ts'
import type { Filters } from './selection.ts'

type Options = Readonly<Record<string, readonly Option[]>>

/** The value of one filter as people read it; null: not set. */
export function filterWords(f: SearchField, filters: Filters, options: Options): string | null {
  if (f.kind === 'dateRange') {
    const [from, to] = rangeKeys(f).map((k) => filters[k])
    return from && to ? (from === to ? from : `${from} 至 ${to}`) : from ? `${from} 起` : to ? `${to} 止` : null
  }
  const value = filters[f.key]
  const named = options[f.key] ?? []
  // A custom control knows the label of its value; outside it the value has no words, unless its name was found.
  return value ? (f.as && !f.options && named.length === 0 ? '已选' : labelOf(named, value)) : null
}

/** Typed by hand, so that it may be a name or a number of somebody. */
const isTyped = (f: SearchField) => ['text', 'longText', 'number'].includes(f.kind ?? 'text') && !f.as && !f.options

interface Condition {
  label: string
  words: string
  typed: boolean
}

/** What a view contains, in words: the filters of the search bar, those that the screen sets elsewhere, and the order. */
export function viewInWords(
  { filters, sort }: { filters: Filters; sort: string | null },
  { criteria = [], named = {} }: ListShape,
  columns: readonly Pick<Field<never>, 'key' | 'label' | 'statuses' | 'sortable'>[],
  options: Options,
): Condition[] {
  const found = criteria.flatMap((f) => {
    const words = filterWords(f, filters, options)
    return words === null ? [] : [{ label: f.label, words, typed: isTyped(f) }]
  })
  const listed = new Set(criteria.flatMap(searchKeys))
  const others = Object.entries(filters).flatMap(([key, value]) => {
    if (!value || listed.has(key)) return []
    const column = columns.find((c) => c.key === key)
    const status = column?.statuses?.[value]?.label
    const words = status ?? (value === 'true' ? '是' : '已选')
    return [{ label: named[key] ?? column?.label ?? '页面上的其他条件', words, typed: false }]
  })
  const by = sort?.replace(/^-/, '')
  const order = by ? [{ label: '顺序', words: orderWords(sort!, columns.find((c) => c.sortable === by)?.label), typed: false }] : []
  return [...found, ...others, ...order]
}

const places: Readonly<Record<string, string>> = { page: '页码', pageSize: '每页条数', sort: '排序' }

/** What the server refuses in the address of a list, each with its name and the reason. */
export const refusedFilters = (
  faults: readonly { path: string; message: string }[],
  { filters, criteria = [], named = {} }: ListShape,
): string[] =>
  faults.flatMap(({ path, message }) => {
    const key = path.split('.')[0]!
    if (key in places) return [`${places[key]}：${message}`]
    if (!filters.includes(key)) return []
    const label = criteria.find((f) => searchKeys(f).includes(key))?.label ?? named[key] ?? '页面上的其他条件'
    return [`${label}：${message}`]
  })

const orderWords = (sort: string, column = '所选的列'): string => `按${column}${sort.startsWith('-') ? '从大到小' : '从小到大'}`
