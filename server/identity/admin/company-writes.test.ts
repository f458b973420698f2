import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { rowResourceKeys } from '../../../contract/row-rules.ts'
import { listEndpoints } from '../../kernel/implement.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { giveRule, walker, type Walker } from './testing/walker.ts'

/**
 * A walk over every call by which staff write about a company that they name: one outside their 企业 rule is refused exactly as one that is
 * not there, and nothing is written (C, ADR 1036). A new call with a company in it is placed here.
 */
let t: TestApp
let narrow: Walker
let whole: Walker
let company: { id: number; credit_code: string; name: string; street_id: string | null }
/** ids that a call needs besides the company */
const at = { tag: 0, table: 0, project: 0, policy: 0, template: 0, call: { narrow: 0, whole: 0 } }
const ABSENT = 999_999
const facts = { typeId: 1601, title: '门前路灯不亮', content: '请协调', contact: '林小满', phone: '13912340077' }
const rule = {
  conditions: { all: [{ field: 'revenueY1', op: 'gte', value: 2000, label: '营收不低于2000万元' }] },
  benefits: [{ kind: 'fixed', name: '奖励', amount: 10 }],
}
const reason = '走访核实'
const own = { since: '2026-01-01', kind: 'common', code: '91330521MA2B000002', name: '星河电子有限公司', evidence: '企业来函' }
type Who = 'narrow' | 'whole'
/** What each call is asked, for a company. */
const writes: Record<string, (companyId: number, who: Who) => { query?: object; body: object }> = {
  '/company-code/saveOrUpdate': (id) => ({ body: { companyIds: [id], enabled: true } }),
  '/company-code/refresh': (companyId) => ({ body: { companyId } }),
  '/dynamic/company/info/saveEntArchiveDetail': (companyId) => ({
    body: { companyId, source: '市场监管', reason, version: 77, values: {} },
  }),
  '/admin/policyCalculator/tryRule': (companyId) => ({ body: { rule, companyId } }),
  '/company/tag/add': (id) => ({ body: { tagIds: [at.tag], companyIds: [id] } }),
  '/company/tag/remove': (id) => ({ body: { tagIds: [at.tag], companyIds: [id] } }),
  '/appeal/info/enter': (companyId) => ({ body: { companyId, entrust: '来电口述', sourceType: '02', ...facts } }),
  '/call/data/saveOrUpdate': (companyId) => ({
    body: { companyId, direction: 'in', phone: '13912340078', startTime: '2026-03-02 09:00:00', content: '问路灯', result: 'answered' },
  }),
  '/call/data/toAppeal': (companyId, who) => ({ body: { id: at.call[who], companyId, ...facts } }),
  '/dynamic/company/info/saveEntArchiveOtherDetail': (companyId) => ({ body: { companyId, tableId: at.table, values: {}, reason } }),
  '/dynamic/company/info/judgeBusinessType': (companyId) => ({ body: { companyId } }),
  '/dynamic/company/info/updateBusinessType': (companyId) => ({ body: { companyId, businessType: 'industry', reason } }),
  '/ent/company/relation/save': (companyId) => ({ query: { companyId }, body: own }),
  '/ent/company/relation/examine': (companyId) => ({ query: { companyId }, body: { id: ABSENT, version: 1, agreed: true } }),
  '/ent/company/relation/end': (companyId) => ({ query: { companyId }, body: { id: ABSENT, version: 1 } }),
  '/allowance/saveOrUpdate': (companyId) => ({ body: { companyId, projectName: '看不到的补贴', year: 2026, amount: 1 } }),
  '/dec/declare/save': (companyId) => ({ body: { companyId, projectId: at.project, entrust: '授权委托书' } }),
  '/polHighTechConfig/getFinanceDataByCompanyId': (companyId) => ({ body: { companyId } }),
  '/admin/policyCalculator/addEntWhitelist': (id) => ({ body: { policyId: at.policy, companyIds: [id] } }),
  '/sms/send/save': (id) => ({
    body: {
      name: '座谈会',
      templateId: at.template,
      values: { 日期: '3月12日', 事项: '座谈会' },
      audience: { companyIds: [id], tagIds: [], filter: null, policyIds: [], persons: [] },
    },
  }),
}
const notWalked: Readonly<Record<string, string>> = {
  '/api/entExpansionTable/companyDataExport': 'writes nothing; its rows are those of the list (company-rows.test.ts)',
  '/imitate/match/log/queryCompanyInfoImitate': 'answers an enterprise about itself only',
}

