import { z } from 'zod'
import { keyInWords } from '../../contract/shortened.ts'
import { invalid, type FieldIssue } from '../kernel/errors.ts'

interface Shape {
  items?: Shape
  exclusiveMinimum?: number
  type?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}
/** The greatest safe integer stands for “no limit” in the schema. */
const limit = (n: number | undefined): number | undefined => (n === Number.MAX_SAFE_INTEGER ? undefined : n)
const between = (from: number | undefined, to: number | undefined, of: string): string =>
  to === undefined
    ? from === undefined
      ? of
      : `不小于 ${from} 的${of}`
    : from === undefined
      ? `不大于 ${to} 的${of}`
      : `${from} 至 ${to} 的${of}`
/** What an argument may be, in words. */
function allowed({ type, minLength, maxLength, minimum, exclusiveMinimum, maximum, maxItems }: Shape): string {
  if (type === 'string') return maxLength === undefined ? '文字' : `${minLength ?? 0} 至 ${maxLength} 个字的文字`
  if (type === 'integer')
    return between(minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1), limit(maximum), '整数')
  if (type === 'array') return maxItems === undefined ? '列表' : `最多 ${maxItems} 项的列表`
  return type === 'object' ? '对象（字段编码 → 值）' : '别的内容'
}

/** Parses the arguments of a tool. Throws with one message in Chinese per faulty argument, which says what is allowed. */
export function argumentsOf<S extends z.ZodObject>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent, { reportInput: true })
  if (parsed.success) return parsed.data
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }) as { properties?: Record<string, Shape> }
  const told = (issue: z.core.$ZodIssue): FieldIssue[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(keyInWords).map((path) => ({ path, message: `不支持的参数，可用：${Object.keys(properties).join('、')}` }))
    const path = issue.path.map(String).map(keyInWords).join('.')
    if (!/^[\x20-\x7e]*$/.test(issue.message)) return [{ path, message: issue.message }]
    const shape = properties[String(issue.path[0])] ?? {}
    const words = allowed(typeof issue.path[1] === 'number' ? (shape.items ?? {}) : shape)
    const may = /^\d/.test(words) ? ` ${words}` : words
    return [{ path: path || '参数', message: issue.input === undefined ? `必填，应为${may}` : `应为${may}` }]
  }
  throw invalid(parsed.error.issues.flatMap(told), '参数有误')
}

/**
 * A schema that describes the arguments to an assistant but accepts everything, so that `argumentsOf` reports errors in Chinese instead of
 * the protocol in English.
 */
export function toldOnly<S extends z.ZodObject>(schema: S) {
  const standard = schema['~standard']
  return { '~standard': { ...standard, validate: (value: unknown) => ({ value: value as z.input<S> }) } }
}
