import type { z } from 'zod'
import { isBlank, type Cell } from './cell.ts'
import type { SheetRow } from './read.ts'
import { plain } from './values.ts'

export interface SheetColumn {
  key: string
  title: string
  schema: z.ZodType
  required?: boolean
  /** the sheet may come without this column; its value is then absent */
  optional?: boolean
  /** holds codes or words, so a template formats it as text: digits and zeros stay as typed */
  text?: boolean
  /** of the column in a template, in characters */
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

/** The column that a list of failed rows carries; a file that is mended and sent again may keep it. */
export const REASON_TITLE = '失败原因'
/** Columns that people add for themselves; nothing is read from them. */
const OWN_TITLES: readonly string[] = ['', REASON_TITLE, '序号']
/** Rows of a heading that may stand above the titles. */
export const LEAD_ROWS = 9
/** How the row of a template begins that only shows what is meant. */
const EXAMPLE = /^\(示例/

/** Judges a sheet piece by piece: first its header, then its rows by the titles, in any order (spec §5, V030: the names of its titles cannot be changed). */
export interface SheetChecker<T> {
  /**
   * Finds the row of titles among the first ten: the one that holds most of them. Faults: a missing, repeated or unknown title; with one of
   * them no row may be taken. Blanks, a star, and the width of brackets do not make another title.
   */
  header(first: readonly SheetRow[]): { row: SheetRow | undefined; faults: CellError[] }
  /** Of these rows those that somebody filled in: below the titles, with something in a column that is asked, no example of a template. */
  filled(rows: readonly SheetRow[]): SheetRow[]
  /** Every fault names its row and column; a row with a fault is not among `rows`. */
  rows(rows: readonly SheetRow[]): Omit<CheckedSheet<T>, 'total'>
}

/** A title without what does not tell it from another one. */
export const titleKey = (cell: Cell): string => (cell === null ? '' : plain(cell).replace(/[\s*]/g, ''))

/** Why a cell is refused, never in the words of the library: of several kinds of value that a column takes, what is said of the kind that it is. */
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
      const checked: Omit<CheckedSheet<T>, 'total'> = { rows: [], errors: [] }
      for (const { row, cells } of rows) {
        const before = checked.errors.length
        const value = valueOf(cells, row, checked.errors)
        if (checked.errors.length === before) checked.rows.push({ row, value })
      }
      return checked
    },
  }
}

/** A whole sheet at once, for small ones: `sheetChecker` over all rows. */
export function checkSheet<T>(rows: SheetRow[], columns: readonly SheetColumn[]): CheckedSheet<T> {
  const checker = sheetChecker<T>(columns)
  const { faults } = checker.header(rows)
  const body = checker.filled(rows)
  return faults.length > 0 ? { rows: [], errors: faults, total: body.length } : { ...checker.rows(body), total: body.length }
}
