import { lateDate } from '../../../contract/matching/asked.ts'
import type { Catalog, CatalogField } from './catalog.ts'
import { parseDate } from './dates.ts'
import { leastOf } from './possible.ts'
import type { Issue } from './types.ts'

const LONGEST_TEXT = 500

/**
 * Finds unknown keys and values of the wrong type. null and a missing key are valid: they mean “unknown”. Derived fields are accepted (an
 * archive may hold them) but only used when they cannot be derived. A date after `latest` (a day) is refused.
 */
export function checkAnswers(catalog: Catalog, answers: unknown, latest = '9999-12-31'): Issue[] {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers))
    return [{ path: 'answers', message: '应为“字段: 值”的对象' }]
  return Object.entries(answers).flatMap(([key, value]) => {
    const field = catalog.byKey.get(key)
    if (!field) return [{ path: `answers.${key}`, message: `没有字段“${key}”${suggestion(catalog, key)}` }]
    const message = value === null || value === undefined ? undefined : wrong(field, value, latest)
    return message ? [{ path: `answers.${key}`, message: `“${field.label}”（${key}）${message}` }] : []
  })
}

function wrong(field: CatalogField, value: unknown, latest: string): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : '应为 true 或 false'
    case 'number':
    case 'integer':
      return wrongNumber(field, value)
    case 'date':
      return typeof value === 'string' && parseDate(value) !== undefined ? (lateDate(value, latest) ?? undefined) : '应为日期 YYYY-MM-DD'
    case 'enum':
      return typeof value === 'string' && field.labels.has(value) ? undefined : `应为以下选项之一：${[...field.labels.keys()].join('、')}`
    case 'multiEnum':
      return Array.isArray(value) && value.every((each) => field.labels.has(each)) && new Set(value).size === value.length
        ? undefined
        : `应为不重复的选项列表：${[...field.labels.keys()].join('、')}`
    case 'rows':
      return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null) ? undefined : '应为多行数据'
    default:
      return typeof value === 'string' && value.length <= LONGEST_TEXT ? undefined : `应为不超过 ${LONGEST_TEXT} 字的文字`
  }
}

function wrongNumber(field: CatalogField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '应为数字'
  if (Math.abs(value) > 1e15) return '数值过大'
  if (field.type === 'integer' && !Number.isInteger(value)) return '应为整数'
  const least = field.derived ? field.min : leastOf(field)
  if (least !== undefined && value < least) return `不能小于 ${least}`
  if (field.max !== undefined && value > field.max) return `不能大于 ${field.max}`
  return undefined
}

/** The most similar key, for a misspelled one. */
export function suggestion(catalog: Catalog, key: string): string {
  const wanted = key.toLowerCase()
  let best: string | undefined
  let least = Math.min(3, Math.floor(key.length / 3) + 1)
  for (const field of catalog.fields) {
    const distance = editDistance(wanted, field.key.toLowerCase(), least)
    if (distance < least) [best, least] = [field.key, distance]
  }
  return best ? `，是否为“${best}”` : ''
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit || a.length > 60) return limit
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? limit
}
