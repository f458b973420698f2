import type { z } from 'zod'
import { keyInWords } from '../../../contract/shortened.ts'
import type { FieldIssue } from '../errors.ts'

/** A form shows no more mistakes than these; a body of nothing else would get an answer many times its size. */
const MOST_LINES = 200

/**
 * What a schema found wrong, each at its field and in Chinese; `under` is the field that holds the value. Parse with `reportInput`: with
 * the input, a wrong type can be told from a missing value.
 */
export const faultsIn = ({ issues }: Pick<z.core.$ZodError, 'issues'>, under?: string): FieldIssue[] =>
  issues
    .slice(0, MOST_LINES)
    .flatMap((issue) => linesOf(issue, under === undefined ? issue.path : [under, ...issue.path]))
    .slice(0, MOST_LINES)

function linesOf(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): FieldIssue[] {
  const path = at.map((step) => (typeof step === 'number' ? step : keyInWords(String(step)))).join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(keyInWords).map((key) => ({ path: path ? `${path}.${key}` : key, message: `不支持的字段：${key}` }))
  if (issue.code === 'invalid_type' && /expected|Invalid input/.test(issue.message))
    return [{ path, message: issue.input === undefined || issue.input === null ? '必填' : '类型不正确' }]
  if (issue.code === 'invalid_union' && /Invalid input/.test(issue.message)) return [{ path, message: '内容不正确' }]
  if (/^[\x20-\x7e]*$/.test(issue.message)) return [{ path, message: chineseFor(issue) }]
  return [{ path, message: issue.message }]
}

function chineseFor(issue: z.core.$ZodIssue): string {
  const most = issue.code === 'too_big' ? String(issue.maximum) : ''
  if (issue.code === 'too_big' && issue.origin === 'string') return `不能超过 ${most} 字`
  if (issue.code === 'too_big' && issue.origin === 'array') return `最多 ${most} 项`
  if (issue.code === 'too_big') return `不能大于 ${most}`
  if (issue.code === 'too_small') return `不能小于 ${String(issue.minimum)}`
  if (issue.code === 'invalid_value') return `只能是：${issue.values.map(String).join('、')}`
  return '内容不正确'
}
