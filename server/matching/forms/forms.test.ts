import { beforeAll, describe, expect, it } from 'vitest'
import type { AskedQuestion } from '../../../contract/matching/forms.ts'
import { SavePolicy } from '../../../contract/policy/managed-policies.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
let policyId: number
beforeAll(async () => {
  t = await testApp()
  policyId = (await t.as('qy1').get('/polHighTechConfig/findById', { id: 1 })).body.data.polId
})

const form = (more: object = {}) => ({
  name: '高企自查',
  policyId,
  questions: [
    { archiveField: 'countyRegistered', required: true, rule: { op: 'eq', value: true } },
    {
      archiveField: 'employees',
      title: '年末有多少人？',
      rule: { op: 'gte', value: 10 },
      showWhen: { field: 'countyRegistered', op: 'eq', value: true },
    },
  ],
  ...more,
})
const save = (body: object, user = 'editor1') => t.as(user).post('/admin/match/form/saveOrUpdate', body)
const addCase = (more: object = {}) =>
  t.as('editor1').post('/admin/match/case/saveOrUpdate', { policyId, name: '空白企业', answers: {}, expect: 'unknown', ...more })

/** Converts a policy as read into the form that the editor saves. */
const saving = (read: { supportModeCodes: string[] } & Record<string, unknown>) => {
  const policy: Record<string, unknown> = { ...read, supportModes: read.supportModeCodes }
  const keys = Object.keys(SavePolicy.shape).filter((key) => policy[key] !== null && policy[key] !== undefined)
  return Object.fromEntries(keys.map((key) => [key, policy[key]]))
}

