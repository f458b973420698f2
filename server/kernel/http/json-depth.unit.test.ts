import { expect, it } from 'vitest'
import { MOST_DEPTH, nestsTooDeep } from './json-depth.ts'

const deep = (json: string) => nestsTooDeep(Buffer.from(json))

it('counts lists and objects that are open, and nothing within text', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    expect(deep(`${open.repeat(MOST_DEPTH)}1${close.repeat(MOST_DEPTH)}`)).toBe(false)
    expect(deep(`${open.repeat(MOST_DEPTH + 1)}1${close.repeat(MOST_DEPTH + 1)}`)).toBe(true)
  }
  expect(deep(JSON.stringify(Array.from({ length: 500 }, () => [{}])))).toBe(false)
  expect(deep(JSON.stringify({ '[[': `"${'['.repeat(500)}\\`, b: '{'.repeat(500) }))).toBe(false)
  expect(deep(`["\\\\",${'['.repeat(MOST_DEPTH)}`)).toBe(true)
  expect(deep('')).toBe(false)
})
