import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { policyDraft } from '../../policy/testing/draft.ts'
import { moveAsItStands, reviewAsItStands } from '../../policy/testing/moves.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '1' } })
  await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
})

const ruleWith = (value: number) => ({
  conditions: { all: [{ id: 'c1', field: 'employees', op: 'gte', value, label: `从业人数≥${value}` }] },
  benefits: [{ kind: 'fixed', name: '奖励', amount: 10 }],
})
const over = async (who: string, taskId: string): Promise<any> => {
  let data: any
  await eventually(async () => {
    data = (await t.as(who).get('/admin/policy/dryRun/progress', { taskId })).body.data
    expect(data.state).toBe('done')
  }, 15_000)
  return data.result
}
const review = (who: string, policyId: number) => t.as(who).post('/admin/policy/dryRun/review', { policyId })
const cases = (who: string, policyId: number, more: object = { proposed: true }) =>
  t.as(who).post('/admin/match/case/run', { policyId, ...more })

describe('what a reviewer sees of a rule', () => {
  let policyId: number
  test('of a new policy: its cases, and every company that meets the rule as newly reached', async () => {
    policyId = (await t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '审核时看影响', rule: ruleWith(1) }))).body
      .data.id
    const kept = { policyId, name: '五人小店', answers: { employees: 5 }, expect: 'match', amount: 10 }
    expect((await t.as('editor1').post('/admin/match/case/saveOrUpdate', kept)).body.success).toBe(true)
    await t.as('editor1').post('/admin/match/case/saveOrUpdate', { policyId, name: '空白企业', answers: {}, expect: 'unknown' })
    await t.as('editor1').form('/pol/info/publish', { id: String(policyId) })
    expect((await review('front1', policyId)).body.code).toBe('FORBIDDEN')
    expect((await review('leader1', 999_999)).body.code).toBe('NOT_FOUND')
    // No rule is in force, so only the waiting rule can be run.
    expect((await cases('leader1', policyId, {})).body.code).toBe('NOT_FOUND')
    expect((await cases('leader1', policyId)).body.data).toMatchObject([
      { name: '五人小店', verdict: 'match', amount: 10, agrees: true },
      { name: '空白企业', verdict: 'unknown', agrees: true, because: [expect.stringMatching(/^[^a-z]+$/i)] },
    ])
    const { taskId } = (await review('leader1', policyId)).body.data
    const result = await over('leader1', taskId)
    expect(result).toMatchObject({ compared: false, losers: { total: 0 } })
    expect(result.winners.total).toBeGreaterThan(0)
    await reviewAsItStands(t, 'leader1', policyId, 'pass')
  })

  test('of a revision: the companies that lose, each with both judgements; only the person who started a run reads it', async () => {
    const before = (await t.as('editor1').get('/pol/info/findById', { id: policyId })).body.data
    const draft = policyDraft({ id: policyId, version: before.version, policyTitle: '审核时看影响', rule: ruleWith(3) })
    const { id } = (await t.as('editor1').post('/pol/revision/save', draft)).body.data
    await moveAsItStands(t, 'editor1', id, 'submit')
    await t.as('editor1').post('/admin/match/case/saveOrUpdate', {
      policyId,
      name: '两人小店',
      answers: { employees: 2 },
      expect: 'match',
    })
    await eventually(async () =>
      expect((await cases('leader1', policyId, {})).body.data?.map((o: any) => o.agrees)).toEqual([true, true, true]),
    )
    const outcomes = (await cases('leader1', policyId)).body.data
    expect(outcomes.map((o: any) => [o.name, o.agrees])).toEqual([
      ['五人小店', true],
      ['空白企业', true],
      ['两人小店', false],
    ])
    expect(outcomes[2].because).toEqual(['职工总数（从业人员）不低于3人'])

    // The draft of the first test requires one employee; here the company is made small enough to fail.
    const company = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
    const row = await t.database.db.selectFrom('company_facts').select('facts').where('company_id', '=', company).executeTakeFirstOrThrow()
    await t.database.db
      .updateTable('company_facts')
      .set({ facts: JSON.stringify({ ...(row.facts as object), employees: 2 }), updated_at: new Date().toISOString() })
      .where('company_id', '=', company)
      .execute()
    const { taskId } = (await review('leader1', policyId)).body.data
    const result = await over('leader1', taskId)
    expect(result.compared).toBe(true)
    expect(result.losers.list).toContainEqual(expect.objectContaining({ companyId: company, before: 'match', beforeMax: 10 }))
    const reason = (who: string, companyId = company) => t.as(who).get('/admin/policy/dryRun/reason', { taskId, companyId })
    const { before: was, after: is } = (await reason('leader1')).body.data
    expect([was.verdict, was.amount.value]).toEqual(['match', 10])
    expect(is.verdict).not.toBe('match')
    expect(is.conditions.children[0]).toMatchObject({ label: '从业人数≥3', result: 'false' })
    const uses = (await t.as('qy1').get('/ent/company/info/listArchiveUse')).body.data
    expect(uses.list.map((use: any) => use.purpose)).toContain('试算政策规则')
    expect((await reason('editor1')).body.code).toBe('NOT_FOUND')
    expect((await reason('qy1')).body.code).toBe('FORBIDDEN')
    expect((await reason('leader1', 999_999)).body.success).toBe(false)
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    expect((await reason('leader1')).body.code).toBe('NO_CONSENT')
  })

  test('companies that meet a rule but whose amount is unknown are counted apart, not as zero in the sums', async () => {
    const { id: table } = await t.database.db
      .selectFrom('expansion_table')
      .select('id')
      .where('name', '=', '主要生产设备')
      .executeTakeFirstOrThrow()
    const base = `=rowsCount(table${table})`
    const rule = { ...ruleWith(1), benefits: [{ kind: 'perUnit', name: '设备', base, unitAmount: 0.5 }] }
    const { id } = (await t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '金额待补', rule }))).body.data
    await t.as('editor1').form('/pol/info/publish', { id: String(id) })
    const { taskId } = (await review('leader1', id)).body.data
    const { after, before, winners } = await over('leader1', taskId)
    const sums = winners.list.filter((one: any) => one.after === 'match' && one.afterMax !== null)
    expect(after.unpriced).toBeGreaterThan(0)
    expect([after.match, before.unpriced]).toEqual([after.unpriced + sums.length, 0])
  })
})
