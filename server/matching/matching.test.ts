import { beforeAll, describe, expect, it } from 'vitest'
import { closingSoon } from '../../web/portal/enterprise-todo.ts'
import { movableClock, today } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import cases from './engine/cases-sample.json' with { type: 'json' }

let t: TestApp
const clock = movableClock()
beforeAll(async () => {
  t = await testApp({ clock })
})

const calculate = '/corp/policyCalculator/calculate'
const bodyOf = (answers: object, more: object = {}) => ({ answers, ...more })

describe('测算里的“补充 N 项信息”', () => {
  it.each([{}, { employees: 20 }, { industryCode: 'C3911', registeredDate: '2019-03-01' }])('与接着问的题数一致：%j', async (answers) => {
    const { open } = (await t.as(null).post('/corp/policyCalculator/calculate', { answers })).body.data
    expect(open).toBeGreaterThan(0)
    expect((await t.as(null).post('/corp/policyCalculator/nextQuestions', { answers })).body.data.open).toBe(open)
  })
  it('读完前面的接着读：五百项以后没有了', async () => {
    const { list, judged } = (await t.as(null).post('/corp/policyCalculator/calculate', { answers: {} })).body.data
    const further = (offset: number, limit = 100) =>
      t.as(null).post('/corp/policyCalculator/calculateFurther', { answers: {}, offset, limit })
    expect((await further(0, 7)).body.data).toEqual({ total: judged, list: list.slice(0, 7) })
    expect((await further(judged)).body.data).toEqual({ total: judged, list: [] })
    expect((await further(0, 101)).status).toBe(400)
    expect((await t.as(null).post('/corp/policyCalculator/calculateFurther', { answers: { wings: 2 }, offset: 0 })).body.code).toBe(
      'INVALID',
    )
  })
})

describe('测算的拒绝', () => {
  it('names a key that is not in the catalogue', async () => {
    const { status, body } = await t.as(null).post(calculate, bodyOf({ revenueY9: 1 }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'INVALID', fields: [{ path: 'answers.revenueY9' }] })
  })
  it('names a value of the wrong type', async () => {
    const { status, body } = await t.as(null).post(calculate, bodyOf({ employees: '很多' }))
    expect(status).toBe(400)
    expect(body.fields![0]!.path).toBe('answers.employees')
  })
  it('the message names the key of a wrong value, whatever its kind (issue 2, E)', async () => {
    const wrong: [object, string][] = [
      [{ employees: '100' }, 'employees'],
      [{ revenueY1: [1] }, 'revenueY1'],
      [{ isHNTE: { yes: true } }, 'isHNTE'],
      [{ qualityItems: ['iso', 'iso'] }, 'qualityItems'],
      [{ registeredDate: '2026-02-30' }, 'registeredDate'],
      [{ companyName: '示'.repeat(201) }, 'companyName'],
    ]
    for (const [answers, key] of wrong)
      for (const [path, body] of [
        [calculate, bodyOf(answers)],
        ['/corp/policyCalculator/score', { scheme: 'hnte-score', answers }],
      ] as const) {
        const answer = await t.as(null).post(path, body)
        expect([answer.status, answer.body.msg], key).toEqual([400, expect.stringContaining(key)])
        expect(answer.body.fields![0]!.path).toBe(`answers.${key}`)
      }
  })
  it('refuses a date after today, or after the day that is judged', async () => {
    const founded = (registeredDate: string, more = {}) => t.as(null).post(calculate, bodyOf({ registeredDate }, more))
    const day = today(t.kernel.clock)
    const late = await founded('2050-01-01')
    expect(late.status).toBe(400)
    expect(late.body.fields).toEqual([{ path: 'answers.registeredDate', message: `“注册成立日期”（registeredDate）日期不能晚于 ${day}` }])
    expect(
      (await t.as(null).post('/corp/policyCalculator/score', { scheme: 'hnte-score', answers: { registeredDate: '2050-01-01' } })).status,
    ).toBe(400)
    expect((await founded(day)).body.success).toBe(true)
    expect((await founded('2050-01-01', { applyDate: '2050-01-01' })).body.success).toBe(true)
    expect((await founded('2050-01-02', { applyDate: '2050-01-01' })).status).toBe(400)
  })
  it('distinguishes a wrong type from a lacking value', async () => {
    const first = async (body: object) => (await t.as(null).post(calculate, body)).body.fields![0]
    expect(await first(bodyOf({}, { policyCodes: 'hnte' }))).toEqual({ path: 'policyCodes', message: '类型不正确' })
    expect(await first({})).toEqual({ path: 'answers', message: '必填' })
  })
  it('refuses an unknown policy, and keys outside the contract', async () => {
    expect((await t.as(null).post(calculate, bodyOf({}, { policyCodes: ['nope'] }))).body.fields![0]!.path).toBe('policyCodes.0')
    expect((await t.as(null).post(calculate, bodyOf({}, { foo: 1 }))).body.fields![0]!.path).toBe('foo')
  })
  it('refuses the archive to a visitor and to an individual', async () => {
    expect((await t.as(null).post(calculate, bodyOf({}, { useArchive: true }))).body).toMatchObject({ success: false, code: 'NO_CONSENT' })
    expect((await t.as('gr1').post(calculate, bodyOf({}, { useArchive: true }))).body).toMatchObject({ success: false, code: 'NO_CONSENT' })
  })
  it('refuses an unknown score table', async () => {
    expect((await t.as(null).post('/corp/policyCalculator/score', { scheme: 'nope', answers: {} })).body.fields![0]!.path).toBe('scheme')
  })
  it('the rule editor and the search for matching companies are for staff only', async () => {
    expect((await t.as('qy1').post('/admin/policyCalculator/tryRule', { rule: {} })).body.code).toBe('FORBIDDEN')
    expect((await t.as('front1').get('/admin/policyCalculator/matchedCompanies?policyId=1')).body.code).toBe('FORBIDDEN')
    expect((await t.as(null).get('/admin/policyCalculator/fields')).status).toBe(401)
  })
})