const send = (by: Walker, path: string, { query = {}, body }: { query?: object; body: object }) =>
  t.http.inject({
    method: 'POST',
    url: path,
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: { authorization: by.token },
    payload: body,
  })
const said = async (by: Walker, path: string, asked: { query?: object; body: object }) => {
  const { code = '', msg = '', fields = [] } = (await send(by, path, asked)).json()
  return { code, msg, fields }
}

beforeAll(async () => {
  t = await testApp()
  const { pool } = t.database
  const first = async (text: string, values: unknown[] = []) => (await pool.query<{ id: number }>(text, values)).rows[0]!.id
  const office = await first(`select office_id as id from sys_user where user_name = 'front1'`)
  narrow = await walker(t, 'writes-narrow', office, 'company')
  whole = await walker(t, 'writes-whole', office, 'company')
  for (const by of [narrow, whole])
    await pool.query(
      `insert into role_permission (role_id, permission)
       select distinct u.role_id, p.permission from user_role u, role_permission p join role r on r.id = p.role_id
        where u.user_id = $1 and r.exclusive_group is null on conflict do nothing`,
      [by.id],
    )
  const { rows } = await pool.query(
    `select c.id, c.credit_code, c.name, c.street_id from company c join sys_user u on u.company_id = c.id where u.user_name = 'qy1'`,
  )
  company = rows[0]
  for (const by of [narrow, whole]) for (const key of rowResourceKeys) if (key !== 'company') await giveRule(t, by, key, { scope: 'all' })
  await giveRule(t, whole, 'company', { scope: 'all' })
  await giveRule(t, narrow, 'company', { scope: 'all', lines: [{ field: 'street', op: 'notIn', values: [company.street_id!] }] })
  at.tag = await first(
    'select id from tag where not smart and enabled and id not in (select parent_id from tag where parent_id is not null)',
  )
  at.project = await first('select id from project where now() between apply_start and apply_end order by id limit 1')
  at.policy = await first('select id from policy where not deleted and state = 2 order by id limit 1')
  at.template = await first(`insert into sms_template (name, purpose, content, state, created_by_name, created_at, updated_at)
    values ('座谈', 'notice', '定于{日期}召开{事项}。', 2, '测试', now(), now()) returning id`)
  const table = {
    tableName: '走访记录',
    businessType: 'all',
    filledBy: 'staff',
    fields: [{ fieldName: '走访情况', fieldType: 'text' }],
  }
  at.table = (await send(whole, '/api/entExpansionTable/saveOrUpdate', { body: table })).json().data.id
  for (const [who, by] of [
    ['narrow', narrow],
    ['whole', whole],
  ] as const) {
    const call = { direction: 'in', phone: '13912340079', startTime: '2026-03-01 09:00:00', content: '问路灯', result: 'answered' }
    at.call[who] = (await send(by, '/call/data/saveOrUpdate', { body: call })).json().data.id
  }
})

