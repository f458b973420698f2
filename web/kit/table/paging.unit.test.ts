import { describe, expect, test } from 'vitest'
import { readPage } from './paging.ts'

describe('readPage', () => {
  test('refuses an answer that is not a page, so that a broken list does not look empty', () => {
    for (const wrong of [null, undefined, [], 'x', {}, { list: [] }, { total: 3 }, { total: 'many', list: [] }, { commonPage: null }])
      expect(() => readPage(wrong)).toThrow(TypeError)
  })
  test('reads the three formats of spec §3', () => {
    const page = { total: 486, list: [{ id: 1 }] }
    expect(readPage({ total: 486, list: [{ id: 1 }] })).toEqual(page)
    expect(readPage({ commonPage: { total: 486, list: [{ id: 1 }] }, matched: 3 })).toEqual(page)
    expect(readPage({ list: [{ id: 1 }], count: 486 })).toEqual(page)
    expect(readPage({ total: '0', list: [] })).toEqual({ total: 0, list: [] })
  })
})
