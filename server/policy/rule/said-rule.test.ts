import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { policyDraft } from '../testing/draft.ts'
import { reviewAsItStands } from '../testing/moves.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { POLICY_REVIEW: '1' } })
})

const rule = {
  conditions: {
    all: [
      // The label of the previously chosen field was left in place, and the rule was reviewed and published with it.
      { field: 'countyRegistered', op: 'eq', value: true, label: '上年度主营业务收入' },
      { field: 'revenueY1', op: 'gte', value: 200 },
      { any: [{ field: 'isHNTE', op: 'eq', value: true }, { not: { field: 'revenueY1', op: 'gte', value: 900 } }] },
    ],
  },
  benefits: [
    { kind: 'lookup', name: '称号奖励', field: 'greenFactoryLevel', map: { national: 50, municipal: 10 }, formula: '以主管部门核定为准' },
    { kind: 'ref', name: '税收', ref: '' },
  ],
  maxPerYear: 2,
}

async function publish(code: string, ref: string) {
  const body = policyDraft({ policyTitle: code, rule: { ...rule, benefits: [rule.benefits[0], { ...rule.benefits[1], ref }] } })
  const { id } = (await app.as('editor1').post('/pol/info/saveOrUpdate', body)).body.data
  await app.as('editor1').form('/pol/info/publish', { id: String(id) })
  const passed = await reviewAsItStands(app, 'leader1', id, 'pass')
  expect(passed.body.success).toBe(true)
  return id as number
}

it('readers see sentences made from the rule; wording written by hand is shown as a note beside them', async () => {
  const id = await publish('读者看到的条件', 'tax-hnte-15')
  const { rule: read } = (await app.as(null).get('/policy/doc/policyDetail', { id })).body.data
  expect(read.conditions.sentence).toBe('同时满足以下全部条件')
  expect(read.conditions.all[0]).toMatchObject({ sentence: '在本县注册并纳税：是', label: '上年度主营业务收入' })
  expect(read.conditions.all[1].sentence).toBe('上年度营业（销售）收入不低于200万元')
  expect(read.conditions.all[2].any.map((n: any) => [n.sentence, n.not?.sentence])).toEqual([
    ['有效期内高新技术企业：是', undefined],
    ['以下不成立', '上年度营业（销售）收入不低于900万元'],
  ])
  expect(read.benefits).toMatchObject([
    { sentence: '按新获绿色工厂级别定额，未列出的不支持；国家级50万元；市级10万元', formula: '以主管部门核定为准' },
    { sentence: '按“高新技术企业减按15%征收企业所得税”执行' },
  ])
  expect(read.together).toEqual(['以上各项可同时享受', '每家企业每年最多支持2个项目'])

  const kept = (await app.as('editor1').get('/pol/info/findById', { id })).body.data
  expect(JSON.stringify(kept.rule)).not.toContain('sentence')
  expect(kept.saidRule.conditions).toEqual(read.conditions)
  const version = (await app.as('editor1').get('/pol/info/version', { id, number: 1 })).body.data
  expect(version.rule.benefits[0].sentence).toBe(read.benefits[0].sentence)
})

it('the public does not see the title of a policy that is not public; staff who manage policies do', async () => {
  const draft = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '还在起草的政策' }))).body.data.id
  const { code } = (await app.as('editor1').get('/pol/info/findById', { id: draft })).body.data
  const id = await publish('按草稿执行', code)
  expect((await app.as(null).get('/policy/doc/policyDetail', { id })).body.data.rule.benefits[1].sentence).toBe(`按“${code}”执行`)
  expect((await app.as('leader1').get('/pol/info/findById', { id })).body.data.saidRule.benefits[1].sentence).toBe('按“还在起草的政策”执行')
})

it('a sentence sent with a rule is refused, because sentences are made from the rule', async () => {
  const body = policyDraft({
    rule: { benefits: [rule.benefits[0]], conditions: { field: 'isHNTE', op: 'eq', value: true, sentence: '随便写' } },
  })
  const { fields } = (await app.as('editor1').post('/pol/info/saveOrUpdate', body)).body
  expect(fields!.map((f) => f.path)).toContain('rule.conditions.sentence')
})

it('the calculator says conditions, failures and benefits with sentences of the rule; labels and failedTop are unchanged', async () => {
  const id = await publish('测算看到的条件', 'tax-hnte-15')
  const { code } = (await app.as('editor1').get('/pol/info/findById', { id })).body.data
  const [judged] = (
    await app.as(null).post('/corp/policyCalculator/calculate', {
      answers: { countyRegistered: false, revenueY1: 950, isHNTE: false },
      policyCodes: [code],
    })
  ).body.data.list
  expect(judged.failedTop).toEqual(['上年度主营业务收入', '满足任一'])
  expect(judged.failed).toEqual(['在本县注册并纳税：是', '有效期内高新技术企业：是，或须不满足“上年度营业（销售）收入不低于900万元”'])
  expect(judged.conditions.children[0]).toMatchObject({ label: '上年度主营业务收入', sentence: '在本县注册并纳税：是', result: 'false' })
  expect(judged.benefits).toEqual([
    { name: '称号奖励', sentence: '按新获绿色工厂级别定额，未列出的不支持；国家级50万元；市级10万元' },
    { name: '税收', sentence: '按“高新技术企业减按15%征收企业所得税”执行' },
  ])
})
