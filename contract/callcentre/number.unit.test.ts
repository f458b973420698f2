import { expect, test } from 'vitest'
import { callNumber, isMobile } from './number.ts'

test('the same number is found in every notation', () => {
  for (const written of ['13812345678', '+86 138 1234 5678', '0086-138-1234-5678', '１３８１２３４５６７８', '(138)12345678'])
    expect(callNumber(written), written).toBe('13812345678')
  for (const written of ['0570-12345678', '+86 570 1234 5678', '0086 0570 12345678', '０５７０　１２３４５６７８'])
    expect(callNumber(written), written).toBe('057012345678')
  for (const written of ['400-800-1234', '+86 4008001234']) expect(callNumber(written), written).toBe('4008001234')
  expect(callNumber('010 8888 6666')).toBe('01088886666')
  expect(callNumber('+86 10 8888 6666')).toBe('01088886666')
  expect(callNumber('12345')).toBe('12345')
  expect(callNumber('+1 202 555 0100')).toBe('0012025550100')
})
test('a text that is no number gives null', () => {
  for (const written of ['', ' ', 'anonymous', '12', '138****5678', '1'.repeat(17), "1' or 1=1"])
    expect(callNumber(written), written).toBeNull()
})
test('only mobile numbers receive text messages', () => {
  expect(['13812345678', '057012345678', '4008001234', '12345'].map(isMobile)).toEqual([true, false, false, false])
})
