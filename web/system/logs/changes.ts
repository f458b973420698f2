import { fieldWords } from './field-words.ts'

interface Change {
  key: string
  before: string
  after: string
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a list or record; those that are records themselves are in brackets where other parts follow. */
const inner = (value: unknown): string =>
  isRecord(value) && Object.keys(value).length > 0 ? `（${shownValue(value)}）` : shownValue(value)

/** A logged value as text: 无 for an empty one, labels and values for structures. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) {
    if (value.length === 1 && isRecord(value[0])) return shownValue(value[0])
    return value.map(inner).join('、') || '无'
  }
  if (!isRecord(value)) return String(value)
  const parts = Object.entries(value).map(([key, one]) => {
    const nested = isRecord(one) || (Array.isArray(one) && one.length === 1 && isRecord(one[0]))
    return `${fieldWords(key)}：${nested ? `（${shownValue(one)}）` : shownValue(one)}`
  })
  return parts.join('，') || '无'
}

/** The fields whose value changed, and the other content of the entry, with labels. */
export function changesOf(detail: unknown): { changes: Change[]; rest: [string, string][] } {
  if (!isRecord(detail)) return { changes: [], rest: detail === null || detail === undefined ? [] : [['内容', shownValue(detail)]] }
  const { before, after, ...others } = detail
  const rest = Object.entries(others).map(([key, value]): [string, string] => [fieldWords(key), shownValue(value)])
  if (!isRecord(before) && !isRecord(after)) {
    if (before === undefined && after === undefined) return { changes: [], rest }
    return { changes: [{ key: '内容', before: shownValue(before), after: shownValue(after) }], rest }
  }
  const old = isRecord(before) ? before : {}
  const now = isRecord(after) ? after : {}
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return {
    changes: keys
      .map((key) => ({
        key: fieldWords(key),
        before: Object.hasOwn(old, key) ? shownValue(old[key]) : '',
        after: Object.hasOwn(now, key) ? shownValue(now[key]) : '',
      }))
      .filter(({ before: was, after: is }) => was !== is),
    rest,
  }
}
