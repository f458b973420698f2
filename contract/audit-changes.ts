import { namedBy } from './audit-names.ts'
import { isPermissionCode, permissions } from './permissions.ts'
import { rowResources, rowScopes } from './row-rules.ts'
import type { Data } from './endpoint.ts'
import type { system } from './system.ts'
import { loginWays } from './login-ways.ts'
import { platformProtocols } from './site/protocols.ts'
import { shanghaiTime } from './shanghai.ts'
import { fieldWords } from './audit-field-words.ts'

/** Present names for the ids and role codes of an entry. */
export type Names = Data<typeof system.auditNames>
const none: Names = { users: {}, roles: {}, offices: {}, menus: {}, roleCodes: {}, rule: null, object: null }
/** The days of a role for some time; elsewhere these fields are what something was and became. */
const termWords = { from: '起', to: '止' }
const own = (words: object, key: string | number): string | undefined =>
  Object.hasOwn(words, key) ? (words as Record<string | number, string>)[key] : undefined

/** A time as it is logged, in UTC; people read it in Shanghai time. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const directions = { up: '上移', down: '下移' }
const logKinds = { audit: '审计日志', visit: '访问日志' }

/** A text or number of the log, by its name where it has one. */
function shownWord(value: string | number, key: string, names: Names): string {
  const kind = namedBy.get(key)
  const name = kind && own(names[kind], value)
  if (name) return name
  if (typeof value === 'number') return String(value)
  if (INSTANT.test(value)) return shanghaiTime(Date.parse(value)).replace('T', ' ')
  if (isPermissionCode(value)) return permissions[value].name
  if (key === 'variant') return own(loginWays, value) ?? value
  if (key === 'kind') return own(logKinds, value) ?? value
  if (key === 'direction') return own(directions, value) ?? value
  if (key === 'protocol') return own(platformProtocols, value) ?? value
  if (key === 'scope') return own(rowScopes, value) ?? value
  if (key === 'resource' && Object.hasOwn(rowResources, value)) return rowResources[value as keyof typeof rowResources].title
  return value
}

interface Change {
  key: string
  before: string
  after: string
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a list or record; those that are records themselves are in brackets where other parts follow. */
const inner = (value: unknown, key: string, names: Names): string =>
  isRecord(value) && Object.keys(value).length > 0 ? `（${shownValue(value, key, names)}）` : shownValue(value, key, names)

/** A logged value as text: 无 for an empty one, labels and values for structures. */
export function shownValue(value: unknown, key = '', names: Names = none): string {
  if (value === null || value === undefined || value === '') return '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) {
    if (value.length === 1 && isRecord(value[0])) return shownValue(value[0], key, names)
    return value.map((one) => inner(one, key, names)).join('、') || '无'
  }
  if (typeof value === 'string' || typeof value === 'number') return shownWord(value, key, names)
  if (!isRecord(value)) return String(value)
  const parts = Object.entries(value).map(([field, one]) => {
    const nested = isRecord(one) || (Array.isArray(one) && one.length === 1 && isRecord(one[0]))
    const text = shownValue(one, field, names)
    return `${('roleId' in value && own(termWords, field)) || fieldWords(field)}：${nested ? `（${text}）` : text}`
  })
  return parts.join('，') || '无'
}

/** The fields whose value changed, and the other content of the entry, with labels. */
export function changesOf(detail: unknown, names: Names = none): { changes: Change[]; rest: [string, string][] } {
  if (!isRecord(detail)) return { changes: [], rest: detail === null || detail === undefined ? [] : [['内容', shownValue(detail)]] }
  const { before, after, ...others } = detail
  const rest = Object.entries(others).map(([key, value]): [string, string] => [fieldWords(key), shownValue(value, key, names)])
  // A rule is read as a whole: its parts mean little alone.
  if (names.rule) return { changes: [{ key: fieldWords('rule'), ...names.rule }], rest }
  if (!isRecord(before) && !isRecord(after)) {
    if (before === undefined && after === undefined) return { changes: [], rest }
    return { changes: [{ key: '内容', before: shownValue(before, 'before', names), after: shownValue(after, 'after', names) }], rest }
  }
  const old = isRecord(before) ? before : {}
  const now = isRecord(after) ? after : {}
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return {
    changes: keys
      .map((key) => ({
        key: fieldWords(key),
        before: Object.hasOwn(old, key) ? shownValue(old[key], key, names) : '',
        after: Object.hasOwn(now, key) ? shownValue(now[key], key, names) : '',
      }))
      .filter(({ before: was, after: is }) => was !== is),
    rest,
  }
}
