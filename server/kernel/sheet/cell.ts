/** What a sheet may hold. Text is always stored as text: nothing that a person typed becomes a formula (E-01). */
export type Cell = string | number | boolean | null

/** Excel's own limit of one cell. */
export const MAX_CELL = 32_767

/** A value as a cell: dates as written, objects as JSON, text without characters that XML forbids. */
export function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value ? '是' : '否'
  const text = typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .toWellFormed()
    .slice(0, MAX_CELL)
}
