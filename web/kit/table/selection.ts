/**
 * Rows selected across pages: either named ids, or everything that matches the filter with exceptions (spec §2: select-all-across-pages).
 */
export type RowKey = string | number
export type Filters = Readonly<Record<string, string>>
export type Selection = { all: false; ids: readonly RowKey[] } | { all: true; except: readonly RowKey[]; filter: Filters }

export const nothing: Selection = { all: false, ids: [] }

/** Everything that matches the filter; `except` holds rows that cannot be selected. */
export const everything = (filter: Filters, except: readonly RowKey[] = []): Selection => ({ all: true, except: [...except], filter })

export const isChosen = (s: Selection, key: RowKey): boolean => (s.all ? !s.except.includes(key) : s.ids.includes(key))

/** Selects or deselects rows; the order of selection is kept, without duplicates. */
export function choose(s: Selection, keys: readonly RowKey[], on: boolean): Selection {
  const had = s.all ? s.except : s.ids
  const add = s.all ? !on : on
  const next = add ? [...had, ...keys.filter((k) => !had.includes(k))] : had.filter((k) => !keys.includes(k))
  return s.all ? { ...s, except: next } : { all: false, ids: next }
}

/** The number of selected rows, given the total of the current filter. */
export const countChosen = (s: Selection, total: number): number => (s.all ? Math.max(0, total - s.except.length) : s.ids.length)

/** State of the page's checkbox, for the selectable rows of this page only. */
export const pageState = (s: Selection, selectable: readonly RowKey[]): 'none' | 'some' | 'all' => {
  const n = selectable.filter((k) => isChosen(s, k)).length
  return n === 0 ? 'none' : n === selectable.length ? 'all' : 'some'
}
