import { describe, expect, it } from 'vitest'
import { quantities } from './quantities.ts'
import { normal, numberOf } from './written-numbers.ts'

const read = (text: string) => quantities(normal(text)).map(({ kind, value, min, max }) => ({ kind, value, min, max }))
const one = (kind: string, value: number) => [{ kind, value, min: undefined, max: undefined }]
const between = (kind: string, min?: number, max?: number) => [{ kind, value: undefined, min, max }]

describe('numbers', () => {
  it.each([
    ['2000', 2000],
    ['两千五百万', 25_000_000],
    ['一亿五千万', 150_000_000],
    ['1.2亿', 120_000_000],
    ['1亿5000万', 150_000_000],
    ['一百二', 120],
    ['一百零二', 102],
    ['两万五', 25_000],
    ['8万6千', 86_000],
    ['十二', 12],
    ['3千万', 30_000_000],
    ['500w', 5_000_000],
    ['十亿', 1_000_000_000],
  ])('%s', (text, value) => expect(numberOf(text)).toBe(value))
})

describe('quantities', () => {
  it.each([
    ['2,300万元', one('money', 2300)],
    ['18,000,000元', one('money', 1800)],
    ['８００万元', one('money', 800)],
    ['3个亿', one('money', 30_000)],
    ['8万6千元', one('money', 8.6)],
    ['2000万块', one('money', 2000)],
    ['三五百万', between('money', 300, 500)],
    ['100-150万', between('money', 100, 150)],
    ['一千万到两千万', between('money', 1000, 2000)],
    ['2000多万', between('money', 2000)],
    ['不超过两千万', between('money', undefined, 2000)],
    ['净利润-50万', one('money', -50)],
    ['300万美元', one('foreign', 3_000_000)],
    ['二十几个人', between('people', 21, 29)],
    ['一百二十号人', one('people', 120)],
    ['两三年', between('year', 2, 3)],
    ['半年', one('year', 0.5)],
    ['两年半', one('year', 2.5)],
    ['近三年', one('period', 3)],
    ['百分之五', one('percent', 5)],
    ['5个点', one('percent', 5)],
    ['12个月', one('months', 12)],
    ['第三名', one('bare', 3)],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected))
})
