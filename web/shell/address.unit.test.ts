import { expect, test } from 'vitest'
import { cutQuestion, isCut, queryOf } from './address.ts'

test('invisible characters are removed from a question, and alone give no question', () => {
  expect(cutQuestion('\u200b设备\u202e更新\ufeff')).toBe('设备更新')
  expect(cutQuestion('设备\n更新\t补贴 ')).toBe('设备 更新 补贴')
  expect(queryOf('http://x/page/policysearch?q=%E2%80%8B%E2%80%8B&page=2', ['q', 'page'])).toEqual({ page: '2' })
})
test('only visible characters count towards the length', () => {
  expect(isCut(`${'\u200b'.repeat(300)}设备`)).toBe(false)
  expect(isCut('设'.repeat(201))).toBe(true)
})
