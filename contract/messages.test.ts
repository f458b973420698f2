import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { messages } from './messages.ts'

const source = readFileSync(new URL('./messages.ts', import.meta.url), 'utf8')
const nameOf = new Map(
  [...source.matchAll(/\/\*\* (M\d{3})[^*]*\*\/\s*(\w+):/g)].map(([, id, name]) => [id!, name as keyof typeof messages]),
)
const rows = readFileSync(new URL('../docs/spec-ids/messages.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [id: string, text: string, exactness: string])

describe('texts of the specification', () => {
  const exact = rows.filter(([, , exactness]) => exactness.startsWith('exact'))

  it('are all present', () => {
    expect(exact.length).toBeGreaterThan(80)
  })

  it.each(exact)('%s is byte-exact', (id, text) => {
    expect(messages[nameOf.get(id)!]).toBe(text)
  })
})
