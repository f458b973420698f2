import type { z } from 'zod'
import { isBlank, type Cell } from './cell.ts'
import type { SheetRow } from './read.ts'
import { plain } from './values.ts'

export interface SheetColumn {
  key: string
  title: string
  schema: z.ZodType
  required?: boolean
  /** the sheet may lack this column; its value is then absent */
  optional?: boolean
  /** holds codes or words, so a template formats it as text, and digits and zeros stay as typed */
  text?: boolean
  /** width of the column in a template, in characters */
  width?: number
}
export interface CellError {
  /** as the spreadsheet counts */ row: number
  /** title of the column; empty: the whole row */ column: string
  message: string
}
export interface CheckedSheet<T> {
  rows: { row: number; value: T }[]
  errors: CellError[]
  /** rows with content below the header */ total: number
}

interface CheckedRows<T> extends Omit<CheckedSheet<T>, 'total'> {
  /** the right cells of the faulty rows */
  faulty: { row: number; value: Partial<T> }[]
}

/** Title of the reasons in a list of failed rows; the column may stay in a corrected file. */
export const REASON_TITLE = '失败原因'
/** Extra columns that people add; they are ignored. */
const OWN_TITLES: readonly string[] = ['', REASON_TITLE, '序号']
/** At most so many heading rows may precede the titles. */
export const LEAD_ROWS = 9
/** The beginning of an example row in a template. */
const EXAMPLE = /^\(示例/

/**
 * Checks a sheet piece by piece: first its header, then its rows by the titles, in any column order (spec §5, V030: the titles must not be
 * renamed).
 */
export interface SheetChecker<T> {
  /**
   * Finds the row of titles among the first ten rows: the one with the most titles. Faults: a missing, repeated or unknown title; with any
   * fault no row may be imported. Blanks, a star and the width of brackets are ignored in titles.
   */
  header(first: readonly SheetRow[]): { row: SheetRow | undefined; faults: CellError[] }
  /** Those of these rows that somebody filled in: below the titles, with a value in a known column, and not an example row. */
  filled(rows: readonly SheetRow[]): SheetRow[]
  /** Every fault names its row and column; faulty rows are not among `rows`. */
  rows(rows: readonly SheetRow[]): CheckedRows<T>
}

/** A title without the characters that are ignored when titles are compared. */
export const titleKey = (cell: Cell): string => (cell === null ? '' : plain(cell).replace(/[\s*]/g, ''))

/** Why a cell is refused, in our own words. For a union, the message of the member that matches the type of the value. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (!/^[\x20-\x7e]*$/.test(issue.message)) return issue.message
  const nearest = issue.code === 'invalid_union' ? issue.errors.flat().find((i) => i.code !== 'invalid_type') : undefined
  return nearest ? reasonOf(nearest) : '内容不正确'
}

export function sheetChecker<T>(columns: readonly SheetColumn[]): SheetChecker<T> {
  const known = new Set(columns.map(({ title }) => titleKey(title)))
  let titles: string[] = []
  let headRow = 0
  const cellOf = (cells: readonly Cell[], title: string): Cell => cells[titles.indexOf(titleKey(title))] ?? null
  const valueOf = (cells: readonly Cell[], row: number, errors: CellError[]): T => {
    const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const { key, title, schema, required } of columns) {
      const cell = cellOf(cells, title)
      if (isBlank(cell)) {
        if (required) errors.push({ row, column: title, message: '必填' })
        continue
      }
      const parsed = schema.safeParse(typeof cell === 'string' ? cell.trim() : cell)
      if (parsed.success) value[key] = parsed.data
      else errors.push({ row, column: title, message: reasonOf(parsed.error.issues[0]!) })
    }
    return { ...value } as T
  }
  const found = ({ cells }: SheetRow) => new Set(cells.map(titleKey).filter((title) => known.has(title))).size
  return {
    header: (first) => {
      const head = first
        .slice(0, LEAD_ROWS + 1)
        .reduce<SheetRow | undefined>((best, row) => (best && found(best) >= found(row) ? best : row), undefined)
      titles = (head?.cells ?? []).map(titleKey)
      headRow = head?.row ?? 1
      const fault = (column: string, message: string): CellError => ({ row: headRow, column, message })
      return {
        row: head,
        faults: [
          ...columns
            .filter(({ title, optional }) => !optional && !titles.includes(titleKey(title)))
            .map(({ title }) => fault(title, '缺少此列，模板表头名称不可更改')),
          ...titles.flatMap((title, at) => {
            const written = String(head!.cells[at] ?? '').trim()
            if (!known.has(title)) return OWN_TITLES.includes(title) ? [] : [fault(written, '模板中没有此列')]
            return titles.indexOf(title) === at ? [] : [fault(written, '此列重复')]
          }),
        ],
      }
    },
    filled: (rows) =>
      rows.filter(({ row, cells }) => {
        const first = cells.find((cell, at) => known.has(titles[at] ?? '') && !isBlank(cell))
        return row > headRow && first !== undefined && !EXAMPLE.test(titleKey(first))
      }),
    rows: (rows) => {
      const checked: CheckedRows<T> = { rows: [], faulty: [], errors: [] }
      for (const { row, cells } of rows) {
        const before = checked.errors.length
        const value = valueOf(cells, row, checked.errors)
        if (checked.errors.length === before) checked.rows.push({ row, value })
        else checked.faulty.push({ row, value })
      }
      return checked
    },
  }
}

/** Checks a whole small sheet at once: `sheetChecker` over all rows. */
export function checkSheet<T>(rows: SheetRow[], columns: readonly SheetColumn[]): CheckedSheet<T> {
  const checker = sheetChecker<T>(columns)
  const { faults } = checker.header(rows)
  const body = checker.filled(rows)
  if (faults.length > 0) return { rows: [], errors: faults, total: body.length }
  const { rows: good, errors } = checker.rows(body)
  return { rows: good, errors, total: body.length }
}
