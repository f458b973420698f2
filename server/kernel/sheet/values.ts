import { z } from 'zod'
import { creditCode } from '../../../contract/fields.ts'
import { digitsOf } from '../../../contract/digits.ts'
import type { Cell } from './cell.ts'

/**
 * How every importer reads a cell: people write days, numbers and codes in several ways, and spreadsheet programs save them in still
 * others.
 */

/** Full-width letters, digits and signs become half-width; invisible characters and outer blanks are removed. */
export const plain = (cell: string | number | boolean): string =>
  String(cell)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
/** Whether two texts spell the same name: width and blanks are ignored. */
export const sameName = (a: string, b: string): boolean => plain(a).replace(/\s/g, '') === plain(b).replace(/\s/g, '')

/** A spreadsheet keeps fifteen digits of a number; a longer code was changed and may be another company's code. */
export const lostDigits = (cell: Cell): boolean =>
  typeof cell === 'number' ? Math.abs(cell) >= 1e15 : typeof cell === 'string' && /^\d(\.\d+)?E\+\d{2,}$/i.test(plain(cell))
export const LOST_DIGITS = '数字超过 15 位，末尾已被表格改变，请把该列设为文本格式后重新填写'

/** 1,234.5 and １２３４．５ are numbers, also as text; 1,2 is not. */
export function numberOf(cell: string | number | boolean): number | null {
  if (typeof cell === 'number') return cell
  const digits = digitsOf(plain(cell))
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : null
}

const DATED = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]?(\d{1,2}:\d{2}(?::\d{2})?)(?:\.0+)?Z?)?$/
/** Day and time of day as written; null when it is not a day. */
function datedOf(cell: string | number | boolean): { day: string; time?: string | undefined } | null {
  const text = plain(cell)
    .replace(/\s{0,8}([年月日/.-])\s{0,8}/g, '$1')
    .replace(/\s{2,8}/g, ' ')
  const parts = DATED.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!parts) return null
  const day = `${parts[1]}-${parts[2]!.padStart(2, '0')}-${parts[3]!.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? { day, time: parts[4] } : null
}
/** 2026/6/30, 2026-6-30, 2026.6.30, 2026年6月30日, 20260630, with or without a time → '2026-06-30'; null when it is not a day. */
export const dayOf = (cell: string | number | boolean): string | null => datedOf(cell)?.day ?? null
/** A day in any of these forms with a time → '2026-06-30 08:30:00'; null for others, also for a day without a time. */
export function timeOf(cell: string | number | boolean): string | null {
  const { day, time } = datedOf(cell) ?? {}
  const [hour = '', minute = '', second = '00'] = time?.split(':') ?? []
  if (!hour || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${day} ${hour.padStart(2, '0')}:${minute}:${second}`
}

const truths: Readonly<Record<string, boolean>> = { 是: true, 有: true, true: true, 否: false, 无: false, false: false }
export const truthOf = (cell: string | number | boolean): boolean | null => truths[plain(cell).toLowerCase()] ?? null

/** Code or label of an option → its code; null when it matches none. */
export const choiceOf = (options: readonly { value: string; label: string }[], word: string): string | null =>
  options.find((o) => o.value === word || sameName(o.label, word))?.value ?? null
/** Splits several words in one cell. */
export const listOf = (text: string): string[] =>
  text
    .split(/[、,，;；]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Text as typed; a number becomes its digits. */
export const textCell = z.union([z.string(), z.number()], { error: '应为文字' }).transform((cell, ctx) => {
  if (typeof cell === 'string') return cell.trim()
  if (!lostDigits(cell)) return String(cell)
  ctx.addIssue({ code: 'custom', message: LOST_DIGITS })
  return z.NEVER
})
export const creditCodeCell = z
  .union([z.string(), z.number()])
  .transform((cell, ctx) => {
    if (!lostDigits(cell)) return plain(cell).replace(/\s/g, '').toUpperCase()
    ctx.addIssue({ code: 'custom', message: LOST_DIGITS })
    return z.NEVER
  })
  .pipe(creditCode)
export const numberCell = z.union([z.string(), z.number()], { error: '应为数字' }).transform((cell, ctx) => {
  const value = numberOf(cell)
  if (value !== null) return value
  ctx.addIssue({ code: 'custom', message: '应为数字' })
  return z.NEVER
})
export const dayCell = z.union([z.string(), z.number()], { error: '日期格式应为 YYYY-MM-DD' }).transform((cell, ctx) => {
  const day = dayOf(cell)
  if (day !== null) return day
  ctx.addIssue({ code: 'custom', message: '日期格式应为 YYYY-MM-DD' })
  return z.NEVER
})
const NO_TIME = '时间格式应为 YYYY-MM-DD HH:mm'
/** '2026-06-30 08:30:00', in Shanghai time. */
export const timeCell = z.union([z.string(), z.number()], { error: NO_TIME }).transform((cell, ctx) => {
  const time = timeOf(cell)
  if (time !== null) return time
  ctx.addIssue({ code: 'custom', message: NO_TIME })
  return z.NEVER
})
/** One of a few words. */
export const wordCell = <W extends string>(words: readonly W[], message: string) =>
  z.union([z.string(), z.number()], { error: message }).transform((cell, ctx): W => {
    const word = words.find((one) => sameName(one, String(cell)))
    if (word !== undefined) return word
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })
