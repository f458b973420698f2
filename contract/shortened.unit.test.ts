import { expect, it } from 'vitest'
import { keyInWords, shortened } from './shortened.ts'

it('cuts what is too long, not through a character, and leaves the rest as it is', () => {
  expect(shortened('一二三', 3)).toBe('一二三')
  expect(shortened('一二三四', 3)).toBe('一二…')
  expect(shortened('一𠮷三四', 3)).toBe('一…')
  expect(shortened('一𠮷三四', 4)).toBe('一𠮷…')
  expect(keyInWords('k'.repeat(960_000))).toBe(`${'k'.repeat(49)}…`)
})
