import { beforeAll, describe, expect, it } from 'vitest'
import { meets, REQUIRED_ANSWER, shownOf } from '../../../contract/matching/asked.ts'
import type { AskedQuestion } from '../../../contract/matching/forms.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { engine, rawFields } from '../catalogue.ts'
import { FALSE, TRUE } from '../engine/truth.ts'

let t: TestApp
let policy: { id: number; code: string }
beforeAll(async () => {
  t = await testApp()
  const found = (await t.as(null).get('/policy/doc/policyDetail?code=kjxzx')).body.data
  policy = { id: found.id, code: 'kjxzx' }
  await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
})

const asked = (user: string) => t.as(user).get('/admin/match/form/queryQuestionList', { policyId: policy.id })
const next = (more: object = {}, user: string | null = null) =>
  t.as(user).post('/corp/policyCalculator/nextQuestions', { answers: {}, policyId: policy.id, ...more })
const archive = async () => (await t.as('qy1').get('/dynamic/company/info/queryEntArchiveDetail', {})).body.data
const add = async (values: object, user = 'qy1', policyId = policy.id) =>
  t.as(user).post('/policy/doc/replenish', { policyId, version: (await archive()).version, values })

describe('从编辑的表单到企业的问题', () => {
  let blank: string[]
  it('without a form the questions are the facts that the rule of the policy lacks', async () => {
    const { data } = (await next()).body
    expect(data).toMatchObject({ form: null, policy: { id: policy.id, code: 'kjxzx' } })
    expect(data.list.length).toBeGreaterThan(0)
    expect((await next({ policyId: 999_999 })).body.code).toBe('NOT_FOUND')
    expect((await next({ policyId: undefined, policyCode: 'nobody' })).body.code).toBe('NOT_FOUND')
    expect((await next({ policyId: undefined, policyCode: 'kjxzx' })).body.data).toEqual(data)
    for (const { policies } of data.list) expect(policies).toBe(1)
  })
  it('the company is asked in the order and words of the editor, with the questions required or hidden by them', async () => {
    const { groups, version } = await archive()
    const all = groups.flatMap((g: { fields: { key: string; type: string; editable: boolean; masked: boolean }[] }) => g.fields)
    const first = (type: string): string =>
      all.find((f: { key: string; editable: boolean; masked: boolean; type: string }) => f.editable && !f.masked && f.type === type).key
    blank = [first('boolean'), first('integer'), first('number')]
    const cleared = Object.fromEntries(blank.map((key) => [key, null]))
    const cleaned = await t.as('qy1').post('/dynamic/company/info/saveEntArchiveDetail', { version, values: cleared })
    expect(cleaned.body.success).toBe(true)
    const questions = [
      { archiveField: blank[2]!, title: '先说说这个数', required: true },
      { archiveField: blank[0]! },
      { archiveField: blank[1]!, required: true, showWhen: { field: blank[0]!, op: 'eq', value: true } },
    ]
    const saved = await t.as('editor1').post('/admin/match/form/saveOrUpdate', { name: '自查', policyId: policy.id, questions })
    expect(saved.body.success).toBe(true)
    const mine = (await asked('qy1')).body.data as AskedQuestion[]
    expect(mine.map((q) => [q.key, q.required])).toEqual([
      [blank[2], true],
      [blank[0], false],
      [blank[1], true],
    ])
    expect(mine[0]!.question).toBe('先说说这个数')
    const { data } = (await next()).body
    expect(data.form.questions).toEqual(mine)
    expect(data.form.archive).toEqual({})
    expect(shownOf(mine, {}).map((q) => q.key)).toEqual([blank[2], blank[0]])
  })
  it('refuses other accounts, and names each required question that is not answered; nothing is saved', async () => {
    expect((await add({}, 'gr1')).body.code).toBe('FORBIDDEN')
    expect((await add({}, 'editor1')).body.code).toBe('FORBIDDEN')
    expect((await add({}, 'qy1', 999_999)).body.code).toBe('NOT_FOUND')
    const { version } = await archive()
    expect((await add({ [blank[0]!]: true })).body).toMatchObject({
      code: 'INVALID',
      fields: [
        { path: `values.${blank[2]}`, message: REQUIRED_ANSWER },
        { path: `values.${blank[1]}`, message: REQUIRED_ANSWER },
      ],
    })
    expect((await archive()).version).toBe(version)
  })
  it('requires a hidden question only once it is shown, and saves complete answers', async () => {
    const done = await add({ [blank[2]!]: 3, [blank[0]!]: false })
    expect(done.body).toMatchObject({ success: true, data: { changed: 2 } })
    // Facts that are already in the archive count as answered.
    expect((await add({ [blank[0]!]: true })).body.fields).toEqual([{ path: `values.${blank[1]}`, message: REQUIRED_ANSWER }])
    const known = (await next({ useArchive: true }, 'qy1')).body.data.form.archive
    expect(Object.keys(known)).toEqual([blank[2], blank[0]])
  })
  it('a disabled form asks nothing', async () => {
    const [row] = (await t.as('editor1').get('/admin/match/form/queryDataList', { policyId: policy.id })).body.data.list
    const questions = [{ archiveField: blank[1]!, required: true }]
    const off = { id: row.id, version: row.version, name: '自查', policyId: policy.id, enableFlag: 0, questions }
    expect((await t.as('editor1').post('/admin/match/form/saveOrUpdate', off)).body.success).toBe(true)
    expect((await asked('qy1')).body.data).toEqual([])
    expect((await next()).body.data.form).toBeNull()
    expect((await add({ [blank[0]!]: true })).body.success).toBe(true)
  })
})

describe('显示条件与判定引擎一致', () => {
  const days = ['2020-01-01', '2024-02-29', '2026-12-31']
  const valuesOf = (field: (typeof rawFields)[number]): (string | number | boolean | string[])[] => {
    if (field.type === 'boolean') return [true, false]
    if (field.type === 'integer' || field.type === 'number') return [0, 1, 7]
    if (field.type === 'date') return days
    const options = [...(engine.catalog.byKey.get(field.key)?.labels.keys() ?? [])].slice(0, 3)
    if (field.type === 'multiEnum') return options.map((_, i) => options.slice(0, i + 1))
    return options.length > 0 ? options : ['甲', '乙']
  }
  it('for every field, operator and value of the catalogue', () => {
    let compared = 0
    for (const field of rawFields)
      for (const op of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'] as const)
        for (const wanted of valuesOf(field)) {
          const value = op === 'in' || op === 'notIn' ? [wanted].flat() : wanted
          const leaf = { field: field.key, op, value } as never
          if (engine.validateCondition(leaf).length > 0) continue
          const test = engine.compileCondition(leaf)
          for (const given of valuesOf(field)) {
            const truth = test(engine.facts({ [field.key]: given }, '2026-06-01'))
            expect([field.key, op, value, given, meets({ op, value: value as never }, given)]).toEqual([
              field.key,
              op,
              value,
              given,
              truth === TRUE,
            ])
            expect([TRUE, FALSE]).toContain(truth)
            compared++
          }
        }
    expect(compared).toBeGreaterThan(1000)
  })
})
