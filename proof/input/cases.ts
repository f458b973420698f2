import fc from 'fast-check'
import { namesObject } from '../access/sample.ts'
import type { JsonSchema, LiveEndpoint } from '../endpoints.ts'
import { extraKey, hardParameter, hardValue } from './hard-values.ts'
import type { Values } from './send.ts'

/** Values found in answers under this name: ids, codes and file keys of this database. Without them no record would ever be found. */
export type Pool = ReadonlyMap<string, readonly unknown[]>

export interface Case {
  query: Values
  body: unknown
}

const WORDS = ['试填内容', '数字经济', 'a', '企业', '2026']
const first = (name: string) => /^(version|page)$/.test(name)

/** Values that the schema accepts, as far as it tells; every required key, and sometimes the others. */
export function valid(schema: JsonSchema, name: string, pool: Pool): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return fc.oneof(...parts.map((part) => valid(part, name, pool)))
  if (schema.allOf) return valid(schema.allOf[0]!, name, pool)
  if (schema.type === 'object' || schema.properties) return object(schema, pool)
  if (schema.type === 'array') {
    const least = Number(schema.minItems ?? 0)
    return fc.array(valid(schema.items ?? {}, name.replace(/s$/, ''), pool), {
      minLength: least,
      maxLength: Math.min(Number(schema.maxItems ?? 9), least + 2),
    })
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  const plain = isNumber ? number(schema, name) : schema.type === 'string' ? text(schema) : fc.constantFrom<unknown>('试填内容', 1, true)
  const named = pool.get(name) ?? (namesObject(name) ? pool.get(/file/i.test(name) ? 'filePath' : 'id') : undefined) ?? []
  const known = named.filter((value) => !isNumber || typeof value === 'number').map((value) => (isNumber ? value : String(value)))
  return known.length === 0 ? plain : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: plain })
}

function number(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const lower = Math.max(Number(schema.minimum ?? 1), -1000)
  const upper = first(name) ? lower : Math.min(Number(schema.maximum ?? lower + 100), lower + 100)
  // A minimum can be a fraction: 0.01 万元.
  const whole = fc.integer({ min: Math.ceil(lower), max: Math.max(Math.ceil(lower), Math.floor(upper)) })
  return schema.type === 'integer' || first(name) ? whole : fc.oneof(whole, fc.constant(lower))
}

function text(schema: JsonSchema): fc.Arbitrary<unknown> {
  const upper = Number(schema.maxLength ?? 40)
  const words = fc.constantFrom(...WORDS.map((word) => word.slice(0, upper).padEnd(Number(schema.minLength ?? 0), '字')))
  if (typeof schema.pattern !== 'string') return words
  try {
    return fc.stringMatching(new RegExp(schema.pattern), { maxLength: Math.min(upper, 40) })
  } catch {
    return words
  }
}

/** Only a few optional keys at a time, because two filters that match no rows hide each other. */
const MOST_OPTIONAL = 3

function object(schema: JsonSchema, pool: Pool): fc.Arbitrary<Values> {
  const entries = Object.entries(schema.properties ?? {})
  if (entries.length === 0) {
    const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    const keys = [...(pool.get('key') ?? []), ...(pool.get('code') ?? [])].map(String).slice(0, 30)
    return fc.dictionary(fc.constantFrom('a', ...keys), valid(inner, '', pool), { maxKeys: 3 })
  }
  const needed = new Set((schema.required ?? []).concat(entries.map(([key]) => key).filter((key) => namesObject(key) && !/^c$/.test(key))))
  const optional = entries.map(([key]) => key).filter((key) => !needed.has(key))
  const all = fc.record(Object.fromEntries(entries.map(([key, one]) => [key, valid(one, key, pool)])), { noNullPrototype: true })
  return fc
    .tuple(all, fc.subarray(optional, { maxLength: Math.min(MOST_OPTIONAL, optional.length) }))
    .map(([values, some]) => Object.fromEntries(Object.entries(values).filter(([key]) => needed.has(key) || some.includes(key))))
}

/** The parameters of an address as one object schema. */
export const querySchema = (endpoint: LiveEndpoint): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(endpoint.query.map(({ name, schema }) => [name, schema])),
  required: endpoint.query.filter(({ required }) => required).map(({ name }) => name),
})

type Path = (string | number)[]
function pathsOf(value: unknown, at: Path = [], depth = 0): Path[] {
  if (typeof value !== 'object' || value === null || depth > 4) return [at]
  return [
    at,
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, Array.isArray(value) ? Number(key) : key], depth + 1)),
  ]
}

const define = (target: object, key: string | number, value: unknown) =>
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })

/** A copy with `value` at the path. Keys such as `__proto__` stay ordinary keys in the copy. */
export function put(root: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(root)
    ? [...(root as unknown[])]
    : Object.entries(root ?? {}).reduce((all, [name, one]) => define(all, name, one), {})
  return define(copy, key, put((root as Values | null)?.[key], rest, value))
}

interface Change {
  at: number
  value: unknown
  /** an undeclared key beside the place */
  extra: string | null
}
const changes = (value: fc.Arbitrary<unknown>, most: number): fc.Arbitrary<Change[]> =>
  fc.array(fc.record({ at: fc.nat(200), value, extra: fc.option(extraKey, { freq: 6 }) }), { maxLength: most })

function changed(root: unknown, list: readonly Change[]): unknown {
  return list.reduce<unknown>((value, change) => {
    const paths = pathsOf(value)
    const path = paths[change.at % paths.length]!
    const inList = typeof path.at(-1) === 'number' || Array.isArray(value)
    return put(value, change.extra === null || inList ? path : [...path.slice(0, -1), change.extra], change.value)
  }, root)
}

/** A valid call with a few wrong values (often none), or random JSON. Shrinks towards the valid call. */
export function cases(endpoint: LiveEndpoint, pool: Pool): fc.Arbitrary<Case> {
  const query = fc.tuple(object(querySchema(endpoint), pool), changes(hardParameter, 2)).map(([value, list]) => {
    const wrong = changed(
      value,
      list.map((change) => ({ ...change, at: change.at || 1 })),
    )
    return (typeof wrong === 'object' && wrong !== null ? wrong : {}) as Values
  })
  const withQuery = endpoint.query.length > 0 ? query : fc.constant<Values>({})
  if (endpoint.method === 'GET') return withQuery.map((values) => ({ query: values, body: undefined }))
  const made = fc
    .tuple(endpoint.body ? valid(endpoint.body, '', pool) : fc.constant({}), changes(hardValue, 2))
    .map(([value, list]) => changed(value, list))
  const body = fc.oneof({ weight: 9, arbitrary: made }, { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 4 }), hardValue) })
  return fc.record({ query: withQuery, body }, { noNullPrototype: true })
}
