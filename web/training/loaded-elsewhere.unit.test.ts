import { expect, test } from 'vitest'
import { loadedElsewhere } from './loaded-elsewhere.ts'

test('a document that was loaded for another page is told from one that was loaded for this page', () => {
  const here = { pathname: '/page/propaganda' }
  expect(loadedElsewhere('https://qifu.example.cn/page/home', here)).toBe(true)
  expect(loadedElsewhere('https://qifu.example.cn/page/propagandaDetails?id=1', here)).toBe(true)
  expect(loadedElsewhere('https://qifu.example.cn/page/propaganda?x=1#live-3', here)).toBe(false)
  expect(loadedElsewhere(undefined, here)).toBe(false)
})
