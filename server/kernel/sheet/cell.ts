import { shanghaiTime } from '../../../contract/shanghai.ts'

/** What a sheet may hold. Text is always stored as text: nothing that a person typed becomes a formula (E-01). */
export type Cell = string | number | boolean | null
/** What a sheet of ours is made of: days and times are real ones, their UTC fields being what the clock in Shanghai shows. */
export type MadeCell = Cell | Date

/** Nothing that can be seen. */
export const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && /^[\s\p{Cf}]*$/u.test(cell))

/** Excel's own limit of one cell. */
export const MAX_CELL = 32_767
/** An instant as the database gives it: UTC. */
export const INSTANT = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/
const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/

/**
 * A value as a cell: an instant (UTC, as the database gives it) is a time of Shanghai, a day a day, so that both sort and filter as such; objects
 * as JSON, text without characters that XML forbids.
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
