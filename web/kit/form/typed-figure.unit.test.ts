import { expect, test } from 'vitest'
import { figureText, readFigure, typedFigure } from './typed-figure.ts'

test('a number is taken as typed or refused with a reason, never changed to fit its limits', () => {
  const sum = (text: string) => typedFigure(text, { what: '核定金额', min: 0, max: 1.02, decimals: 4, unit: ' 万元' })
  expect([sum(''), sum(' ')]).toEqual([null, null])
  expect([sum('1.02'), sum('0'), sum('0.0001'), sum('1.'), sum('1，')]).toEqual([1.02, 0, 0.0001, 1, 1].map((value) => ({ value })))
  expect([sum('1万元'), sum('0.5 万元')]).toEqual([{ value: 1 }, { value: 0.5 }])
  expect(readFigure('15％', { what: '比例', min: 0, max: 100, decimals: 2, unit: ' %' })).toEqual({ value: 15, fault: null })
  expect([sum('1%'), sum('万元')]).toEqual([1, 2].map(() => ({ fault: '核定金额应为数字' })))
  expect([sum('１．０２'), sum('０。５')]).toEqual([{ value: 1.02 }, { value: 0.5 }])
  for (const text of ['abc', '1e3', '一万', '--1', '1.0.0', 'Infinity']) expect(sum(text)).toEqual({ fault: '核定金额应为数字' })
  expect(sum('-1')).toEqual({ fault: '核定金额不能小于 0 万元' })
  expect(sum('1.03')).toEqual({ fault: '核定金额不能大于 1.02 万元' })
  expect(sum('99999999')).toEqual({ fault: '核定金额不能大于 1.02 万元' })
  expect(sum('0.00001')).toEqual({ fault: '核定金额最多 4 位小数' })
  expect(typedFigure('85.5', { what: '评分', min: 0, max: 100, decimals: 0 })).toEqual({ fault: '评分应为整数' })
})

test('a form keeps typed numbers: empty is null, a wrong number stays, text is NaN, and each fault is named', () => {
  const days = (text: string) => readFigure(text, { what: '期限', min: 1, max: 60, decimals: 0 })
  expect(days('')).toEqual({ value: null, fault: null })
  expect(days('3')).toEqual({ value: 3, fault: null })
  expect(days('999')).toEqual({ value: 999, fault: '期限不能大于 60' })
  expect(days('2.5')).toEqual({ value: 2.5, fault: '期限应为整数' })
  expect(days('三天')).toEqual({ value: NaN, fault: '期限应为数字' })
  expect([figureText(null), figureText(NaN), figureText(2.5)]).toEqual(['', '', '2.5'])
})
