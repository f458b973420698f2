import type { z } from 'zod'
import type { Cell } from './cell.ts'
import type { SheetRow } from './read.ts'

export interface SheetColumn {
  key: string
  title: string
  schema: z.ZodType
  required?: boolean
  /** the sheet may come without this column; its value is then absent */
  optional?: boolean
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

/** Judges a sheet piece by piece: first its header, then its rows by the titles, in any order (spec §5: 模板表头名称不可更改). */
export interface SheetChecker<T> {
  /** Faults of row 1: a missing, repeated or unknown title. With one of them no row may be taken. */
  header(row: SheetRow | undefined): CellError[]
  /** Every fault names its row and column; a row with a fault is not among `rows`. */
  rows(rows: readonly SheetRow[]): Omit<CheckedSheet<T>, 'total'>
}

/** Why a cell is refused, never in the words of the library: of several kinds of value that a column takes, what is said of the kind that it is. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (!/^[\x20-\x7e]*$/.test(issue.message)) return issue.message
  const nearest = issue.code === 'invalid_union' ? issue.errors.flat().find((i) => i.code !== 'invalid_type') : undefined
  return nearest ? reasonOf(nearest) : '内容不正确'
}

export function sheetChecker<T>(columns: readonly SheetColumn[]): SheetChecker<T> {
  let titles: string[] = []
  const valueOf = (cells: readonly Cell[], row: number, errors: CellError[]): T => {
    const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const { key, title, schema, required } of columns) {
      const cell = cells[titles.indexOf(title)] ?? null
      if (cell === null || (typeof cell === 'string' && cell.trim() === '')) {
        if (required) errors.push({ row, column: title, message: '必填' })
        continue
      }
      const parsed = schema.safeParse(typeof cell === 'string' ? cell.trim() : cell)
      if (parsed.success) value[key] = parsed.data
      else errors.push({ row, column: title, message: reasonOf(parsed.error.issues[0]!) })
    }
    return { ...value } as T
  }
  return {
    header: (row) => {
      titles = (row?.cells ?? []).map((cell) => String(cell ?? '').trim())
      const fault = (column: string, message: string): CellError => ({ row: 1, column, message })
      return [
        ...columns
          .filter(({ title, optional }) => !optional && !titles.includes(title))
          .map(({ title }) => fault(title, '缺少此列，模板表头名称不可更改')),
        ...titles.flatMap((title, at) =>
          title === '' || title === REASON_TITLE
            ? []
            : !columns.some((column) => column.title === title)
              ? [fault(title, '模板中没有此列')]
              : titles.indexOf(title) !== at
                ? [fault(title, '此列重复')]
                : [],
        ),
      ]
    },
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
  const [header, ...body] = rows
  const checker = sheetChecker<T>(columns)
  const errors = checker.header(header)
  return errors.length > 0 ? { rows: [], errors, total: body.length } : { ...checker.rows(body), total: body.length }
}
