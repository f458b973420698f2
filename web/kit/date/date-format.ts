import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import {
  DATE_FORMAT_1,
  DATE_FORMAT_2,
  DATE_FORMAT_3,
  DATE_FORMAT_4,
  DATE_FORMAT_5,
  DATE_FORMAT_6,
  DATE_FORMAT_7,
} from '../../../contract/constants.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'

dayjs.extend(customParseFormat)

/** The seven date formats of spec §3 (K076–K082). `hh` means 24-hour time, as the specification writes it. */
export const dateFormats = [
  DATE_FORMAT_1,
  DATE_FORMAT_2,
  DATE_FORMAT_3,
  DATE_FORMAT_4,
  DATE_FORMAT_5,
  DATE_FORMAT_6,
  DATE_FORMAT_7,
] as const
export type DateFormat = (typeof dateFormats)[number]

/** dayjs pattern of the stored value. K077 is stored with seconds and shown as hh:mm. */
const stored: Record<DateFormat, string> = {
  'YYYY-MM-DD': 'YYYY-MM-DD',
  'YYYY-MM-DD hh:mm:ss': 'YYYY-MM-DD HH:mm:ss',
  'hh:mm:ss': 'HH:mm:ss',
  'YYYY-MM': 'YYYY-MM',
  DD: 'DD',
  'YYYY-MM-DD Week': 'YYYY-MM-DD',
  'hh:mm': 'HH:mm',
}
const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** Pattern of dayjs for showing. */
export const displayPattern = (format: DateFormat): string => (format === DATE_FORMAT_2 ? 'YYYY-MM-DD HH:mm' : stored[format])
export const storedPattern = (format: DateFormat): string => stored[format]
export const hasDay = (format: DateFormat): boolean => format.includes('YYYY')

/** An instant (a text with a time zone) as Shanghai time; any other text is unchanged. */
function inShanghai(value: string): string {
  const at = value.includes('T') && /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? value : shanghaiTime(at)
}

/** A stored value as dayjs; times without a day are put on 2000-01-01 so that they can be compared. Null when unreadable. */
export function readDate(value: string | null | undefined, format: DateFormat): Dayjs | null {
  if (!value) return null
  const patterns = hasDay(format)
    ? [stored[format], 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD', 'YYYY-MM']
    : [stored[format], 'HH:mm:ss', 'HH:mm']
  const text = hasDay(format)
    ? inShanghai(value)
        .replace('T', ' ')
        .replace(/\.\d+$/, '')
    : value
  for (const pattern of patterns) {
    const at = hasDay(format) ? dayjs(text, pattern, true) : dayjs(`2000-01-01 ${text}`, `YYYY-MM-DD ${pattern}`, true)
    if (at.isValid()) return at
  }
  if (format === DATE_FORMAT_5 && /^([0-2]?\d|3[01])$/.test(value) && Number(value) > 0) return dayjs(`2000-01-${value.padStart(2, '0')}`)
  return null
}

/** dayjs → the stored and sent text. */
export const writeDate = (at: Dayjs, format: DateFormat): string => at.format(stored[format])

/** A stored value for display: 24 hours, weekday written out. Unreadable values are returned unchanged. */
export function showDate(value: string | null | undefined, format: DateFormat): string {
  const at = readDate(value, format)
  if (!at) return value ?? ''
  return format === DATE_FORMAT_6 ? `${at.format('YYYY-MM-DD')} ${weekdays[at.day()]}` : at.format(displayPattern(format))
}

/** Accepted typed dates: 2026-3-1, 2026/03/01, 2026.3.1, 20260301, 2026年3月1日. */
export const typedPatterns = (format: DateFormat): string[] => {
  const days = ['YYYY-MM-DD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD', 'YYYY年M月D日']
  if (format === DATE_FORMAT_2)
    return [displayPattern(format), ...days.flatMap((d) => [`${d} HH:mm`, `${d} H:mm`, `${d} HH:mm:ss`]), ...days]
  if (format === DATE_FORMAT_4) return ['YYYY-MM', 'YYYY-M', 'YYYY/M', 'YYYYMM', 'YYYY年M月']
  if (!hasDay(format)) return format === DATE_FORMAT_5 ? ['DD', 'D'] : [displayPattern(format), displayPattern(format).replace('HH', 'H')]
  return days
}

/** What a field in this format may hold, as an example for somebody whose text was not understood. */
export const dateExample = (format: DateFormat): string =>
  showDate(hasDay(format) ? '2026-12-31 09:30:00' : format === DATE_FORMAT_5 ? '31' : '09:30:00', format)

/**
 * A typed date as the stored value; null when it is not a real day. A day without an hour is its beginning, and where a period ends its last
 * second, so that its last day counts.
 */
export function readTyped(text: string, format: DateFormat, ends = false): string | null {
  for (const pattern of typedPatterns(format)) {
    const at = dayjs(text.trim(), pattern, true)
    if (at.isValid()) return writeDate(ends && !pattern.includes(':') ? at.endOf('day') : at, format)
  }
  return null
}
