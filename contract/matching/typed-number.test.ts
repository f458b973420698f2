import { describe, expect, it } from 'vitest'
import { typedNumber } from './typed-number.ts'

const money = { type: 'number', unit: '万元', min: 0 }
const people = { type: 'integer', unit: '人' }

describe('填写的数字不会悄悄丢掉', () => {
  it.each([
    ['2600万', 2600, '2,600 万元'],
    ['0.26亿', 2600, '2,600 万元'],
    ['2,600', 2600, '2,600 万元'],
    ['２６００', 2600, '2,600 万元'],
    ['2600 万元', 2600, '2,600 万元'],
    ['26000000元', 2600, '2,600 万元'],
    ['1.1', 1.1, null],
    ['2600', 2600, null],
    ['0', 0, null],
  ])('%s', (text, value, echo) => expect(typedNumber(text, money)).toEqual({ value, echo }))
  it.each([
    ['abc', money, '请填写数字'],
    ['1.2.3', money, '请填写数字'],
    ['15,5', money, '逗号只用来分隔千位，小数请用点，如 15.5'],
    ['1，2', money, '逗号只用来分隔千位，小数请用点，如 15.5'],
    ['26吨', money, '请填写数字，单位是万元'],
    ['-5', money, '不能小于 0'],
    ['4.5', people, '请填写整数（人）'],
    ['-5', people, '不能小于 0'],
    ['1.5', { type: 'number', unit: 'ratio', max: 0.01 }, '不能大于 1%'],
  ])('%s：%s', (text, asked, fault) => expect(typedNumber(text, asked)).toEqual({ fault }))
  it('人数、比例与可以为负的数', () => {
    expect(typedNumber('1.2万', people)).toEqual({ value: 12_000, echo: '12,000 人' })
    expect(typedNumber('45人', people)).toEqual({ value: 45, echo: '45 人' })
    expect(typedNumber('5%', { type: 'number', unit: 'ratio' })).toEqual({ value: 0.05, echo: '5%' })
    expect(typedNumber('-120', { type: 'number', unit: '万元' })).toEqual({ value: -120, echo: null })
    expect(typedNumber('  ', money)).toBeNull()
  })
})
