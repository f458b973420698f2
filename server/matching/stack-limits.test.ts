import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const list = '/admin/policyCalculator/stackLimits'
const save = '/admin/policyCalculator/saveStackLimit'
const remove = '/admin/policyCalculator/deleteStackLimit'
const calculate = '/corp/policyCalculator/calculate'
const rule = (more: object = {}) => ({ name: '测试封顶', kind: 'cap', codes: ['demo-talent', 'demo-export-credit'], amount: 10, ...more })

describe('叠加规则的拒绝', () => {
  it('only policy staff read and change them', async () => {
    expect((await t.as(null).get(list)).status).toBe(401)
    expect((await t.as('qy1').get(list)).body.code).toBe('FORBIDDEN')
    expect((await t.as('leader1').post(save, rule())).body.code).toBe('FORBIDDEN')
  })
  it('names unknown policies, a lacking amount, a name already taken, and too few members', async () => {
    const editor = t.as('editor1')
    const fault = async (body: object) => (await editor.post(save, body)).body.fields![0]!
    expect(await fault(rule({ codes: ['nope'] }))).toMatchObject({ path: 'codes', message: '没有这项政策：nope' })
    expect(await fault(rule({ amount: null }))).toMatchObject({ path: 'amount' })
    expect(await fault(rule({ amount: 10.00001 }))).toMatchObject({ path: 'amount', message: '金额最多 4 位小数' })
    expect(await fault({ name: '甲', kind: 'exclude', codes: ['demo-talent'] })).toMatchObject({ path: 'codes' })
    expect(await fault(rule({ name: '同一展会展位费补助就高' }))).toMatchObject({ path: 'name', message: '已有同名规则' })
  })
  it('refuses a cap that overlaps another one only in part', async () => {
    const { body } = await t.as('editor1').post(save, rule({ codes: ['demo-talent', 'xinchang-cloud'], perYear: true }))
    expect(body.fields![0]).toMatchObject({ path: 'codes', message: expect.stringContaining('县级奖补同一企业年度合计封顶') })
  })
})

describe('合计', () => {
  const answers = {
    infoInvestment: 100,
    talentDoctor: 4,
    talentMaster: 0,
    talentBachelor: 0,
    countyRegistered: true,
    exportCreditPremium: 100,
    exhibitionMarket: 'emerging',
    abnormalList: false,
    seriousDishonest: false,
  }
  const codes = ['demo-talent', 'demo-export-credit', 'xinchang-info']
  const total = async () => (await t.as(null).post(calculate, { answers, policyCodes: codes })).body.data

  it('respects a cap as soon as it is saved, and names it', async () => {
    const before = await total()
    const sum = before.list.reduce((n: number, j: { amount: { value: number } | null }) => n + (j.amount?.value ?? 0), 0)
    expect(before.total).toMatchObject({ min: sum, max: sum, proved: true, cuts: [] })
    const { body } = await t.as('editor1').post(save, rule({ amount: 20 }))
    expect(body.success).toBe(true)
    const county = before.list
      .filter((j: { code: string }) => j.code.startsWith('demo-'))
      .reduce((n: number, j: any) => n + j.amount.value, 0)
    expect(county).toBeGreaterThan(20)
    expect((await total()).total).toMatchObject({
      max: sum - county + 20,
      cuts: [{ name: '测试封顶', kind: 'cap', before: county, most: 20 }],
    })
    expect((await t.as('editor1').post(save, rule({ id: body.data.id, version: 99 }))).body.code).toBe('CONFLICT')
    expect((await t.as('editor1').form(remove, { id: body.data.id })).body.success).toBe(true)
    expect((await total()).total.max).toBe(sum)
    expect((await t.as('editor1').form(remove, { id: body.data.id })).body.code).toBe('NOT_FOUND')
  })
  it('takes the higher of two that pay for the same thing, of whichever county they are', async () => {
    const { body } = await t.as(null).post(calculate, {
      answers: { smartFactory: 'provSmart', countyRegistered: true, industryCode: '3451', isScaleAbove: true },
      policyCodes: ['deqing-smart', 'shengzhou-smart'],
    })
    const matched = body.data.list.filter((j: { verdict: string }) => j.verdict === 'match')
    expect(matched.length).toBe(2)
    expect(body.data.total).toMatchObject({
      min: 100,
      max: 100,
      chosen: ['deqing-smart'],
      left: [{ code: 'shengzhou-smart', name: '同一智能制造称号奖励就高', better: ['deqing-smart'] }],
    })
  })
  it('lists the rules with the titles of their policies', async () => {
    const { body } = await t.as('editor1').get(`${list}?pageSize=100`)
    const cap = body.data.list.find((l: { kind: string }) => l.kind === 'cap')
    expect(cap).toMatchObject({ amount: 200, perYear: true, enabled: true })
    expect(cap.policyTitles.length).toBe(5)
  })
})
