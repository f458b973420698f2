import { sameValue } from './cascade.ts'
import type { Option } from './options.ts'

/** A row of the control: its code, null while the choice is incomplete. `key` stays the same when other rows are deleted. */
export interface DomainRow {
  key: number
  code: Option['value'] | null
}

/** The value of the rows: the chosen codes in order, without duplicates. */
export const codesOf = (rows: readonly DomainRow[]): Option['value'][] =>
  rows.flatMap((r, i) => (r.code === null || rows.slice(0, i).some((before) => sameValue(before.code, r.code)) ? [] : [r.code]))

/** Rows for the given codes; one empty row when there are none, because the control always shows a row. */
export const rowsOf = (codes: readonly Option['value'][]): DomainRow[] =>
  codes.length === 0 ? [{ key: 0, code: null }] : codes.map((code, key) => ({ key, code }))

export const addRow = (rows: readonly DomainRow[]): DomainRow[] => [
  ...rows,
  { key: Math.max(-1, ...rows.map((r) => r.key)) + 1, code: null },
]

/** A row can be deleted only when there is more than one (spec §2). */
export const canDelete = (rows: readonly DomainRow[]): boolean => rows.length > 1
export const deleteRow = (rows: readonly DomainRow[], key: number): DomainRow[] =>
  canDelete(rows) ? rows.filter((r) => r.key !== key) : [...rows]

/** Rows whose code already occurs in an earlier row. */
export const repeated = (rows: readonly DomainRow[]): ReadonlySet<number> =>
  new Set(rows.filter((r, i) => r.code !== null && rows.slice(0, i).some((before) => sameValue(before.code, r.code))).map((r) => r.key))
