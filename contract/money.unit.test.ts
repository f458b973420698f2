import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inFen, inWan, inYuan, yuanInWan } from './money.ts'

it('万元 with four decimals are the same after conversion to 分 or 元 and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (yuan) => {
      const wan = yuan / 10_000
      expect(inWan(inFen(wan))).toBe(wan)
      expect(yuanInWan(inYuan(wan))).toBe(wan)
    }),
  )
  expect([inWan(null), inFen(null), inFen(0.1 + 0.2)]).toEqual([null, null, 300_000])
})
