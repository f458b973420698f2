import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { conditionCounts, rematch } from './index.ts'
import { isStale } from './results/refresh.ts'

// The day on which the demo data are made: their years count from it.
const clock = movableClock()
const day = today(clock)
const [lastDay, dayAfter] = [addDays(day, 9), addDays(day, 10)]
let t: TestApp
let shown: { list: { verdict: string; amount: { value: number } }[] }
let [c01, c02, own, theirs] = [0, 0, 0, 0]
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  shown = (await t.as('qy2').post('/corp/policyCalculator/calculate', { answers: {}, useArchive: true, policyCodes: ['yunxi-group'] })).body
    .data
  await t.kernel.pool.query('delete from company_relation')
  await t.kernel.pool.query(`update company_facts set facts = facts || '{"relatives": []}'`)
  await consent('qy1', '02')
  await consent('qy2', '02')
  own = (await facts(c01)).revenueY1
  theirs = (await facts(c02)).revenueY1
})
const consent = (who: string, authStatus: '01' | '02') => t.as(who).get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
const facts = async (id: number) => (await t.kernel.pool.query('select facts from company_facts where company_id = $1', [id])).rows[0].facts
const together = '=revenueY1 + rowsSum(relatives, revenueY1, isIn(relation, "subsidiary"))'
const condition = (value: number) => ({ all: [{ field: together, op: 'gte' as const, value }] })
const tried = async (value: number, day?: string) => {
  const { body } = await t.as('editor1').post('/admin/policyCalculator/tryRule', {
    rule: { conditions: condition(value), benefits: [{ kind: 'rate', name: '奖励', base: 'revenueY1', rate: 0.01 }] },
    companyId: c01,
    ...(day ? { applyDate: day } : {}),
  })
  expect(body.data?.issues, JSON.stringify(body)).toEqual([])
  return body.data
}
const met = async (value: number) => {
  const editor = await t.kernel.authenticate((await t.as('editor1').tokens()).token)
  return (await conditionCounts(t.kernel, editor, condition(value), 50)).list.map(({ id }) => id)
}
const relate = async (more: object) => {
  const { credit_code } = (await t.kernel.pool.query('select credit_code from company where id = $1', [c02])).rows[0]
  const saved = await t
    .as('qy1')
    .post('/ent/company/relation/save', { code: credit_code, name: '子公司', kind: 'subsidiary', since: '2026-01-01', ...more })
  expect(saved.body.success, JSON.stringify(saved.body)).toBe(true)
}
const row = async (who: string) => (await t.as(who).get('/ent/company/relation/list')).body.data.list[0]
const answer = async (who: string) => {
  const { id, version } = await row(who)
  expect((await t.as(who).post('/ent/company/relation/examine', { id, version, agreed: true })).body.success).toBe(true)
}

