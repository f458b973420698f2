import type { z } from 'zod'

export type Values = Record<string, unknown>
export interface FieldError {
  path: string
  message: string
}

/** Values for the schema: a cleared control (null, undefined) counts as not given. */
export const cleaned = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined && v !== null))

/**
 * The values that the schema names. A form often begins with a whole row of a list, and its other columns (id, version, times) would make
 * a strict schema, or the server, refuse everything, at no field.
 */
export function namedIn(schema: z.ZodType, values: Values): Values {
  const { shape, catchall } = (schema as { def: { shape?: Record<string, unknown>; catchall?: z.ZodType } }).def
  if (!shape || (catchall && catchall.def.type !== 'never')) return values
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in shape))
}

const isEmpty = (v: unknown) => v === '' || (Array.isArray(v) && v.length === 0)
/** Whether two values are typed alike: 1 and '1', '' and nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  const [x, y] = [a ?? '', b ?? '']
  if (typeof x === 'object' || typeof y === 'object') return JSON.stringify(x) === JSON.stringify(y) || (isEmpty(x) && isEmpty(y))
  return String(x) === String(y)
}

/** True only when something differs from the initial values. */
export const isDirty = (before: Values, now: Values): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].some((key) => !isSame(before[key], now[key]))

/** Errors of a whole form; one line per field, the first found. */
export function checkValues(schema: z.ZodType, values: Values): FieldError[] {
  const parsed = schema.safeParse(cleaned(namedIn(schema, values)))
  if (parsed.success) return []
  const seen = new Set<string>()
  return parsed.error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.')
    if (seen.has(path)) return []
    seen.add(path)
    return [{ path, message: chinese(issue, at(values, issue.path) ?? undefined) }]
  })
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((v, key) => (typeof v === 'object' && v !== null ? (v as Record<PropertyKey, unknown>)[key] : undefined), value)

/** Translates zod's English messages. A cleared number is missing, not "not an integer". */
function chinese(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'invalid_union' && given === undefined) return '必填'
  if (!/^[\x20-\x7e]*$/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') {
    if (given === undefined) return '必填'
    return issue.expected === 'number' ? '应为数字' : issue.expected === 'int' ? '应为整数' : '内容不正确'
  }
  if (issue.code === 'too_big') return `不能大于 ${String(issue.maximum)}`
  if (issue.code === 'too_small')
    return Number(issue.minimum) === 1 && issue.origin !== 'number' ? '必填' : `不能小于 ${String(issue.minimum)}`
  if (issue.code === 'invalid_value') return '请选择列出的选项'
  return '内容不正确'
}

/** Error of one field by its part of the schema, or null; unknown fields have no rule. */
export function checkField(schema: z.ZodType, name: string, value: unknown): string | null {
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape
  const piece = shape?.[name]
  if (!piece) return null
  const parsed = piece.safeParse(value === null ? undefined : value)
  if (parsed.success) return null
  const issue = parsed.error.issues[0] as z.core.$ZodIssue
  return chinese(issue, at(value, issue.path) ?? undefined)
}

export const isRequired = (schema: z.ZodType, name: string): boolean => {
  const piece = (schema as { shape?: Record<string, z.ZodType> }).shape?.[name]
  return piece !== undefined && !piece.safeParse(undefined).success
}

/** The row of a list field: materials.2.name → 第 3 行. */
const rowOf = (path: string, name: string): string => {
  const row = /^\.(\d+)(\.|$)/.exec(path.slice(name.length))?.[1]
  return row === undefined ? '' : `第 ${Number(row) + 1} 行：`
}

/**
 * Splits a server's refusal into fields of this form and lines for the summary. A path may have the prefix `body.`. `shownAt`: fields that
 * show the faults of others, by the names of those.
 */
export function placeErrors(
  errors: readonly FieldError[],
  names: readonly string[],
  shownAt: ReadonlyMap<string, string> = new Map(),
): { fields: FieldError[]; rest: string[] } {
  const fields: FieldError[] = []
  const rest: string[] = []
  for (const { path, message } of errors) {
    const sent = path.replace(/^body\./, '')
    const bare = shownAt.get(sent) ?? sent
    const name = names.find((n) => n === bare) ?? names.find((n) => bare.startsWith(`${n}.`))
    if (name) fields.push({ path: name, message: `${rowOf(bare, name)}${message}` })
    // The key of a field that this form lacks would mean nothing to the user.
    else rest.push(message)
  }
  return { fields, rest }
}
