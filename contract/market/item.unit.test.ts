import { expect, it } from 'vitest'
import { saveSchemas } from './item.ts'

// Seen red: thirteen seconds, in which a process served nobody.
it('a text of a hundred thousand brackets is read at once', () => {
  const began = performance.now()
  for (const description of ['<'.repeat(100_000), '<a '.repeat(33_000)])
    expect(saveSchemas.workshopInfo.safeParse({ description }).success).toBe(false)
  expect(performance.now() - began).toBeLessThan(2000)
})

// Seen: “面积不小于：请输入面积不小于”, because a bound is no thing that one can enter.
it('a number that is missing or cannot be read is asked for as a number with its unit, whatever its label is', () => {
  const told = (kind: keyof typeof saveSchemas, values: Record<string, unknown>, key: string) =>
    saveSchemas[kind].safeParse(values).error?.issues.find(({ path }) => path[0] === key)?.message
  for (const areaMin of [undefined, null, Number.NaN, '八百']) {
    expect(told('workshopDemand', { areaMin }, 'areaMin')).toBe('请填数字，单位是㎡')
    expect(told('landDemand', { areaMin }, 'areaMin')).toBe('请填数字，单位是亩')
  }
  expect(told('landDemand', { priceMax: '三' }, 'priceMax')).toBe('请填数字，单位是万元/亩')
  expect(told('landInfo', { plotRatioMin: '高' }, 'plotRatioMin')).toBe('请填数字')
})
