import { messages } from '../../../contract/messages.ts'
import { readDate, type DateFormat } from './date-format.ts'
import type { Dayjs } from 'dayjs'

export interface DateRange {
  start: string | null
  end: string | null
}

/**
 * spec §5, V016 and V017: the end cannot precede the start. On a conflict the changed date stays and the other is cleared; equal dates are
 * refused with a message, the changed one is kept and the other must be chosen again.
 */
export function changeRange(
  before: DateRange,
  changed: 'start' | 'end',
  value: string | null,
  format: DateFormat,
): { range: DateRange; refused: string | null } {
  const range = { ...before, [changed]: value }
  const [start, end] = [readDate(range.start, format), readDate(range.end, format)]
  if (!start || !end || end.isAfter(start)) return { range, refused: null }
  const other = changed === 'start' ? 'end' : 'start'
  return { range: { ...range, [other]: null }, refused: end.isSame(start) ? messages.dateRangeEqual : null }
}

/** Days that the picker disables: for the end, days before the start; for the start none (choosing one clears the end). */
export const endIsImpossible = (
  day: { isBefore: (other: Dayjs, unit: 'day') => boolean },
  range: DateRange,
  format: DateFormat,
): boolean => {
  const start = readDate(range.start, format)
  return start !== null && day.isBefore(start, 'day')
}