describe('样例用例经接口一致 (cases-sample)', () => {
  type Case = {
    id: string
    title: string
    target: { kind: string; id: string }
    applyDate: string
    company: object
    expected: Record<string, unknown>
  }
  for (const one of (cases as unknown as Case[]).filter((c) => c.target.kind === 'policy')) {
    it(`${one.id} ${one.title}`, async () => {
      const { body } = await t.as(null).post(calculate, bodyOf(one.company, { applyDate: one.applyDate, policyCodes: [one.target.id] }))
      const [judged] = body.data.list
      const { outcome, amount, failedTop, missing } = one.expected as {
        outcome: string
        amount?: number | null
        failedTop?: string[]
        missing?: string[]
      }
      expect(judged.verdict === 'near' ? 'nomatch' : judged.verdict).toBe(outcome)
      if (failedTop) expect(judged.failedTop).toEqual(failedTop)
      if (missing) expect(judged.missing).toEqual(missing)
      if (outcome === 'match' && amount) expect(judged.amount.value ?? judged.amount.max).toBe(amount)
      if (outcome !== 'match') expect(judged.amount).toBeNull()
    })
  }
  for (const one of (cases as unknown as Case[]).filter((c) => c.target.kind === 'score')) {
    it(`${one.id} ${one.title}`, async () => {
      const { body } = await t
        .as(null)
        .post('/corp/policyCalculator/score', { scheme: one.target.id, answers: one.company, applyDate: one.applyDate })
      const { groups, ...rest } = one.expected
      for (const [key, value] of Object.entries(rest)) if (key in body.data) expect(body.data[key]).toEqual(value)
      for (const [id, value] of Object.entries(groups ?? {}))
        expect(body.data.groups[id]).toEqual(Array.isArray(value) ? value : [value, value])
    })
  }
})

