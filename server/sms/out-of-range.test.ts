import { expect, it } from 'vitest'
import { giveRule, walker, type Walker } from '../identity/admin/testing/walker.ts'
import { testApp } from '../kernel/testing/harness.ts'

it('a company outside the reader’s rule is neither named nor revealed; the send counts it', async () => {
  const t = await testApp()
  const { pool } = t.database
  const { rows } = await pool.query<{ id: number; name: string; street_id: string }>(
    'select id, name, street_id from company where contact_phone is not null order by id',
  )
  const hidden = rows[0]!
  const open = rows.find((one) => one.street_id !== hidden.street_id)!
  const office = (await pool.query(`select office_id as id from sys_user where user_name = 'front1'`)).rows[0].id as number
  const reader = async (name: string, lines: Parameters<typeof giveRule>[3]['lines']) => {
    const by = await walker(t, name, office, 'company')
    await pool.query(
      `insert into role_permission (role_id, permission) select role_id, unnest(array['sms:read', 'sms:manage']) from user_role where user_id = $1`,
      [by.id],
    )
    await giveRule(t, by, 'company', { scope: 'all', ...(lines ? { lines } : {}) })
    return by
  }
  const whole = await reader('sms-whole', [])
  const narrow = await reader('sms-narrow', [{ field: 'street', op: 'notIn', values: [hidden.street_id] }])
  const get = async (by: Walker, url: string, query: Record<string, string>) =>
    (await t.http.inject({ url, query, headers: { authorization: by.token } })).json()
  const post = async (by: Walker, url: string, payload: object) =>
    (await t.http.inject({ method: 'POST', url, payload, headers: { authorization: by.token } })).json()
  const template = await pool.query(`insert into sms_template (name, purpose, content, state, created_by_name, created_at, updated_at)
    values ('座谈', 'notice', '{企业名称}：请参加座谈会。', 2, '测试', now(), now()) returning id`)
  const audience = { companyIds: [hidden.id, open.id], tagIds: [], filter: null, policyIds: [], persons: [] }
  const made = await post(whole, '/sms/send/save', { name: '座谈会', templateId: template.rows[0].id, values: {}, audience })
  const { id, version } = made.data
  await post(whole, '/sms/send/dryRun', { id, version })

  const messages = (by: Walker, more: Record<string, string> = {}) => get(by, '/sms/send/messages', { id: String(id), ...more })
  const all = (await messages(whole)).data
  expect(all).toMatchObject({ total: 2, hidden: 0 })
  const idOf = (company: number) => all.list.find((one: { companyId: number }) => one.companyId === company).id
  const reason = '回电核实'
  expect(await post(narrow, '/sms/send/reveal', { id: idOf(hidden.id), reason })).toMatchObject({ code: 'NOT_FOUND' })
  const part = (await messages(narrow)).data
  expect(part).toMatchObject({ total: 1, hidden: 1, list: [{ companyId: open.id }] })
  expect((await messages(narrow, { keyword: hidden.name })).data).toEqual({ total: 0, hidden: 0, list: [] })
  const found = (await get(narrow, '/sms/send/findById', { id: String(id) })).data
  expect(JSON.stringify([part, found])).not.toContain(hidden.name)
  expect(found.totalNum).toBe((await get(whole, '/sms/send/findById', { id: String(id) })).data.totalNum)
  expect(found.chosen).toEqual([`指定企业：${open.name}`, '指定企业：另有 1 家不在您的范围内'])
  expect(found.dryRun.longest.map((one: { text: string }) => one.text)).toContain('该企业不在您的范围内，正文不显示')
  expect(JSON.stringify((await get(whole, '/sms/send/findById', { id: String(id) })).data)).toContain(hidden.name)
})
