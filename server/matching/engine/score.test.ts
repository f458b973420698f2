import { describe, expect, it } from 'vitest'
import { cases, engine } from './fixtures.ts'
import type { Answers } from './types.ts'

const DAY = '2026-06-30'
const base = cases.find((example) => example.id === 'HS15')?.company as Answers
const hnte = (change: Answers) => engine.score('hnte-score', { ...base, ...change }, DAY)
const derived = (answers: Answers, key: string, day = DAY) => engine.derive(answers, day)[key]

describe('评分', () => {
  it('缺项按 0～满分；列出所缺字段', () => {
    const score = hnte({ techAdvancement: null, netAssetsY2: null })
    expect(score.groups).toMatchObject({ ip: [15, 30], growth: [5, 16] })
    expect([score.missing, score.status, score.reason]).toEqual([['netAssetsY2', 'techAdvancement'], '预估可达到', '待补充'])
  })
  it('不缺数据而未定：需专家评分，不列缺项', () => {
    expect([hnte({}).status, hnte({}).missing, hnte({}).reason]).toEqual(['预估可达到', [], '需专家评分'])
  })
  it('上限恰为 70 不达到，下限恰为 71 达到', () => {
    const low = hnte({ hnteSelfIp: 30, hnteSelfConv: 20, hnteSelfOrg: 20, hnteSelfGrowth: 0 })
    expect([low.scoreMin, low.scoreMax, low.status, low.reason]).toEqual([70, 70, '未达到', undefined])
    expect(hnte({ hnteSelfIp: 30, hnteSelfConv: 21, hnteSelfOrg: 20, hnteSelfGrowth: 0 }).status).toBe('已达到')
  })
  it('直接打分为 0 也算有值', () => {
    expect(hnte({ hnteSelfOrg: 0 }).groups['org']).toEqual([0, 0])
  })
  it('知识产权数量：Ⅰ类已满足时不问Ⅱ类；Ⅰ类未知时整项未知并列出缺值者', () => {
    expect(hnte({ ipType2: null }).missing).toEqual([])
    expect(hnte({ ipType1: null, ipType2: null }).missing).toEqual(['ipType1', 'ipType2'])
    expect(hnte({ ipType1: null }).missing).toEqual(['ipType1'])
  })
  it('成长性：首年为 0 只算后两年，次年为 0 或负净资产得 0 分', () => {
    expect(derived({ ...base, revenueY3: 0 }, 'salesGrowth')?.value).toBe(0.2)
    expect(derived({ ...base, revenueY2: 0 }, 'salesGrowth')?.value).toBe(0)
    expect(derived({ ...base, netAssetsY3: -5 }, 'netAssetGrowth')?.value).toBe(0)
    expect(derived({ ...base, operatingYears: 2, revenueY3: null }, 'salesGrowth')?.value).toBe(0.2)
    expect(derived({ ...base, operatingYears: 1, revenueY2: null, revenueY3: null }, 'salesGrowth')?.value).toBe(0)
    expect(derived({ ...base, revenueY3: null }, 'salesGrowth')).toMatchObject({ value: null, missing: ['revenueY3'] })
  })
  it('科小研发二选一：缺一个或分母为 0 用另一个，都缺才未知', () => {
    const company = { employees: 100, techStaff: 30, revenueY1: 1000, rdExpenseY1: 50, costExpenseY1: 100, ipType1: 1 }
    const rd = (change: Answers) => engine.score('kjxzx-score', { ...company, ...change }, DAY)
    expect(rd({}).groups['rd']).toEqual([50, 50])
    expect(rd({ costExpenseY1: null }).groups['rd']).toEqual([40, 40])
    expect(rd({ costExpenseY1: 0 }).groups['rd']).toEqual([40, 40])
    expect(rd({ costExpenseY1: null }).missing).toEqual([])
    expect([rd({ rdExpenseY1: null }).groups['rd'], rd({ rdExpenseY1: null }).missing]).toEqual([[0, 50], ['rdExpenseY1']])
    expect(rd({ revenueY1: null, costExpenseY1: null }).missing).toEqual(['costExpenseY1', 'revenueY1'])
  })
  it('科小：总分够而科技人员为 0 分不达标', () => {
    const score = engine.score(
      'kjxzx-score',
      { employees: 100, techStaff: 9, revenueY1: 1000, rdExpenseY1: 60, costExpenseY1: 1000, ipType1: 1 },
      DAY,
    )
    expect([score.scoreMin, score.scoreMax, score.status]).toEqual([80, 80, '未达到'])
  })
  it('分母为 0 按未知，不列缺项，理由写明', () => {
    const score = engine.score(
      'kjxzx-score',
      { employees: 0, techStaff: 0, revenueY1: 1000, rdExpenseY1: 60, costExpenseY1: 1000, ipType1: 1 },
      DAY,
    )
    expect([score.groups['staff'], score.missing, score.reason]).toEqual([[0, 20], [], '分母为0'])
  })
  it('专精特新 2022：公式项取整与封顶', () => {
    const groups = (answers: Answers) => engine.score('zjtx2022-score', answers, DAY).groups
    const special = { mainRevenueY1: 800, revenueY1: 1000, mainRevenueY2: 700, mainRevenueY3: 650, productChainPosition: 'A' }
    expect(groups({ ...special, segmentYears: 3.9 })['special']).toEqual([21, 21])
    expect(groups({ ...special, segmentYears: 99 })['special']).toEqual([25, 25])
    expect(groups({ localFeatureScore: 7.5 })['local']).toEqual([7.5, 7.5])
    expect(
      groups({ qualityItems: [], digitalLevel: 3, netProfitY1: 100, revenueY1: 1000, totalLiabilitiesY1: 5, totalAssetsY1: 10 })['refined'],
    ).toEqual([20, 20])
  })
})

