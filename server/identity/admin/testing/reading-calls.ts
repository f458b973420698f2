import { z } from 'zod'
import type { EndpointRow } from '../../../kernel/implement.ts'
import type { Side } from './canary-shape.ts'

/** An id that no record has. */
export const UNKNOWN = '987654321'
const NAMES_OBJECT = /^(id|no)$|Ids?$/
/** Optional parameters with which a call about one record is made; the others filter lists. */
const OF_ONE = ['id', 'ids', 'companyId']

interface Shape {
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
}
export interface Asked {
  path: string
  query: Record<string, string>
  /** the canary that it names; null for lists and figures */
  names: Side | 'nobody' | null
  id: string
  /** the same call for a record that does not exist */
  absent: Record<string, string>
}
type Planted = Readonly<Record<Side, { id: string; below: ReadonlyMap<string, string> }>>

/** Values of required parameters that name no record. */
const usual: Readonly<Record<string, string>> = { businessType: 'industry', from: '1', to: '2', number: '1', pageSize: '100' }
/** The same of single calls. */
const usualOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/pol/info/hotList': { pageSize: '10' },
  '/thirdPartApi/globalSearch': { keyword: 'canary', pageSize: '10' },
  '/train/activity/rooms': { from: '2026-11-02' },
  '/tech/domain/tree': { type: 'industry' },
}
const sample = (name: string, { const: only, enum: among, anyOf }: Shape): string =>
  String(usual[name] ?? only ?? among?.[0] ?? (anyOf ? sample(name, anyOf[0]!) : '2026'))

/** The calls of one endpoint: without a record where it needs none, and for each canary and for nobody where it names one. */
export function callsOf({ path, endpoint }: EndpointRow, planted: Planted, ids: Readonly<Record<string, string | null>>): Asked[] {
  const { properties = {}, required = [] } = endpoint.query
    ? (z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, Shape>
        required?: string[]
      })
    : {}
  const names = Object.keys(properties)
  const fixed = Object.fromEntries(
    names
      .filter((name) => name === 'pageSize' || usualOf[path]?.[name] || (required.includes(name) && !NAMES_OBJECT.test(name)))
      .map((name) => [name, usualOf[path]?.[name] ?? sample(name, properties[name]!)]),
  )
  const needed = names.filter((name) => NAMES_OBJECT.test(name) && required.includes(name))
  const naming = needed.length > 0 ? needed : names.filter((name) => OF_ONE.includes(name))
  const withId = (id: string) => ({ ...fixed, ...Object.fromEntries(naming.map((name) => [name, id])) })
  const absent = withId(UNKNOWN)
  const about = (side: Side): Asked => {
    const id = ids[path] ? planted[side].below.get(path)! : planted[side].id
    // Another kind of record: the answer is not about the canary.
    return { path, query: withId(id), names: ids[path] === null ? 'nobody' : side, id, absent }
  }
  return [
    ...(needed.length > 0 ? [] : [{ path, query: fixed, names: null, id: '', absent: fixed }]),
    ...(naming.length > 0 ? [about('a'), about('b'), { path, query: absent, names: 'nobody' as const, id: UNKNOWN, absent }] : []),
  ]
}
