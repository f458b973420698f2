import { beforeAll, describe, expect, it } from 'vitest'
import { rematch, resultsOf } from './index.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const CALCULATE = '/corp/policyCalculator/calculate'
/** A factory that invested 6,000,000 in equipment: enough for the award of 镇海. */
const factory = { industryCode: '3451', countyRegistered: true, isScaleAbove: true, equipmentInvestment: 900, seriousDishonest: false }

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const calculate = async (answers: object, more: object = {}) => (await t.as(null).post(CALCULATE, { answers, ...more })).body.data
const codes = (data: any): string[] => data.list.map((j: any) => j.code)
const idOf = async (code: string) =>
  (await t.as(null).get('/pol/my/list', { pageSize: 100 })).body.data.list.find((p: any) => p.code === code).id as number

describe('只有适用于企业所在地的政策计入结果', () => {
  it('云溪的企业：镇海、德清、合川、广东的都不在内，国家、本省、本县的在内，其余报个数', async () => {
    const data = await calculate(factory)
    for (const code of ['zhenhai-equip-2024', 'deqing-smart', 'hechuan-rd', 'gd-tech-equip']) expect(codes(data)).not.toContain(code)
    for (const code of ['hnte', 'cxx', 'zjtx-2026', 'zj-first-set', 'demo-talent']) expect(codes(data)).toContain(code)
    expect(data.place).toEqual({ code: '339999', name: '云溪县（示例）', assumed: true })
    expect(data.outside).toBe(23)
    expect(data.judged).toBe(codes(data).length)
  })
  it('企业说自己在镇海，就只算镇海的；写成带零的市代码也认得', async () => {
    const there = await calculate({ ...factory, regionCode: '330211' })
    expect(codes(there)).toContain('zhenhai-equip-2024')
    expect(codes(there)).not.toContain('demo-talent')
    expect(there.place).toMatchObject({ code: '330211', assumed: false })
    const guangdong = codes(await calculate({ regionCode: '440000' }))
    expect(guangdong).toContain('gd-tech-equip')
    expect(guangdong).not.toContain('sz-exhibition')
  })
  it('点名的政策只看答案', async () => {
    const data = await calculate(factory, { policyCodes: ['zhenhai-equip-2024'] })
    expect(codes(data)).toEqual(['zhenhai-equip-2024'])
    expect(data.outside).toBe(0)
  })
  it('没有问题问的是别的省', async () => {
    const { list } = (await t.as(null).post('/corp/policyCalculator/nextQuestions', { answers: {}, limit: 20 })).body.data
    expect(list.map((q: any) => q.question.key)).not.toContain('gdRegion')
  })
  it('全库匹配、反查、企业清单与测算一致', async () => {
    await rematch(t.kernel)
    const qy1 = await t.as('qy1').get('/corp/policyCalculator/homeMyPolicy', { pageSize: 100 })
    expect(qy1.body.data.list.map((p: any) => p.code)).not.toContain('zhenhai-equip-2024')
    const company = await t.kernel.db
      .selectFrom('company_facts')
      .select('company_id')
      .where('authorized', '=', true)
      .executeTakeFirstOrThrow()
    const kept = (await resultsOf(t.kernel, company.company_id))!.list.map(({ code }) => code)
    expect(kept).toContain('demo-talent')
    expect(kept).not.toContain('zhenhai-equip-2024')
    const reverse = async (code: string) =>
      (await t.as('editor1').get('/admin/policyCalculator/matchedCompanies', { policyId: await idOf(code) })).body.data
    expect(await reverse('zhenhai-equip-2024')).toMatchObject({ matched: 0, unknown: 0 })
    expect((await reverse('tax-rd-100')).matched).toBeGreaterThan(0)
  })
})

describe('首页', () => {
  it('数字与最新政策只算本地适用的：项数与测算判定的一样多', async () => {
    const { figures, sections } = (await t.as(null).get('/pol/polDicValue/home')).body.data
    const figure = (code: string): number => figures.find((f: any) => f.code === code).value
    const { judged } = await calculate({})
    expect(figure('policyTotal')).toBe(judged)
    const list = (await t.as(null).get('/pol/my/list', { pageSize: 100 })).body.data.list
    const outside = new Set(list.filter((p: any) => p.outside).map((p: any) => p.policyTitle))
    const here = list.filter((p: any) => !p.outside)
    const closing = here.filter((p: any) => p.status === 'closing')
    expect(figure('closingTotal')).toBe(closing.length)
    const newest = sections.find((s: any) => s.code === 'newest')
    expect(newest.rows.length).toBeGreaterThan(0)
    for (const { title } of newest.rows) expect(outside).not.toContain(title)
  })
})

describe('外地参考', () => {
  it('留在清单与搜索里，带标记，可单独列出', async () => {
    const list = async (query: object) => (await t.as(null).get('/pol/my/list', { pageSize: 100, ...query })).body.data
    const all = await list({})
    const marked = all.list.filter((p: any) => p.outside)
    expect(marked.map((p: any) => p.code)).toContain('xian-scale')
    expect(marked.find((p: any) => p.code === 'xian-scale').areaName).toBe('陕西省西安市')
    expect(await list({ outside: true })).toMatchObject({ total: marked.length })
    expect(await list({ outside: false })).toMatchObject({ total: all.total - marked.length })
    expect((await list({ q: '镇海' })).list[0]).toMatchObject({ outside: true })
  })
  it('一个站可以不要它们：清单里没有，个数是零', async () => {
    const own = await testApp({ env: { OUTSIDE_POLICIES: '0' } })
    expect((await own.as(null).get('/pol/my/list', { pageSize: 100 })).body.data.list.filter((p: any) => p.outside)).toEqual([])
    expect((await own.as(null).post(CALCULATE, { answers: {} })).body.data.outside).toBe(0)
  })
})
