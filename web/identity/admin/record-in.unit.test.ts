import { expect, it } from 'vitest'
import { recordIn } from './record-in.ts'

it('reads the record from an id or from the address of its page', () => {
  expect(recordIn(' 12 ', 'policy')).toBe(12)
  expect(recordIn('https://qifu.example.gov.cn/work/checkmanage?todo=1&id=345#log', 'declaration')).toBe(345)
  expect(recordIn('/work/feedback?id=7', 'feedback')).toBe(7)
  expect(recordIn('  ', 'feedback')).toBeNull()
  for (const wrong of ['0', '-1', '1.5', 'abc', '/work/feedback?id=kjxzx', '/work/feedback?orderid=7', '9'.repeat(16)])
    expect(recordIn(wrong, 'feedback'), wrong).toBeUndefined()
})

it('tells the address of another page from an address of the kind that is asked for', () => {
  expect(recordIn('/work/subsidies?id=1', 'declaration')).toBe('other')
  expect(recordIn('https://qifu.example.gov.cn/work/subsidies?id=1', 'declaration')).toBe('other')
  expect(recordIn('/work/checkmanageX?id=1', 'declaration')).toBe('other')
  expect(recordIn('/work/subsidies?id=1', 'allowance')).toBe(1)
})
