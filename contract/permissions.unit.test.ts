import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { notAskedYet, permissions } from './permissions.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.ts$|^contract\/(permissions|[a-z]+\/domain)\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
const found = (texts: readonly string[], pattern: RegExp): string[] =>
  [...new Set(texts.flatMap((t) => [...t.matchAll(pattern)].map((m) => m[1]!)))].sort()

const codes = Object.keys(permissions).sort()
const asking = textsOf('{contract,server}/**/*.ts')
/** Permissions checked by endpoints, moves of flows, exports and use cases, and those by which recipients of notices are found. */
const asked = found(asking, /(?:\bcan\(|\.has\(|\b(?:who|access|permission): |\bholders\(\w+, )'([a-z]\w*:[a-z]\w*)'/g)
const named = found(asking, /'([a-z]\w*:[a-z]\w*)'/g)

it('every checked code is in the list', () => {
  expect(asked.length).toBeGreaterThan(25)
  expect(asked.filter((code) => !codes.includes(code))).toEqual([])
})

it('every listed code is used, except those that wait for their domain', () => {
  expect(codes.filter((code) => !named.includes(code))).toEqual(Object.keys(notAskedYet).sort())
})

it('roles of a new platform have only listed codes', () => {
  const groups = [...new Set(codes.map((code) => code.split(':')[0]))].join('|')
  const held = found(textsOf('seed/*.ts'), new RegExp(`\\b((?:${groups}):[a-z]\\w*)`, 'g'))
  expect(held.length).toBeGreaterThan(25)
  expect(held.filter((code) => !codes.includes(code))).toEqual([])
})

it('every code has a name of its own', () => {
  const names = Object.values(permissions).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
