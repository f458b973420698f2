import { expect, it } from 'vitest'
import { digitsOf, misplacedComma } from './digits.ts'

it.each([
  ['2,600', '2600'],
  ['２，６００', '2600'],
  ['1,234,567.5万', '1234567.5万'],
  ['1,0000', '10000'],
  ['2 600', '2600'],
  ['60。5', '60.5'],
  ['-1,200', '-1200'],
])('%s 是 %s', (text, digits) => {
  expect(digitsOf(text)).toBe(digits)
  expect(misplacedComma(text)).toBe(false)
})
it.each(['1,2', '15,5', '15，5', '1,23,456', '1,2345,678', '12345,678', '1.5,000'])('%s：逗号的位置不对，不当作没有写', (text) =>
  expect(misplacedComma(text)).toBe(true),
)
