import { TABLE_PAGE_SIZE, TABLE_PAGE_SIZES, TABLE_SHOW_ALL_PAGE_SIZE } from '../../../contract/constants.ts'
import type { SearchField } from '../form/fields.ts'
import type { Filters } from './selection.ts'

/** The state of a list, as stored in the address. An empty address means the defaults. */
export interface ListState {
  page: number
  pageSize: number
  /** `field` ascending, `-field` descending, null: the server's order */
  sort: string | null
  filters: Filters
}
export interface ListShape {
  /** query keys that are filters of this list; other keys of the address are ignored */
  filters: readonly string[]
  /** separates two lists on one screen: `a.page`, `b.page` */
  prefix?: string
  defaults?: Partial<ListState>
  /** the criteria of the search bar, to say the filters in words */
  criteria?: readonly SearchField[]
  /** what filters without a criterion are called */
  named?: Readonly<Record<string, string>>
}

const sizes: readonly number[] = [...TABLE_PAGE_SIZES, TABLE_SHOW_ALL_PAGE_SIZE]
const key = (shape: ListShape, name: string) => (shape.prefix ? `${shape.prefix}.${name}` : name)
const defaultsOf = (shape: ListShape): ListState => ({ page: 1, pageSize: TABLE_PAGE_SIZE, sort: null, filters: {}, ...shape.defaults })

/** Address → state. Unreadable values count as absent. */
export function readListState(params: URLSearchParams, shape: ListShape): ListState {
  const defaults = defaultsOf(shape)
  const page = params.get(key(shape, 'page')) ?? ''
  const size = params.get(key(shape, 'pageSize')) ?? ''
  const pageSize = /^\d+$/.test(size) ? Number(size) : 0
  const filters: Record<string, string> = { ...defaults.filters }
  for (const name of shape.filters) {
    const value = params.get(key(shape, name))
    if (value === null) continue
    if (value === '') delete filters[name]
    else filters[name] = value
  }
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : defaults.page,
    pageSize: sizes.includes(pageSize) ? pageSize : defaults.pageSize,
    sort: params.get(key(shape, 'sort')) ?? defaults.sort,
    filters,
  }
}

/** State change → address. Defaults are left out; a new filter, order or size goes to page 1; other keys stay. */
export function writeListState(params: URLSearchParams, change: Partial<ListState>, shape: ListShape): URLSearchParams {
  const defaults = defaultsOf(shape)
  const before = readListState(params, shape)
  const startsOver = change.filters !== undefined || change.sort !== undefined || change.pageSize !== undefined
  const after: ListState = { ...before, ...(startsOver ? { page: 1 } : {}), ...change }
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, shipped: string) =>
    value === shipped ? next.delete(key(shape, name)) : next.set(key(shape, name), value)
  put('page', String(after.page), '1')
  put('pageSize', String(after.pageSize), String(defaults.pageSize))
  put('sort', after.sort ?? '', defaults.sort ?? '')
  for (const name of shape.filters) put(name, (after.filters[name] ?? '').trim(), defaults.filters[name] ?? '')
  return next
}

/**
 * The query of the list: page, pageSize, sort when chosen, and the filters. Only set values are sent, because servers refuse unknown keys.
 */
export const listQuery = (state: ListState): { page: number; pageSize: number; sort?: string } & Record<string, string | number> => ({
  ...state.filters,
  page: state.page,
  pageSize: state.pageSize,
  ...(state.sort ? { sort: state.sort } : {}),
})

export const hasFilters = (state: ListState): boolean => Object.values(state.filters).some(Boolean)
/** The next order after a click on a head: ascending → descending → default. */
export const nextSort = (sort: string | null, field: string): string | null =>
  sort === field ? `-${field}` : sort === `-${field}` ? null : field
/** The last page with rows, after rows were deleted. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))
