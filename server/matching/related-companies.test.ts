import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let [companyId, table] = [0, 0]
beforeAll(async () => {
  t = await testApp()
  companyId = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
  table = (await t.kernel.pool.query(`select id from expansion_table where name = '未入驻平台的关联企业'`)).rows[0].id
})

/** f3 关系, f6 目前仍关联, f8 上年度营业（销售）收入 */
const together = () => `=revenueY1 + rowsSum(table${table}, f8, isIn(f3, "全资子公司", "控股子公司") && f6 == true)`
const tried = async (value: number) => {
  const { body } = await t.as('editor1').post('/admin/policyCalculator/tryRule', {
    rule: { conditions: { all: [{ field: together(), op: 'gte', value }] }, benefits: [{ kind: 'fixed', name: '奖励', amount: 5 }] },
    companyId,
  })
  expect(body.data?.issues, JSON.stringify(body)).toEqual([])
  return body.data
}
const enter = (values: object) => t.as('qy1').post('/dynamic/company/info/saveEntArchiveOtherDetail', { tableId: table, values })
const related = (code: string, relation: string, more: object = {}) => ({
  f1: code,
  f2: `关联企业${code}`,
  f3: relation,
  f6: true,
  f7: true,
  ...more,
})

describe('集团合并口径', () => {
  it('a related company without its relation is refused at that field', async () => {
    const { body } = await enter({ f1: '91339999MAEG20001A', f2: '无关系公司', f6: true, f7: true })
    expect(body.success).toBe(false)
    expect(body.fields).toMatchObject([{ path: 'values.f3' }])
  })
  it('its own figure and those of its subsidiaries are summed, and each row is shown with whether it counted', async () => {
    const { rows } = await t.kernel.pool.query('select facts from company_facts where company_id = $1', [companyId])
    const own = rows[0].facts.revenueY1 as number
    const { judgement, words } = await tried(own + 2600 + 1480)
    expect(words).toContain(
      '上年度营业（销售）收入 + 未入驻平台的关联企业中关系属于全资子公司、控股子公司，且目前仍关联为“是”的，上年度营业（销售）收入合计',
    )
    expect(judgement.verdict).toBe('match')
    const [leaf] = judgement.conditions.children
    expect(leaf.rows.map((row: { taken: boolean }) => row.taken)).toEqual([true, true])
    expect(leaf.rows[0].text).toContain('关联企业名称 云溪县辰纲轴承装备有限公司（示例），关系 全资子公司')
    expect((await tried(own + 2600 + 1480 + 0.01)).judgement.verdict).not.toBe('match')
  })
  it('a minority holding and a former subsidiary do not count; a subsidiary without its figure leaves the sum unknown', async () => {
    const { rows } = await t.kernel.pool.query('select facts from company_facts where company_id = $1', [companyId])
    const whole = (rows[0].facts.revenueY1 as number) + 2600 + 1480
    expect((await enter(related('91339999MAEG20002B', '参股企业', { f8: 900 }))).body.success).toBe(true)
    expect((await enter(related('91339999MAEG20003C', '控股子公司', { f6: false, f8: 900 }))).body.success).toBe(true)
    expect((await tried(whole)).judgement.verdict).toBe('match')
    expect((await tried(whole + 1)).judgement.verdict).not.toBe('match')
    expect((await enter(related('91339999MAEG20004D', '控股子公司'))).body.success).toBe(true)
    const open = (await tried(whole)).judgement
    expect([open.verdict, open.conditions.children[0].result]).toEqual(['unknown', 'unknown'])
  })
})
