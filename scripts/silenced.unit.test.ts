import { expect, it } from 'vitest'
import { silences } from './silenced.ts'

it('counts places that silence the compiler, and nothing in comments', () => {
  expect(silences('const a = b as never')).toBe(1)
  expect(silences('x(a as unknown as T, b as any)')).toBe(2)
  expect(silences('// @ts-expect-error it is not there')).toBe(1)
  expect(silences('// as any other\n * as never before\nconst wasNever = was as T')).toBe(0)
})
