import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { rememberSupportOfAll } from './support-facts.ts'

let t: TestApp
let companyId = 0
beforeAll(async () => {
  t = await testApp()
  companyId = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
})
const facts = async () =>
  (await t.kernel.pool.query('select facts from company_facts where company_id = $1', [companyId])).rows[0].facts as { support: object[] }
const support = async () => (await facts()).support.filter((row) => 'title' in row && String(row.title).startsWith('历年'))

describe('以前得到的支持', () => {
  it('a company without support has an empty list, not an unknown one', async () => {
    expect(await facts()).toHaveProperty('support')
    expect(await support()).toEqual([])
  })
  it('granted and paid support is in the facts by policy, level, year and sum; waiting or refused support is not', async () => {
    const { rows } = await t.kernel.pool.query('select id, code, level from policy where state = 2 limit 1')
    const add = (name: string, state: number) =>
      t.kernel.pool.query(
        `insert into allowance (company_id, policy_id, project_name, year, amount, source, state, approved_amount, twin_reason)
         values ($1, $2, $3, 2024, 30500000, 'staff', $4, 30500000, '测试')`,
        [companyId, rows[0].id, name, state],
      )
    await add('历年补助', 3)
    await add('历年批准', 1)
    await add('历年待审', 0)
    await add('历年退回', 2)
    await rememberSupportOfAll(t.kernel)
    const known = { policy: rows[0].code, level: rows[0].level, year: 2024, amount: 30.5 }
    expect(await support()).toMatchObject([
      { ...known, title: '历年补助', paid: true },
      { ...known, title: '历年批准', paid: false },
    ])
  })
})
