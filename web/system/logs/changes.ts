interface Change {
  key: string
  before: string
  after: string
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A logged value as text: 无 for an empty one, JSON for structures. */
export const shownValue = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '无' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The fields whose value changed, and the other content of the entry. */
export function changesOf(detail: unknown): { changes: Change[]; rest: [string, unknown][] } {
  if (!isRecord(detail)) return { changes: [], rest: detail === null || detail === undefined ? [] : [['内容', detail]] }
  const { before, after, ...rest } = detail
  if (!isRecord(before) && !isRecord(after)) return { changes: [], rest: Object.entries(detail) }
  const old = isRecord(before) ? before : {}
  const now = isRecord(after) ? after : {}
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return {
    changes: keys
      .map((key) => ({ key, before: key in old ? shownValue(old[key]) : '', after: key in now ? shownValue(now[key]) : '' }))
      .filter(({ before: was, after: is }) => was !== is),
    rest: Object.entries(rest),
  }
}
