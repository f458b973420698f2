import { beforeAll, describe, expect, it } from 'vitest'
import type { Cost } from '../../contract/market/cost.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
interface Shop {
  id: number
  trade: string
  rentArea: number
  minArea: number | null
  rentPrice: number
  propertyFee: number | null
}
let shop: Shop
let land: { id: number; landArea: number; price: number }
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) => (await t.as(who).get(what, query)).body
const cost = async (query: Record<string, unknown>, who: string | null = 'qy1') => get(who, '/market/cost', query)
const calculated = async (answers: object, policyCodes: string[]) =>
  (await t.as('qy1').post('/corp/policyCalculator/calculate', { answers, policyCodes, useArchive: true })).body.data
const yuan = (n: number) => Math.round(n * 10_000) / 10_000

beforeAll(async () => {
  t = await testApp()
  const shops = (await get(null, '/workshop/info/listReviewPassed', { pageSize: 50 })).data.list as Shop[]
  shop = shops.find((one) => one.trade === '1' && one.rentPrice > 0 && one.rentArea >= 1000 && (one.minArea ?? 0) > 0)!
  const parcels = (await get(null, '/land/info/listReviewPassed', { pageSize: 50 })).data.list as (typeof land)[]
  land = parcels.find((one) => one.price > 0)!
  await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
})

describe('我的企业的总成本', () => {
  it('is for companies, for listed supplies, and for an area that is on offer', async () => {
    const asked = { kind: 'workshopInfo', id: shop.id }
    for (const who of ['gr1', 'market1', 'editor1']) expect((await cost(asked, who)).code, who).toBe('FORBIDDEN')
    expect((await cost(asked, null)).success).toBe(false)
    expect((await cost({ ...asked, kind: 'workshopDemand' })).fields).toEqual([{ path: 'kind', message: '只有厂房和土地可以测算' }])
    expect((await cost({ ...asked, id: 999_999_999 })).code).toBe('NOT_FOUND')
    expect((await cost({ ...asked, kind: 'landInfo' })).code).toBe('NOT_FOUND')
    expect((await cost({ ...asked, area: shop.rentArea + 1 })).fields).toEqual([
      { path: 'area', message: `不能大于可租（售）面积 ${shop.rentArea} ㎡` },
    ])
    expect((await cost({ ...asked, area: shop.minArea! - 1 })).fields).toEqual([
      { path: 'area', message: `不能小于最小分割面积 ${shop.minArea} ㎡` },
    ])
    for (const [area, message] of [
      ['abc', '请输入数字'],
      ['1e3', '请输入数字'],
      ['-5', '请输入数字'],
      ['600.123', '最多 2 位小数'],
      ['NaN', '请输入数字'],
    ])
      expect((await cost({ ...asked, area })).fields, area).toEqual([{ path: 'area', message }])
    expect((await cost({ ...asked, years: 0 })).code).toBe('INVALID')
  })

  it('is rent and fees over the years plus fitting out, and shows how each is calculated', async () => {
    const area = shop.rentArea
    const { data } = (await cost({ kind: 'workshopInfo', id: shop.id, area, years: 2, fitOut: 12.5 })) as { data: Cost }
    const rent = yuan((shop.rentPrice * area * 24) / 10_000)
    const fee = shop.propertyFee === null ? [] : [yuan((shop.propertyFee * area * 24) / 10_000)]
    expect(data.lines.map(({ amount }) => amount)).toEqual([rent, ...fee, 12.5])
    expect(data.lines[0]!.step).toBe(`${shop.rentPrice} 元/㎡·月 × ${area} ㎡ × 24 个月`)
    expect(data.cost).toBe(yuan(rent + (fee[0] ?? 0) + 12.5))
  })

  it('counts payments of policies as the calculator does, to the fourth decimal, and only in the years of use', async () => {
    const area = shop.rentArea
    const { data } = (await cost({ kind: 'workshopInfo', id: shop.id, area, years: 3 })) as { data: Cost }
    const rentPolicy = data.policies.find(({ code }) => code === 'yunxi-plant-rent')!
    expect(rentPolicy).toMatchObject({ verdict: 'match', counted: true })
    const result = await calculated(
      { plantRent: shop.rentPrice, plantArea: area },
      data.policies.map(({ code }) => code),
    )
    expect(data.policies.map(({ code, verdict, amount }) => [code, verdict, amount])).toEqual(
      result.list.map((one: { code: string; verdict: string; amount: { min: number; max: number } | null }) => [
        one.code,
        one.verdict,
        one.amount && { min: one.amount.min, max: one.amount.max },
      ]),
    )
    expect(data.paid).toEqual({ min: result.total.min, max: result.total.max })
    const whole = Math.min(30, yuan((shop.rentPrice * area * 12) / 10_000))
    expect(rentPolicy.within).toEqual({ min: whole, max: whole })
    expect(data.net).toEqual({ min: yuan(data.cost! - data.paid.max), max: yuan(data.cost! - data.paid.min) })
    const oneYear = (await cost({ kind: 'workshopInfo', id: shop.id, area, years: 1 })).data as Cost
    expect(oneYear.policies.find(({ code }) => code === 'yunxi-plant-rent')!.within).toEqual({
      min: yuan(whole / 2),
      max: yuan(whole / 2),
    })
  })

  it('is the price of land by its area, and payments for using the land well', async () => {
    const { data } = (await cost({ kind: 'landInfo', id: land.id })) as { data: Cost }
    expect(data).toMatchObject({ by: 'buy', area: land.landArea, cost: yuan(land.price * land.landArea) })
    expect(data.policies.map(({ code }) => code)).toContain('yunxi-land-intensive')
    expect(data.policies.map(({ code }) => code)).not.toContain('yunxi-plant-rent')
  })

  it('has no total without a price, and reads nothing of the archive without consent', async () => {
    await t.kernel.db
      .updateTable('market_item')
      .set({ facts: JSON.stringify({ landArea: land.landArea, landNature: '01', supplyMode: '01' }) })
      .where('id', '=', land.id)
      .execute()
    const before = (await cost({ kind: 'landInfo', id: land.id })).data as Cost
    expect(before).toMatchObject({ cost: null, net: null, lacking: ['参考价格'], archive: true })
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    const after = (await cost({ kind: 'workshopInfo', id: shop.id })).data as Cost
    expect(after.archive).toBe(false)
    expect(after.policies.map(({ verdict }) => verdict)).not.toContain('match')
    expect(after.paid).toEqual({ min: 0, max: 0 })
    const known = after.policies.find(({ code }) => code === 'yunxi-plant-rent')!.conditions.filter(({ result }) => result !== 'unknown')
    expect(known).toHaveLength(1)
  })
})
