import type { z } from 'zod'
import { invalid, type FieldIssue } from '../errors.ts'
import { faultsIn } from '../http/input-faults.ts'

/** What the names of the two ends of a range end in: startTime and endTime, submitFrom and submitTo, areaMin and areaMax (ADR 1046). */
const ENDS = [
  ['startTime', 'endTime'],
  ['Start', 'End'],
  ['From', 'To'],
  ['Min', 'Max'],
] as const

/** Text that is a number, as in an address, counts as one; days and times compare as text. */
function reversal(from: unknown, to: unknown): string | undefined {
  if (typeof from === 'string' && typeof to === 'string') {
    if (/^\d{4}-/.test(from) && /^\d{4}-/.test(to)) return to < from ? '结束日期不能早于开始日期' : undefined
    return from !== '' && to !== '' && Number(to) < Number(from) ? '上限不能小于下限' : undefined
  }
  return typeof from === 'number' && typeof to === 'number' && to < from ? '上限不能小于下限' : undefined
}

/** The ranges among the filters of a list, parsed or as they were sent, whose end lies before their beginning, each at its end. */
export function reversedRanges(filters: unknown, under?: string): FieldIssue[] {
  const values = (filters ?? {}) as Record<string, unknown>
  return Object.entries(values).flatMap(([key, from]) => {
    const ends = ENDS.find(([first]) => key.endsWith(first))
    if (!ends) return []
    const end = key.slice(0, -ends[0].length) + ends[1]
    const message = reversal(from, values[end])
    return message ? [{ path: under === undefined ? end : `${under}.${end}`, message }] : []
  })
}

/** The filters, unless a range among them is reversed: then it throws at its end, because an empty list would not say why it is empty. */
export function inOrder<T>(filters: T, under?: string): T {
  const reversed = reversedRanges(filters, under)
  if (reversed.length === 0) return filters
  throw invalid(reversed)
}

/** What is wrong with filters that a schema refuses, with the reversed ranges among them: who corrects one hears of all at once. */
export function filterFaults(error: z.ZodError, given: unknown, under?: string): FieldIssue[] {
  const faults = faultsIn(error, under)
  return [...faults, ...reversedRanges(given, under).filter(({ path }) => faults.every((fault) => fault.path !== path))]
}

/** The filters that were sent in the field `under`, as the list itself reads them. Throws at the filters that it refuses, in Chinese. */
export function readFilters<T>(schema: z.ZodType<T>, given: unknown, under: string): T {
  const parsed = schema.safeParse(given, { reportInput: true })
  if (!parsed.success) throw invalid(filterFaults(parsed.error, given, under))
  return inOrder(parsed.data, under)
}
