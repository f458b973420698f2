import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inFen, inWan, inYuan, isToTheYuan, yuanInWan } from './money.ts'

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

// Ten thousand times the sum, compared with the next integer, differs more the larger it is: that refused one in nine above a million 万元.
it('万元 with four decimals are accepted whatever their size; what is finer than one 元 is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (yuan) => {
      expect(isToTheYuan(yuan / 10_000)).toBe(true)
      expect(isToTheYuan((yuan * 10 + 1) / 100_000)).toBe(false)
    }),
  )
  expect([0.1 + 0.2, 9_999_999.1234, 1.00001, 9_999_999.12345].map(isToTheYuan)).toEqual([true, true, false, false])
})
