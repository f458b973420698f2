import { expect, it } from 'vitest'
import { recordIn } from './record-in.ts'

it('reads the record from an id or from the address of its page', () => {
  expect(recordIn(' 12 ')).toBe(12)
  expect(recordIn('https://qifu.example.gov.cn/work/checkmanage?todo=1&id=345#log')).toBe(345)
  expect(recordIn('/work/feedback?id=7')).toBe(7)
  expect(recordIn('  ')).toBeNull()
  for (const wrong of ['0', '-1', '1.5', 'abc', '/page/policyserverdetail?id=kjxzx', '/work/feedback?orderid=7', '9'.repeat(16)])
    expect(recordIn(wrong), wrong).toBeUndefined()
})