describe('匹配表单：拒绝', () => {
  it('refuses visitors, companies and staff without the right', async () => {
    expect((await t.as(null).get('/admin/match/form/queryQuestionList', { policyId })).status).toBe(401)
    expect((await save(form(), 'qy1')).body.code).toBe('FORBIDDEN')
    expect((await save(form(), 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await t.as('leader1').post('/admin/policyCalculator/saveSettings', { pinned: [], hidden: [], length: 20 })).body.code).toBe(
      'FORBIDDEN',
    )
  })
  it('names the field of every error', async () => {
    const questions = [
      { archiveField: 'rdRatioY1' },
      { archiveField: 'employees', rule: { op: 'gte', value: 'many' } },
      { archiveField: 'employees' },
      { archiveField: 'techStaff', showWhen: { field: 'revenueY1', op: 'gt', value: 1 } },
    ]
    const { body } = await save(form({ questions }))
    expect(body.code).toBe('INVALID')
    expect(body.fields!.map((f: { path: string }) => f.path)).toEqual(
      expect.arrayContaining(['questions.0.archiveField', 'questions.2.archiveField', 'questions.3.showWhen.field']),
    )
    expect(body.fields!.some((f: { path: string }) => f.path.startsWith('questions.1.rule'))).toBe(true)
    const contrary = form().questions.with(1, {
      archiveField: 'employees',
      showWhen: { field: 'countyRegistered', op: 'eq', value: false },
    } as never)
    expect((await save(form({ questions: contrary }))).body.fields).toEqual([
      { path: 'questions.1.showWhen.field', message: expect.stringContaining('规则矛盾') },
    ])
    expect((await save(form({ questions: [] }))).body).toMatchObject({ code: 'INVALID', fields: [{ path: 'questions' }] })
    expect((await save(form({ policyId: 999_999 }))).body).toMatchObject({ fields: [{ path: 'policyId' }] })
  })
})

describe('编辑做一张匹配表单', () => {
  it('is saved and warns of facts that the rule reads and the form omits; companies see the questions, not wanted answers', async () => {
    const { body } = await save(form())
    expect(body.data.warnings.length).toBeGreaterThan(0)
    const mine = (await t.as('qy1').get('/admin/match/form/queryQuestionList', { policyId })).body.data as AskedQuestion[]
    expect(mine.map((q) => [q.key, q.title, q.required, q.rule])).toEqual([
      ['countyRegistered', expect.any(String), true, null],
      ['employees', '年末有多少人？', false, null],
    ])
    const staff = (await t.as('editor1').get('/admin/match/form/queryQuestionList', { id: body.data.id })).body.data as AskedQuestion[]
    expect(staff[1]!.rule).toEqual({ op: 'gte', value: 10 })
  })
  it('one of two editors succeeds, and a new enabled form replaces the old one', async () => {
    const [row] = (await t.as('editor1').get('/admin/match/form/queryDataList', { policyId })).body.data.list
    expect((await save({ ...form({ name: '改名' }), id: row.id, version: row.version })).body.success).toBe(true)
    expect((await save({ ...form({ name: '晚了' }), id: row.id, version: row.version })).body.code).toBe('CONFLICT')
    await save(form({ name: '第二张' }))
    const { list, total } = (await t.as('editor1').get('/admin/match/form/queryDataList', { policyId })).body.data
    expect(total).toBe(2)
    expect(list.map((r: { name: string; enableFlag: number }) => [r.name, r.enableFlag])).toEqual([
      ['第二张', 1],
      ['改名', 0],
    ])
  })
  it('is deleted once', async () => {
    const { list } = (await t.as('editor1').get('/admin/match/form/queryDataList', { policyId })).body.data
    expect((await t.as('editor1').get('/admin/match/form/delete', { id: list[0].id })).body.data).toBe(true)
    expect((await t.as('editor1').get('/admin/match/form/delete', { id: list[0].id })).body.code).toBe('NOT_FOUND')
  })
})

describe('样例', () => {
  it('refuses answers to unknown fields, a name already taken, and an unknown policy', async () => {
    expect((await addCase({ answers: { wings: 2 } })).body.code).toBe('INVALID')
    expect((await addCase({ policyId: 999_999 })).body.code).toBe('NOT_FOUND')
    expect((await addCase({ amount: 10.00001 })).body.fields).toEqual([{ path: 'amount', message: '金额最多 4 位小数' }])
    expect((await addCase()).body.success).toBe(true)
    expect((await addCase()).body).toMatchObject({ code: 'INVALID', fields: [{ path: 'name' }] })
  })
  it('are run with the rule in force and with a draft, and a form is tried on them', async () => {
    const [now] = (await t.as('editor1').post('/admin/match/case/run', { policyId })).body.data
    expect(now).toMatchObject({ name: '空白企业', verdict: 'unknown', agrees: true })
    const policy = (await t.as('editor1').get('/pol/info/findById', { id: policyId })).body.data
    const rule = { ...policy.rule, conditions: { all: [{ id: 'c1', field: 'countyRegistered', op: 'eq', value: true, label: '在本县' }] } }
    expect((await t.as('editor1').post('/admin/match/case/run', { policyId, rule })).body.data[0].verdict).toBe('unknown')
    const attempt = (await t.as('editor1').post('/admin/match/form/try', form())).body.data
    expect(attempt.cases).toMatchObject([{ name: '空白企业', result: 'unknown', agrees: true, because: [] }])
  })
  it('a form that judges a case differently is saved only if the editor accepts it; a hidden question is not judged', async () => {
    const { id } = (await addCase({ name: '外县小企业', answers: { countyRegistered: false, employees: 3 }, expect: 'match' })).body.data
    const attempt = (await t.as('editor1').post('/admin/match/form/try', form())).body.data
    // A company outside the county is not asked for the number of employees, so it is not among the reasons.
    expect(attempt.cases.at(-1)).toMatchObject({ name: '外县小企业', result: 'false', agrees: false, because: ['在本县注册并纳税'] })
    const before = (await t.as('editor1').get('/admin/match/form/queryDataList', { policyId })).body.data.total
    const { body } = await save(form({ name: '不合样例' }))
    expect(body).toMatchObject({ success: false, code: 'CASES_DIFFER' })
    expect(body.fields!.map((f: { message: string }) => f.message)).toEqual([
      expect.stringMatching(/样例“外县小企业”预期“符合”，按表单不符合（.+）/),
    ])
    expect((await t.as('editor1').get('/admin/match/form/queryDataList', { policyId })).body.data.total).toBe(before)
    expect((await save({ ...form({ name: '不合样例' }), acceptDiffering: true })).body.success).toBe(true)
    await t.as('editor1').form('/admin/match/case/delete', { id })
  })
  it('a change of the rule that breaks a case is refused and names the case', async () => {
    await addCase({ name: '外县企业', answers: { countyRegistered: false }, expect: 'nomatch' })
    const broken = (await t.as('editor1').post('/admin/match/case/run', { policyId })).body.data.filter(
      (o: { agrees: boolean }) => !o.agrees,
    )
    const policy = (await t.as('editor1').get('/pol/info/findById', { id: policyId })).body.data
    // The rule in force does not ask for the place, so the case fails already: any saving of the rule is refused until rule or case is
    // changed.
    expect(broken.map((o: { name: string }) => o.name)).toEqual(['外县企业'])
    const { body } = await t.as('editor1').post('/pol/info/saveOrUpdate', saving(policy))
    expect(body.code).toBe('INVALID')
    expect(body.fields![0]!.message).toContain('样例“外县企业”预期“不符合”')
    const { id } = (await t.as('editor1').get('/admin/match/case/list', { policyId })).body.data.at(-1)
    await t.as('editor1').form('/admin/match/case/delete', { id })
    expect((await t.as('editor1').post('/pol/info/saveOrUpdate', saving(policy))).body.success).toBe(true)
  })
})

describe('计算器问卷设置', () => {
  it('refuses an unknown field, a field both pinned and hidden, and a length that is too short', async () => {
    const post = (body: object) => t.as('editor1').post('/admin/policyCalculator/saveSettings', body)
    expect((await post({ pinned: ['wings'], hidden: [], length: 20 })).body).toMatchObject({ fields: [{ path: 'pinned.0' }] })
    expect((await post({ pinned: ['employees'], hidden: ['employees'], length: 20 })).body).toMatchObject({
      fields: [{ path: 'hidden.0' }],
    })
    expect((await post({ pinned: ['employees'], hidden: [], length: 4 })).body.code).toBe('INVALID')
  })
  it('asks pinned fields, never hidden ones, and as many questions as set', async () => {
    const settings = { pinned: ['mainProduct', 'employees'], hidden: ['revenueY1'], length: 8 }
    expect((await t.as('editor1').post('/admin/policyCalculator/saveSettings', settings)).body.success).toBe(true)
    const { topics } = (await t.as(null).get('/admin/policyCalculator/queryCommonQuestionnaire', {})).body.data
    const keys = topics.flatMap((topic: { questions: { key: string }[] }) => topic.questions.map((q) => q.key))
    expect(keys).toHaveLength(8)
    expect(keys).toEqual(expect.arrayContaining(['mainProduct', 'employees']))
    expect(keys).not.toContain('revenueY1')
    expect((await t.as('leader1').get('/admin/policyCalculator/findSettings', {})).body.data.settings).toEqual(settings)
  })
})