it('every call of staff with a company in it is walked, or has a reason', () => {
  const namesCompany = (schema: z.ZodType | undefined) =>
    schema !== undefined && /"companyIds?"/.test(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
  const found = listEndpoints(t.kernel).filter(
    ({ method, endpoint: { access, changes, body, query } }) =>
      (method === 'POST' || changes)
      && (typeof access === 'string' || 'can' in access || access.types.includes('YYF'))
      && (namesCompany(body) || namesCompany(query)),
  )
  expect([...new Set(found.map(({ path }) => path))].toSorted()).toEqual([...Object.keys(writes), ...Object.keys(notWalked)].toSorted())
})

it.each(Object.keys(writes))('%s refuses a company outside the rule as if absent', async (path) => {
  const hidden = await said(narrow, path, writes[path]!(company.id, 'narrow'))
  const absent = await said(narrow, path, writes[path]!(ABSENT, 'narrow'))
  expect(absent.code, JSON.stringify(absent)).toMatch(/^(NOT_FOUND|INVALID)$/)
  expect(absent.msg + JSON.stringify(absent.fields)).toMatch(/企业不存在/)
  expect(hidden).toEqual(absent)
  expect(await said(whole, path, writes[path]!(company.id, 'whole')), 'who sees the company is not refused so').not.toEqual(absent)
})

it('a company outside the rule is not taken off a whitelist either', async () => {
  const [{ credit_code: code }] = (await t.database.pool.query('select credit_code from company where id = $1', [company.id])).rows
  const listed = async () =>
    (await t.database.pool.query('select 1 from whitelist_company where policy_id = $1 and credit_code = $2', [at.policy, code])).rowCount
  await send(whole, '/admin/policyCalculator/addEntWhitelist', { body: { policyId: at.policy, companyIds: [company.id] } })
  const remove = { body: { policyId: at.policy, codes: [code] } }
  // Not listed: the same answer as for a code of no company at all.
  await send(whole, '/admin/policyCalculator/deleteEntWhitelist', remove)
  for (const codes of [[code], ['91330000000000000X']])
    expect(
      (await send(narrow, '/admin/policyCalculator/deleteEntWhitelist', { body: { policyId: at.policy, codes } })).json().data,
    ).toEqual({
      removed: 0,
    })
  await send(whole, '/admin/policyCalculator/addEntWhitelist', { body: { policyId: at.policy, companyIds: [company.id] } })
  expect((await said(narrow, '/admin/policyCalculator/deleteEntWhitelist', remove)).code).toBe('OUT_OF_RANGE')
  expect(await listed()).toBe(1)
  await send(whole, '/admin/policyCalculator/deleteEntWhitelist', remove)
  expect(await listed()).toBe(0)
})

it('nothing was written by who may not see the company', async () => {
  const count = async (table: string, by: string) =>
    (await t.database.pool.query(`select count(*)::int as n from ${table} where company_id = $1 and ${by} = $2`, [company.id, narrow.id]))
      .rows[0].n
  expect([
    await count('allowance', 'created_by'),
    await count('declaration', 'entered_by'),
    await count('call_record', 'agent_id'),
  ]).toEqual([0, 0, 0])
})

it('a refusal tells the number of an allowance only to who may see it', async () => {
  const body = { companyId: company.id, projectName: '两人登记', year: 2026, amount: 1 }
  const { id } = (await send(whole, '/allowance/saveOrUpdate', { body })).json().data
  expect((await said(whole, '/allowance/saveOrUpdate', { body })).fields[0].message).toContain(`（编号 ${id}）`)
  const blind = await walker(t, 'writes-blind', await officeOf(), 'company')
  await t.database.pool.query(
    `insert into role_permission (role_id, permission) select role_id, unnest(array['allowance:read', 'allowance:manage']) from user_role where user_id = $1`,
    [blind.id],
  )
  await giveRule(t, blind, 'company', { scope: 'all' })
  await giveRule(t, blind, 'allowance', { scope: 'own' })
  const refused = await said(blind, '/allowance/saveOrUpdate', { body })
  expect(refused.fields).toEqual([{ path: 'projectName', message: '该企业 2026 年的同名补贴已登记；确需再登记的，请填写重复登记的理由' }])
})
const officeOf = async () =>
  (await t.database.pool.query<{ id: number }>(`select office_id as id from sys_user where user_name = 'front1'`)).rows[0]!.id
