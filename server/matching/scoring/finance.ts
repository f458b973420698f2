import type { FactValue } from '../../../contract/company.ts'
import { financeColumns } from '../../../contract/matching/finance.ts'
import type { FinanceRow } from '../../../contract/matching/hightech.ts'
import { invalid, type FieldIssue } from '../../kernel/errors.ts'

type Given = { year: number } & Partial<Record<string, number | null | undefined>>

/** The last three years: 上年度, 上上年度, 再上一年度 of the archive. */
export const financeYears = (day: string): number[] => [1, 2, 3].map((ago) => Number(day.slice(0, 4)) - ago)

/** Three rows, the last year first; a figure that is unknown, or not asked for that year, is null. */
export function financeRows(facts: Readonly<Record<string, FactValue>>, day: string): FinanceRow[] {
  return financeYears(day).map((year, ago) => {
    const figures = financeColumns.map((c) => {
      const value = (c.fields as readonly string[])[ago] === undefined ? null : facts[(c.fields as readonly string[])[ago]!]
      return [c.key, typeof value === 'number' ? value : null]
    })
    return { year, ...Object.fromEntries(figures) } as FinanceRow
  })
}

/**
 * Archive values of the given rows, each with its place in the input. Wrong years and figures that are not asked for are refused at their
 * place.
 */
export function financeFacts(rows: readonly Given[], day: string): { values: Record<string, FactValue>; pathOf: (key: string) => string } {
  const years = financeYears(day)
  const issues: FieldIssue[] = []
  const values: Record<string, FactValue> = {}
  const paths = new Map<string, string>()
  rows.forEach((row, i) => {
    const ago = years.indexOf(row.year)
    if (ago < 0) issues.push({ path: `rows.${i}.year`, message: `只填 ${years.at(-1)}—${years[0]} 年的数据` })
    else if (rows.findIndex((r) => r.year === row.year) !== i) issues.push({ path: `rows.${i}.year`, message: `${row.year} 年填了两次` })
    for (const column of financeColumns) {
      const value = row[column.key]
      const field = (column.fields as readonly string[])[ago]
      if (value === undefined || ago < 0) continue
      if (field) {
        values[field] = value
        paths.set(field, `rows.${i}.${column.key}`)
      } else if (value !== null) issues.push({ path: `rows.${i}.${column.key}`, message: `${column.label}只填 ${years[0]} 年` })
    }
  })
  if (issues.length) throw invalid(issues)
  return { values, pathOf: (key) => paths.get(key) ?? 'rows' }
}
