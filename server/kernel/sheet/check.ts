import type { z } from 'zod'
import type { SheetRow } from './read.ts'

export interface SheetColumn {
  key: string
  title: string
  schema: z.ZodType
  required?: boolean
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

/**
 * Turns rows into values by the header titles (in any order, spec §5: 模板表头名称不可更改). Every fault names its row and column; a row with a fault
 * is not among `rows`. A missing, repeated or unknown title is an error of row 1 and then no row is taken.
 */
export function checkSheet<T>(rows: SheetRow[], columns: readonly SheetColumn[]): CheckedSheet<T> {
  const [header, ...body] = rows
  const titles = (header?.cells ?? []).map((cell) => String(cell ?? '').trim())
  const errors: CellError[] = []
  const fault = (row: number, column: string, message: string) => {
    errors.push({ row, column, message })
  }
  for (const { title } of columns) if (!titles.includes(title)) fault(1, title, '缺少此列，模板表头名称不可更改')
  titles.forEach((title, at) => {
    if (title && !columns.some((column) => column.title === title)) fault(1, title, '模板中没有此列')
    else if (title && titles.indexOf(title) !== at) fault(1, title, '此列重复')
  })
  if (errors.length > 0) return { rows: [], errors, total: body.length }
  const taken: { row: number; value: T }[] = []
  for (const { row, cells } of body) {
    const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    const before = errors.length
    for (const { key, title, schema, required } of columns) {
      const cell = cells[titles.indexOf(title)] ?? null
      const empty = cell === null || (typeof cell === 'string' && cell.trim() === '')
      if (empty) {
        if (required) fault(row, title, '必填')
        continue
      }
      const parsed = schema.safeParse(typeof cell === 'string' ? cell.trim() : cell)
      if (parsed.success) value[key] = parsed.data
      else fault(row, title, parsed.error.issues[0]!.message)
    }
    if (errors.length === before) taken.push({ row, value: { ...value } as T })
  }
  return { rows: taken, errors, total: body.length }
}
