import { beforeAll, describe, expect, it } from 'vitest'
import type { Lever, SimulatedPolicy, SimulationCliff } from '../../../contract/matching/simulation.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
const clock = movableClock()
const root = '/imitate/match/log'
let maker: Record<string, unknown>
beforeAll(async () => {
  t = await testApp({ clock })
  const { list } = (await t.as(null).get(`${root}/templates`)).body.data
  maker = list.find((each: { id: string }) => each.id === 'maker').answers
})
const run = async (answers: object) => (await t.as(null).post(`${root}/run`, { answers })).body.data

describe('模拟的拒绝', () => {
  it('names unknown keys, wrong types and fields that have no slider', async () => {
    const fault = async (path: string, body: object) => (await t.as(null).post(`${root}/${path}`, body)).body.fields?.[0]
    expect(await fault('run', { answers: { nope: 1 } })).toMatchObject({ path: 'answers.nope' })
    expect(await fault('curve', { answers: {}, field: 'nope' })).toMatchObject({ path: 'field' })
    expect((await fault('curve', { answers: {}, field: 'rdRatioY1' }))?.message).toContain('不是可以直接调整的数值')
    expect(await fault('curve', { answers: {}, field: 'isHNTE' })).toMatchObject({ path: 'field' })
    expect(await fault('compare', { before: { employees: 'x' }, after: {} })).toMatchObject({ path: 'before.employees' })
    const bad = await t.as(null).get(`/policy/doc/pagePolicySimulateList?answers=${encodeURIComponent('{')}`)
    expect(bad.body.fields?.[0]).toMatchObject({ path: 'answers' })
  })
  it('does not read an archive for a visitor, an individual or another company', async () => {
    expect((await t.as(null).post(`${root}/run`, { answers: {}, useArchive: true })).body.code).toBe('NO_CONSENT')
    expect((await t.as('gr1').post(`${root}/queryCompanyInfoImitate`, {})).body.code).toBe('NOT_FOUND')
    const foreign = (await t.as('qy1').post(`${root}/queryCompanyInfoImitate`, { name: '别的企业' })).body
    expect((await t.as('qy1').post(`${root}/queryCompanyInfoImitate`, { companyId: 999_999 })).body.code).toBe('NOT_FOUND')
    expect(foreign.code).toBe('NOT_FOUND')
  })
  it('refuses the number of a run of another person and a guessed link', async () => {
    const { logId } = (await t.as('qy1').post(`${root}/improveCompanyInfoImitate`, { companyInfo: { employees: 3 } })).body.data
    expect((await t.as('qy2').get(`${root}/getMatchCount?logId=${logId}`)).body.code).toBe('NOT_FOUND')
    expect((await t.as(null).get(`${root}/getMatchCount?logId=${logId}`)).body.code).toBe('NOT_FOUND')
    expect((await t.as(null).get(`${root}/getMatchCount?logId=${'A'.repeat(22)}`)).body.code).toBe('NOT_FOUND')
    expect((await t.as(null).get(`${root}/getMatchCount?logId=../1`)).status).toBe(400)
    expect((await t.as('qy2').form(`${root}/delete`, { id: logId })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').get(`${root}/getMatchCount?logId=${logId}`)).body.data).toMatchObject({ companyInfo: { employees: 3 } })
  })
})

describe('虚拟企业', () => {
  it('is judged like a real company: the run agrees with the calculator', async () => {
    const simulated = await run(maker)
    const calculated = (await t.as(null).post('/corp/policyCalculator/calculate', { answers: maker })).body.data
    expect(simulated.total).toEqual(calculated.total)
    expect(simulated.matchCount).toBe(calculated.list.filter((j: { verdict: string }) => j.verdict === 'match').length)
    expect(simulated.matchCount).toBeGreaterThan(0)
    const near = simulated.list.filter((p: SimulatedPolicy) => p.verdict === 'near')
    expect(near.every((p: SimulatedPolicy) => p.plan !== null)).toBe(true)
    const query = `answers=${encodeURIComponent(JSON.stringify(maker))}&verdict=match&pageSize=100`
    const paged = (await t.as(null).get(`/policy/doc/pagePolicySimulateList?${query}`)).body.data
    expect(paged.total).toBe(simulated.matchCount)
  })
  it('has sliders that change the result, a curve with the cliff of the rule, and an explained difference across it', async () => {
    const { list } = (await t.as(null).post(`${root}/levers`, { answers: maker, limit: 20 })).body.data as { list: Lever[] }
    expect(list.length).toBeGreaterThan(3)
    expect(list.every((lever) => lever.up + lever.down > 0 && lever.from < lever.to)).toBe(true)
    const answers = { ...maker, regionCode: '440300', gdRegion: 'prd' }
    const curve = (await t.as(null).post(`${root}/curve`, { answers, field: 'equipmentInvestment' })).body.data
    const cliff = (curve.cliffs as SimulationCliff[]).find(
      (each) => each.value === 700 && each.changes.some((change) => change.code === 'gd-tech-equip'),
    )!
    const below = await run({ ...answers, equipmentInvestment: 699.99 })
    const above = await run({ ...answers, equipmentInvestment: 700 })
    expect([below.total.value, above.total.value]).toEqual([cliff.before, cliff.after])
    const found = (
      await t.as(null).post(`${root}/compare`, {
        before: { ...answers, equipmentInvestment: 699.99 },
        after: { ...answers, equipmentInvestment: 700 },
      })
    ).body.data
    expect(found.facts).toMatchObject([{ key: 'equipmentInvestment', after: '700万元' }])
    expect(found.policies.find((p: { code: string }) => p.code === 'gd-tech-equip')).toMatchObject({
      verdict: { before: 'near', after: 'match' },
      flipped: [{ label: '新设备购置额≥700万元', before: 'false', after: 'true' }],
    })
    expect(found.total.after.value - found.total.before.value).toBeCloseTo(cliff.after - cliff.before, 6)
  })
})

describe('分享与记录', () => {
  it('a visitor shares an invented company; the link ends after 30 days and is then deleted', async () => {
    const made = (await t.as(null).post(`${root}/share`, { answers: { ...maker, employees: 181 }, base: maker, name: '招商测算' })).body
      .data
    expect(made.shareId).toMatch(/^[\w-]{22}$/)
    const read = (await t.as(null).get(`${root}/getMatchCount?logId=${made.shareId}`)).body.data
    expect(read).toMatchObject({ name: '招商测算', companyInfo: { employees: 181 }, base: { employees: 180 }, archiveShared: false })
    expect((await t.as(null).get(`/policy/doc/pagePolicySimulateList?logId=${made.shareId}&verdict=match`)).body.data.total).toBe(
      read.matchCount,
    )
    clock.advance(31 * 86_400_000)
    expect((await t.as(null).get(`${root}/getMatchCount?logId=${made.shareId}`)).body.code).toBe('NOT_FOUND')
    await runRecurring(t.kernel, 'simulation.tidy')
    expect(await t.kernel.db.selectFrom('imitate_match_log').select('id').where('share_id', '=', made.shareId).execute()).toEqual([])
  })
  it('a link contains values of the archive only when the company says so', async () => {
    const qy = t.as('qy1')
    await qy.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
    const info = (await qy.post(`${root}/queryCompanyInfoImitate`, {})).body.data
    expect(Object.keys(info.companyInfo).length).toBeGreaterThan(20)
    const read = async (body: object) => {
      const { shareId } = (await qy.post(`${root}/share`, { answers: { employees: 77 }, useArchive: true, ...body })).body.data
      return (await t.as(null).get(`${root}/getMatchCount?logId=${shareId}`)).body.data
    }
    const bare = await read({})
    expect(bare.companyInfo).toEqual({ employees: 77 })
    const whole = await read({ includeArchive: true })
    expect(whole).toMatchObject({ archiveShared: true, companyInfo: { employees: 77, revenueY1: info.companyInfo.revenueY1 } })
    expect((await t.as(null).post(`${root}/share`, { answers: {}, useArchive: true, includeArchive: true })).body.code).toBe('NO_CONSENT')
    const mine = (await qy.get(`${root}/listMy`)).body.data
    const shared = mine.list.find((row: { shareId: string | null }) => row.shareId !== null)
    await qy.form(`${root}/delete`, { id: shared.id })
    expect((await t.as(null).get(`${root}/getMatchCount?logId=${shared.shareId}`)).body.code).toBe('NOT_FOUND')
  })
  it('keeps fifty runs of the logged-in person, newest first, and refuses more', async () => {
    const gr = t.as('gr1')
    for (let n = 0; n < 50; n++) await gr.post(`${root}/improveCompanyInfoImitate`, { companyInfo: { employees: n }, name: `第 ${n} 次` })
    expect((await gr.post(`${root}/improveCompanyInfoImitate`, { companyInfo: {} })).body.code).toBe('TOO_MANY_SAVED')
    const { total, list } = (await gr.get(`${root}/listMy?pageSize=2`)).body.data
    expect([total, list[0].name]).toEqual([50, '第 49 次'])
  }, 60_000)
})