describe('派生指标', () => {
  it('注册天数不加 1；经营年限按整年推算，不满一年为 0', () => {
    expect(derived({ registeredDate: '2025-06-30' }, 'registeredDays')?.value).toBe(365)
    expect(derived({ registeredDate: '2023-07-01' }, 'operatingYears')?.value).toBe(2)
    expect(derived({ registeredDate: '2026-06-01' }, 'operatingYears')?.value).toBe(0)
    // In its first year a company still has one year for averages.
    expect(derived({ registeredDate: '2026-06-01', achievements3y: 4 }, 'achievementsPerYear')?.value).toBe(4)
  })
  it('三年合计按实际年数；应有而缺的年份为未知', () => {
    const young = { operatingYears: 2, rdExpenseY1: 10, rdExpenseY2: 20, revenueY1: 100, revenueY2: 100 }
    expect(derived(young, 'rdRatio3y')?.value).toBe(0.15)
    expect(derived({ ...young, operatingYears: 3 }, 'rdRatio3y')?.missing).toEqual(['rdExpenseY3', 'revenueY3'])
    expect(derived({ ...young, revenueY1: 0, revenueY2: 0 }, 'rdRatio3y')).toMatchObject({ value: null, missing: [], zero: ['分母'] })
  })
  it('经营 0 年：没有可取的年度，三年合计为 0，比例按“分母为0”未知，不列缺项；不满一年仍取上年度', () => {
    const fresh = { operatingYears: 0, rdExpenseY1: 18, rdExpenseDomestic3y: 20, revenueY1: 3300 }
    expect(derived(fresh, 'rdRatio3y')).toMatchObject({ value: null, missing: [], zero: ['分母'] })
    expect(derived({ operatingYears: 0 }, 'rdRatio3y')).toMatchObject({ value: null, missing: [], zero: ['分母'] })
    expect(derived(fresh, 'rdDomesticRatio')).toMatchObject({ value: null, missing: [], zero: ['分母'] })
    expect(derived({ ...fresh, achievements3y: 5 }, 'achievementsPerYear')).toMatchObject({ value: null, missing: [] })
    expect(derived(fresh, 'salesGrowth')?.value).toBe(0)
    expect(derived({ ...fresh, operatingYears: 0.5, revenueY1: 100 }, 'rdRatio3y')?.value).toBe(0.18)
  })
  it('复合增长恰为 5%', () => {
    expect(derived({ revenueY1: 5512.5, revenueY3: 5000 }, 'revenueCagr2y')?.value).toBe(0.05)
  })
  it('划型行业先四位后两位，都没有则未知', () => {
    const industry = (industryCode: string) => derived({ industryCode }, 'sizingIndustry')?.value
    expect([industry('5910'), industry('5930'), industry('7010'), industry('7040'), industry('6620'), industry('C3451')]).toEqual([
      'transport',
      'storage',
      'realEstate',
      null,
      null,
      'industry',
    ])
  })
  it('一项低于大型门槛即为中小微；不划型行业未知', () => {
    expect(derived({ sizingIndustry: 'industry', employees: 999 }, 'isSME')?.value).toBe(true)
    expect(derived({ sizingIndustry: 'industry', employees: 1000 }, 'isSME')).toMatchObject({ value: null, missing: ['revenueY1'] })
    expect(derived({ sizingIndustry: 'industry', employees: 1000, revenueY1: 40000 }, 'isSME')?.value).toBe(false)
    expect(derived({ industryCode: '6620', employees: 1, revenueY1: 1 }, 'isSME')?.value).toBeNull()
    expect(derived({ sizingIndustry: 'industry', employees: 19 }, 'enterpriseScale')?.value).toBe('micro')
    expect(derived({ sizingIndustry: 'industry', employees: 300 }, 'enterpriseScale')?.possible).toEqual(['medium', 'small', 'micro'])
  })
  it('16 个行业的每个门槛：恰在门槛属上档，差一点属下档', () => {
    const place: Record<string, string> = { employees: 'employees', revenue: 'revenueY1', assets: 'totalAssetsY1' }
    let checked = 0
    for (const row of engine.catalog.sizing.table)
      for (const each of row.indicators)
        for (const [grade, below] of [
          ['large', 'medium'],
          ['medium', 'small'],
          ['small', 'micro'],
        ] as const) {
          const rich = Object.fromEntries(row.indicators.map((other) => [place[other.indicator], 1e9]))
          const min = each[grade].min as number
          const scale = (value: number) =>
            derived({ sizingIndustry: row.id, ...rich, [place[each.indicator] as string]: value }, 'enterpriseScale')?.value
          expect([row.id, each.indicator, scale(min), scale(min - 1)]).toEqual([row.id, each.indicator, grade, below])
          checked++
        }
    expect(checked).toBeGreaterThan(80)
  })
})