describe('集团合并口径：平台确认的关联企业', () => {
  it('a demo policy counts the confirmed subsidiary: 34800 + 460 of revenue, (1460 + 128) × 1 % of research', () => {
    expect(shown.list).toMatchObject([{ verdict: 'match', amount: { value: 15.88 } }])
  })

  it('an unconfirmed relation counts nothing: the company is judged by its own figure', async () => {
    await relate({ until: lastDay })
    expect((await tried(own)).judgement.verdict).toBe('match')
    expect((await tried(own + 1)).judgement.verdict).not.toBe('match')
  })

  it('a confirmed relation is summed exactly and named in the reasons, which do not show the figure of the other company', async () => {
    await answer('qy2')
    const { judgement, words } = await tried(own + theirs)
    expect(words).toContain('上年度营业（销售）收入 + 已确认的关联企业中关系属于子公司的，上年度营业（销售）收入合计')
    expect(judgement.verdict).toBe('match')
    expect((await tried(own + theirs + 0.01)).judgement.verdict).not.toBe('match')
    const [leaf] = judgement.conditions.children
    expect(leaf.rows).toMatchObject([{ taken: true, text: expect.stringMatching(/^企业 .+，关系 子公司$/) }])
    expect(JSON.stringify(leaf.rows)).not.toContain(String(theirs))
  })

  it('counts only on the days of the relation', async () => {
    expect((await tried(own + theirs, lastDay)).judgement.verdict).toBe('match')
    expect((await tried(own + theirs, dayAfter)).judgement.verdict).not.toBe('match')
    expect((await tried(own, dayAfter)).judgement.verdict).toBe('match')
  })

  it('is counted too when searching all companies for a condition', async () => {
    expect(await met(own + theirs)).toContain(c01)
    expect(await met(own + theirs + 1)).not.toContain(c01)
  })

  it('a company is matched again when a figure of the other company changes', async () => {
    await rematch(t.kernel)
    expect(await isStale(t.kernel, 'company_match_result', day)).toBe(false)
    clock.advance(1000)
    const { version } = (await t.as('qy2').get('/dynamic/company/info/queryEntArchiveDetail')).body.data
    const { body } = await t.as('qy2').post('/dynamic/company/info/saveEntArchiveDetail', { version, values: { employees: 321 } })
    expect(body.success, JSON.stringify(body)).toBe(true)
    expect((await facts(c01)).relatives).toMatchObject([{ employees: 321 }])
    await t.kernel.pool.query('delete from company_match_result where company_id = $1', [c02])
    expect(await isStale(t.kernel, 'company_match_result', day)).toBe(true)
  })

  it('without the consent of the other company the sum is unknown, and the reasons say whose consent is lacking', async () => {
    await consent('qy2', '01')
    const { judgement } = await tried(own)
    expect([judgement.verdict, judgement.missing]).toEqual(['unknown', ['relatives']])
    expect(judgement.conditions.children[0].rows).toMatchObject([{ taken: null, text: expect.stringMatching(/（未授权平台使用档案）$/) }])
    expect(await met(own)).not.toContain(c01)
    await consent('qy2', '02')
  })

  it('without that consent no amount is given, not even a smaller one; the reason names the lack of consent', async () => {
    const paid = async () => {
      const { body } = await t.as('editor1').post('/admin/policyCalculator/tryRule', {
        rule: {
          conditions: { all: [{ field: 'revenueY1', op: 'gte', value: 0 }] },
          benefits: [{ kind: 'rate', name: '奖励', base: together, rate: 0.01, cap: 100_000 }],
        },
        companyId: c01,
      })
      return body.data.judgement
    }
    const whole = (await paid()).amount.value
    await consent('qy2', '01')
    const open = await paid()
    expect([open.verdict, open.amount ?? null, open.missing]).toEqual(['match', null, ['relatives']])
    expect(open.amountReason).toMatch(/^.+：未授权平台使用档案，金额待补$/)
    await consent('qy2', '02')
    expect((await paid()).amount.value).toBe(whole)
  })

  it('a related company that is not on the platform makes every sum unknown, and the reasons ask staff to verify it', async () => {
    const saved = await t.as('qy1').post<{ id: number }>('/ent/company/relation/save', {
      code: '91339999MAEG20009Y',
      name: '外地母公司',
      kind: 'parent',
      since: '2026-01-01',
    })
    const { id } = saved.body.data
    const query = `?companyId=${c01}`
    const at = async () =>
      (await t.as('front1').get('/ent/company/relation/list', { companyId: c01 })).body.data.list.find((r: { id: number }) => r.id === id)
    const agreed = { id, version: (await at()).version, agreed: true, opinion: '股东名册' }
    expect((await t.as('front1').post(`/ent/company/relation/examine${query}`, agreed)).body.success).toBe(true)
    const { body } = await t.as('editor1').post('/admin/policyCalculator/tryRule', {
      rule: {
        conditions: { all: [{ field: '=revenueY1 + rowsSum(relatives, revenueY1)', op: 'gte', value: 1 }] },
        benefits: [{ kind: 'rate', name: '奖励', base: '=revenueY1 + rowsSum(relatives, revenueY1)', rate: 0.01 }],
      },
      companyId: c01,
    })
    const { verdict, amount, conditions } = body.data.judgement
    expect([verdict, amount ?? null]).toEqual(['unknown', null])
    expect(conditions.children[0].rows).toContainEqual({ taken: null, text: '企业 外地母公司，关系 母公司（未入驻平台，需工作人员核实）' })
    const end = { id, version: (await at()).version, reason: '核对完毕' }
    expect((await t.as('front1').post(`/ent/company/relation/end${query}`, end)).body.success).toBe(true)
  })

  it('a company without an archive can answer that it has none and is judged by its own figure; the list has a readable name', async () => {
    const by = async (answers: object) => {
      const { body } = await t.as('editor1').post('/admin/policyCalculator/tryRule', {
        rule: { conditions: condition(1000), benefits: [{ kind: 'rate', name: '奖励', base: 'revenueY1', rate: 0.01 }] },
        answers,
      })
      expect(body.success, JSON.stringify(body)).toBe(true)
      return body.data.judgement
    }
    expect(await by({ revenueY1: 1200 })).toMatchObject({ verdict: 'unknown', missing: ['relatives'] })
    expect(await by({ revenueY1: 1200, relatives: [] })).toMatchObject({ verdict: 'match', amount: { value: 12 } })
    const { labels } = (await t.as('gr1').get('/admin/policyCalculator/fieldLabels')).body.data
    expect(labels).toMatchObject({ relatives: '已确认的关联企业', support: '本平台已给的支持' })
  })

  it('no answer to the company contains a figure of the other company', async () => {
    const secret = 7654321.25
    const { version } = (await t.as('qy2').get('/dynamic/company/info/queryEntArchiveDetail')).body.data
    await t.as('qy2').post('/dynamic/company/info/saveEntArchiveDetail', { version, values: { revenueY2: secret } })
    expect(JSON.stringify((await facts(c01)).relatives)).toContain(String(secret))
    const answers = [
      await t.as('qy1').get('/dynamic/company/info/queryEntArchiveDetail'),
      await t.as('qy1').get('/imitate/questionnaire', { useArchive: true }),
      await t.as('qy1').get('/ent/company/relation/list'),
      await t.as('qy1').post('/imitate/match/log/queryCompanyInfoImitate', {}),
    ]
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(String(secret))
  })
})
