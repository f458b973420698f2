import { shanghaiTime } from '../../../contract/shanghai.ts'

/** What a cell may hold. Text is always stored as text, so typed text never becomes a formula (E-01). */
export type Cell = string | number | boolean | null
/** A cell of a sheet that we write: days and times are dates whose UTC fields show the time in Shanghai. */
export type MadeCell = Cell | Date

/** True for a cell without visible characters. */
export const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && /^[\s\p{Cf}]*$/u.test(cell))

/** Excel's own limit of one cell. */
export const MAX_CELL = 32_767
/** An instant as the database gives it: UTC. */
export const INSTANT = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/
const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/

/**
 * Converts a value to a cell. An instant (UTC, as the database returns it) becomes a Shanghai time and a day becomes a date, so that both
 * sort and filter; objects become JSON; characters that XML forbids are removed from text.
 */
export function toCell(value: unknown): MadeCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value ? '是' : '否'
  const text = typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  return (
    timeOf(text)
    ?? text
      .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
      .toWellFormed()
      .slice(0, MAX_CELL)
  )
}

function timeOf(text: string): Date | null {
  if (DAY.test(text)) {
    const day = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null
  }
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : new Date(`${shanghaiTime(at)}Z`)
}
