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

/** The ranges among the filters of a list whose end lies before their beginning, each at its end. Days and times compare as text. */
export function reversedRanges(filters: unknown): FieldIssue[] {
  const values = (filters ?? {}) as Record<string, unknown>
  return Object.entries(values).flatMap(([key, from]) => {
    const ends = ENDS.find(([first]) => key.endsWith(first))
    if (!ends) return []
    const path = key.slice(0, -ends[0].length) + ends[1]
    const to = values[path]
    if (typeof from === 'number' && typeof to === 'number' && to < from) return [{ path, message: '上限不能小于下限' }]
    if (typeof from === 'string' && typeof to === 'string' && to < from) return [{ path, message: '结束日期不能早于开始日期' }]
    return []
  })
}

/** The filters, unless a range among them is reversed: then it throws at its end, because an empty list would not say why it is empty. */
export function inOrder<T>(filters: T, under?: string): T {
  const reversed = reversedRanges(filters)
  if (reversed.length === 0) return filters
  throw invalid(under === undefined ? reversed : reversed.map(({ path, message }) => ({ path: `${under}.${path}`, message })))
}

/** The filters that were sent in the field `under`, as the list itself reads them. Throws at the filters that it refuses, in Chinese. */
export function readFilters<T>(schema: z.ZodType<T>, given: unknown, under: string): T {
  const parsed = schema.safeParse(given, { reportInput: true })
  if (!parsed.success) throw invalid(faultsIn(parsed.error, under))
  return inOrder(parsed.data, under)
}