describe('全部政策', () => {
  it('are all judged; those outside their application period are closed or not yet open', async () => {
    const { body } = await t.as(null).post(calculate, bodyOf({}))
    const { total } = (await t.as(null).get('/pol/my/list')).body.data
    expect(body.data.list.length + body.data.outside).toBe(total)
    const verdicts = new Set(body.data.list.map((j: { verdict: string }) => j.verdict))
    expect(verdicts.has('closed')).toBe(true)
    expect(verdicts.has('notYet')).toBe(true)
    expect(verdicts.has('unknown')).toBe(true)
    expect(body.data.asOf).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  it('a policy asked for by its code is judged outside its application period too', async () => {
    const all = (await t.as(null).post(calculate, bodyOf({}))).body.data.list as { code: string; verdict: string }[]
    const closed = all.find((j) => j.verdict === 'closed')!
    const named = (await t.as(null).post(calculate, bodyOf({}, { policyCodes: [closed.code] }))).body.data.list
    expect(named[0].verdict).not.toBe('closed')
  })
  it('are judged and counted once when their code is given twice', async () => {
    const { body } = await t
      .as(null)
      .post(
        calculate,
        bodyOf({ serviceSpend: 1, infoInvestment: 20 }, { policyCodes: ['longwan-voucher', 'xinchang-info', 'longwan-voucher'] }),
      )
    expect(body.data.list.map((j: { code: string }) => j.code)).toEqual(['longwan-voucher', 'xinchang-info'])
    expect(body.data.total).toMatchObject({ min: 3.75, max: 3.75, value: 3.75 })
  })
})

describe('企业档案', () => {
  it('is not read before consent; afterwards it is judged, and answers replace its values', async () => {
    const qy = t.as('qy1')
    await qy.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    expect((await qy.post(calculate, bodyOf({}, { useArchive: true }))).body.code).toBe('NO_CONSENT')
    expect((await qy.get('/corp/policyCalculator/homeMyPolicy')).body.data).toEqual({
      total: 0,
      list: [],
      counts: { match: 0, near: 0, unknown: 0 },
      closing: [],
    })
    await qy.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
    const archive = (await qy.post(calculate, bodyOf({}, { useArchive: true, policyCodes: ['hnte'] }))).body.data.list[0]
    const leaf = archive.conditions.children.find((c: { field?: string }) => c.field === 'residentEnterprise')
    expect(leaf).toMatchObject({ result: 'true', source: expect.any(String) })
    const corrected = (await qy.post(calculate, bodyOf({ residentEnterprise: false }, { useArchive: true, policyCodes: ['hnte'] }))).body
      .data.list[0]
    expect(corrected.failedTop).toContain('境内居民企业')
    const mine = (await qy.get('/corp/policyCalculator/homeMyPolicy?pageSize=5')).body.data
    expect(mine.total).toBeGreaterThan(0)
    expect(mine.list.length).toBeLessThanOrEqual(5)
    // The figure of the home page is that of the list behind it.
    const whole = (await qy.post(calculate, bodyOf({}, { useArchive: true }))).body.data
    expect(mine.counts.match).toBe(whole.counts.match)
    expect(mine.counts.match + mine.counts.near + mine.counts.unknown).toBe(mine.total)
    const all: { id: number; applyTo: string | null }[] = []
    for (let page = 1; all.length < mine.total; page++)
      all.push(...(await qy.get(`/corp/policyCalculator/homeMyPolicy?pageSize=100&page=${page}`)).body.data.list)
    const soon = closingSoon(all, Date.now())
    expect(mine.closing.map(({ id }: { id: number }) => id).toSorted()).toEqual(soon.map(({ id }) => id).toSorted())
  })
  it('policies open for application are listed for the company with its own verdicts, the best first (spec §7)', async () => {
    const list = async (who: string | null, query: object = {}) =>
      (await t.as(who).get('/policy/doc/applyProjectMatchList', { ...query })).body
    expect((await list(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['gr1', 'editor1']) expect((await list(who)).code, who).toBe('FORBIDDEN')
    expect((await list('qy1', { pageSize: 101 })).fields?.[0]?.path).toBe('pageSize')
    expect((await list('qy1', { keyword: '字'.repeat(65) })).fields?.[0]?.path).toBe('keyword')
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    expect((await list('qy1')).data, 'without consent').toEqual({ commonPage: { total: 0, list: [] } })
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
    const { total, list: first } = (await list('qy1', { pageSize: 100 })).data.commonPage
    const home = (await t.as('qy1').get('/corp/policyCalculator/homeMyPolicy?pageSize=100')).body.data
    expect(total).toBe(home.total)
    const short = ({ id, verdict }: { id: number; verdict: string }) => [id, verdict]
    expect(first.map(short)).toEqual(home.list.map(short))
    for (const row of first) {
      expect(row.policyId).toBe(row.id)
      expect(['match', 'near', 'unknown']).toContain(row.verdict)
      expect(row.applyTo === null || row.applyTo >= today(clock), row.policyTitle).toBe(true)
    }
    const [best] = first
    const situation = (await t.as('qy1').get(`/policy/doc/matchSituation?policyId=${best.policyId}`)).body.data
    expect([best.verdict, situation.matched]).toEqual(['match', true])
    const found = (await list('qy1', { keyword: ` ${best.policyTitle} ` })).data.commonPage
    expect(found.list.map(({ id }: { id: number }) => id)).toContain(best.id)
    expect(found.total).toBeLessThan(total)
    expect((await list('qy1', { keyword: '没有这样的政策' })).data.commonPage.total).toBe(0)
  })
  it('is not judged merely because the caller is logged in', async () => {
    const { body } = await t.as('qy1').post(calculate, bodyOf({}, { policyCodes: ['hnte'] }))
    expect(body.data.list[0].verdict).toBe('unknown')
  })
})

describe('问卷', () => {
  it('asks at most five questions of a topic, the basic ones included', async () => {
    const { body } = await t.as(null).get('/admin/policyCalculator/queryCommonQuestionnaire')
    const { topics, archive } = body.data
    expect(archive).toBeNull()
    expect(topics.length).toBeGreaterThan(2)
    for (const topic of topics) expect(topic.questions.length).toBeLessThanOrEqual(5)
    expect(topics.flatMap((p: { questions: { key: string }[] }) => p.questions.map((q) => q.key))).toContain('employees')
  })
  it('first asks for place, industry and number of employees; places are the streets of the county and other provinces', async () => {
    const { first, pinned, hidden } = (await t.as(null).get('/admin/policyCalculator/queryCommonQuestionnaire')).body.data
    expect(first.map((q: { key: string }) => q.key)).toEqual(['regionCode', 'industryCode', 'employees'])
    expect(first[0].type).toBe('enum')
    expect(first[0].options.slice(0, 2)).toEqual([
      { value: '339999', label: '云溪县（示例）' },
      { value: '339999001', label: '　云溪街道' },
    ])
    expect(first[0].options).toContainEqual({ value: '33', label: '浙江省（其他县市区）' })
    expect(first[0].options).toContainEqual({ value: '44', label: '广东省' })
    expect([pinned, hidden]).toEqual([expect.arrayContaining(['registeredDate']), []])
    const elsewhere = (await t.as(null).post(calculate, { answers: { regionCode: '44' } })).body.data
    expect(elsewhere.place).toMatchObject({ code: '44', name: '广东省', assumed: false })
  })
  it('asks first what most money depends on, and never what was answered or skipped', async () => {
    const first = (await t.as(null).post('/corp/policyCalculator/nextQuestions', { answers: {} })).body.data
    const [top, second] = first.list
    expect(top.atStake).toBeGreaterThanOrEqual(second.atStake)
    const next = (await t.as(null).post('/corp/policyCalculator/nextQuestions', { answers: {}, skipped: [top.question.key] })).body.data
    expect(next.list.map((q: { question: { key: string } }) => q.question.key)).not.toContain(top.question.key)
  })
})

describe('相关政策', () => {
  it('are others that ask for the same facts, page by page; an unknown policy has none', async () => {
    const related = async (query: object) => (await t.as(null).get('/corp/policyCalculator/queryRelatedPolicy', { ...query })).body
    expect((await related({ policyId: 999_999 })).code).toBe('NOT_FOUND')
    expect((await related({ policyId: '甲' })).fields?.[0]?.path).toBe('policyId')
    const { id } = (await t.as(null).get('/policy/doc/policyDetail?code=hnte')).body.data
    const { total, list } = (await related({ policyId: id, pageSize: 100 })).data
    expect(total).toBeGreaterThan(1)
    expect(list.map((row: { id: number }) => row.id)).not.toContain(id)
    const second = (await related({ policyId: id, page: 2, pageSize: 1 })).data
    expect(second).toEqual({ total, list: [list[1]] })
    const all = (await related({ pageSize: 1 })).data.total
    expect(all).toBeGreaterThan(total)
  })
})

describe('保存的测算', () => {
  it('belong to one person', async () => {
    const saved = (await t.as('gr1').post('/corp/policyCalculator/save', { answers: { employees: 20 }, name: '试算' })).body.data
    expect((await t.as('gr1').get('/corp/policyCalculator/listMy')).body.data.list[0]).toMatchObject({ id: saved.id, name: '试算' })
    expect((await t.as('qy1').get(`/corp/policyCalculator/findById?id=${saved.id}`)).body.code).toBe('NOT_FOUND')
    expect((await t.as(null).get(`/corp/policyCalculator/findById?id=${saved.id}`)).status).toBe(401)
    expect((await t.as('gr1').get('/corp/policyCalculator/findById?id=x')).body.fields?.[0]?.path).toBe('id')
    expect((await t.as('gr1').get(`/corp/policyCalculator/findById?id=${saved.id}`)).body.data).toEqual({
      id: saved.id,
      name: '试算',
      createdAt: expect.any(String),
      answers: { employees: 20 },
      useArchive: false,
      asOf: today(clock),
    })
    expect((await t.as('qy1').form('/corp/policyCalculator/delete', { id: String(saved.id) })).body.code).toBe('NOT_FOUND')
    expect((await t.as('gr1').form('/corp/policyCalculator/delete', { id: String(saved.id) })).body.data).toBe(true)
    expect((await t.as('gr1').get(`/corp/policyCalculator/findById?id=${saved.id}`)).body.code).toBe('NOT_FOUND')
    expect((await t.as(null).post('/corp/policyCalculator/save', { answers: {} })).status).toBe(401)
  })
})

describe('反查企业', () => {
  it('finds the companies that judging one by one finds, and leaves out companies without consent', async () => {
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
    const policy = (await t.as(null).get('/policy/doc/policyDetail?code=kjxzx')).body.data
    const found = (await t.as('editor1').get(`/admin/policyCalculator/matchedCompanies?policyId=${policy.id}&pageSize=100`)).body.data
    const consenting = await t.database.db.selectFrom('company_facts').select('company_id').where('authorized', '=', true).execute()
    expect(found.companies).toBe(consenting.length)
    const mine = (await t.as('qy1').get(`/policy/doc/matchSituation?policyId=${policy.id}`)).body.data
    const listed = found.list.some((c: { companyName: string }) => c.companyName.includes('星澜'))
    expect(listed).toBe(mine.matched)
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    const after = (await t.as('editor1').get(`/admin/policyCalculator/matchedCompanies?policyId=${policy.id}`)).body.data
    expect(after.companies).toBe(consenting.length - 1)
  })
})

describe('试算未保存的规则', () => {
  it('names a misspelt field, and puts a correct rule into words', async () => {
    const bad = (
      await t.as('editor1').post('/admin/policyCalculator/tryRule', {
        rule: { conditions: { all: [{ field: 'revenueYl', op: 'gte', value: 1 }] }, benefits: [] },
      })
    ).body.data
    expect(bad.issues[0].path).toContain('conditions.all[0]')
    const good = (
      await t.as('editor1').post('/admin/policyCalculator/tryRule', {
        rule: {
          conditions: { all: [{ field: 'revenueY1', op: 'gte', value: 2000, label: '营收不低于2000万元' }] },
          benefits: [{ kind: 'fixed', name: '奖励', amount: 10 }],
        },
        answers: { revenueY1: 2500 },
      })
    ).body.data
    expect(good.issues).toEqual([])
    expect(good.words).not.toBe('')
    expect(good.judgement).toMatchObject({ verdict: 'match', amount: { min: 10, max: 10 } })
  })
})
