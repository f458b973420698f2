import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { notAskedYet, permissions } from './permissions.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.ts$|^contract\/permissions\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
const found = (texts: readonly string[], pattern: RegExp): string[] =>
  [...new Set(texts.flatMap((t) => [...t.matchAll(pattern)].map((m) => m[1]!)))].sort()

const codes = Object.keys(permissions).sort()
const asking = textsOf('{contract,server}/**/*.ts')
/** Guards of endpoints, moves of flows, rights of exports, conditions in use cases, whom a notice goes to. */
const asked = found(asking, /(?:\bcan\(|\.has\(|\b(?:who|access|permission): |\bholders\(\w+, )'([a-z]\w*:[a-z]\w*)'/g)
const named = found(asking, /'([a-z]\w*:[a-z]\w*)'/g)

it('nothing asks for a code that is not listed', () => {
  expect(asked.length).toBeGreaterThan(25)
  expect(asked.filter((code) => !codes.includes(code))).toEqual([])
})

it('every listed code is asked for, but those that wait for their domain', () => {
  expect(codes.filter((code) => !named.includes(code))).toEqual(Object.keys(notAskedYet).sort())
})

it('roles of a new platform hold only listed codes', () => {
  const groups = [...new Set(codes.map((code) => code.split(':')[0]))].join('|')
  const held = found(textsOf('db/seed/*.ts'), new RegExp(`\\b((?:${groups}):[a-z]\\w*)`, 'g'))
  expect(held.length).toBeGreaterThan(25)
  expect(held.filter((code) => !codes.includes(code))).toEqual([])
})

it('no two codes have one name', () => {
  const names = Object.values(permissions).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
