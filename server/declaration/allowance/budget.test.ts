import { beforeAll, expect, it } from 'vitest'
import { giveRule, walker } from '../../identity/admin/testing/walker.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const save = async (budget: number, version = 0) => (await t.as('fin1').post('/allowance/saveBudget', { year: 2026, version, budget })).body

it('refuses a budget of less than one 元 at its field', async () => {
  for (const budget of [0, 0.00001]) expect((await save(budget)).fields).toEqual([{ path: 'budget', message: '预算至少 1 元' }])
})

it('refuses a budget finer than one 元 at its field, instead of rounding it', async () => {
  for (const budget of [100.00001, 9_999_999.12345])
    expect((await save(budget)).fields).toEqual([{ path: 'budget', message: '金额最多 4 位小数' }])
})

it('who registered or approved an example of the seed may not pay it', async () => {
  const { rows } = await t.database.pool.query(
    `select a.makers, a.approved_by, f.id as front, d.id as dept from allowance a, sys_user f, sys_user d
      where a.project_name like '%（示例）' and f.user_name = 'front1' and d.user_name = 'dept1' and a.voucher is null and a.source = 'staff'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const one of rows) expect([one.makers, one.approved_by]).toEqual([[one.front], one.dept])
})

it('the rest of the budget is the county’s: the same for whoever sees no allowance at all', async () => {
  expect((await save(100)).success).toBe(true)
  const { pool } = t.database
  await pool.query(
    `update allowance set year = 2026, state = 1, amount = 770000 where id = (select min(id) from allowance where not deleted)`,
  )
  const office = (await pool.query(`select office_id as id from sys_user where user_name = 'front1'`)).rows[0].id as number
  const blind = await walker(t, 'budget-blind', office, 'allowance')
  await giveRule(t, blind, 'allowance', { scope: 'own' })
  const asked = { url: '/allowance/budget', query: { year: '2026' }, headers: { authorization: blind.token } }
  const theirs = (await t.http.inject(asked)).json().data
  const whole = (await t.as('fin1').get('/allowance/budget', { year: 2026 })).body.data
  expect(theirs).toEqual(whole)
  expect(whole.left).toBeCloseTo(100 - whole.approved - whole.paid, 4)
  expect(whole.left).toBeLessThan(100)
})
