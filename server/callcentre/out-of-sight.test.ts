import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { telephone } from './testing.ts'

let t: TestApp
let send: ReturnType<typeof telephone>
let company: number
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('call_record').execute()
  const own = t.kernel.db.selectFrom('sys_user').select('company_id').where('user_name', '=', 'qy1')
  company = (await own.executeTakeFirstOrThrow()).company_id!
  send = telephone(t)
  await t.as('agent1').post('/call/agent/state', { state: 1, extension: '801' })
})
/** The agent's roles now open only companies of this scope. */
const opens = async (scope: 'own' | 'all') => {
  await t.kernel.db
    .updateTable('row_rule')
    .set({ scope })
    .where('resource', '=', 'company')
    .where('role_id', 'in', (e) =>
      e
        .selectFrom('user_role as ur')
        .innerJoin('sys_user as u', 'u.id', 'ur.user_id')
        .where('u.user_name', '=', 'agent1')
        .select('ur.role_id'),
    )
    .execute()
  await expect
    .poll(async () => (await t.as('agent1').get('/call/data/pop', { companyId: company })).body.success, { timeout: 8000 })
    .toBe(scope === 'all')
}

it('an agent answers a call of a company that they may not see, without the company, and cannot file an appeal for it', async () => {
  const { id } = (await send({ callId: 'o-1', event: 'answered', phone: '13912340077', extension: '801' })).body.data
  await t.kernel.db.updateTable('call_record').set({ company_id: company }).where('id', '=', id).execute()
  const card = async (query: Record<string, number>) => (await t.as('agent1').get('/call/data/pop', query)).body
  expect((await card({ id })).data.company).toMatchObject({ id: company })

  await opens('own')
  const { data } = await card({ id })
  expect(data).toMatchObject({ call: { id, phone: '13912340077' }, matches: [], company: null })
  expect((await card({ companyId: company })).code).toBe('NOT_FOUND')
  const words = { typeId: 1601, title: '看不到的企业', content: '请协调', contact: '林小满', phone: '13912340077' }
  const turned = await t.as('agent1').post('/call/data/toAppeal', { id, companyId: company, ...words })
  expect(turned.body.fields).toEqual([{ path: 'companyId', message: '企业不存在' }])
  const filed = { companyId: company, entrust: '来电口述', sourceType: '02', ...words }
  expect((await t.as('agent1').post('/appeal/info/enter', filed)).body.fields).toEqual([{ path: 'companyId', message: '企业不存在' }])
  expect(await t.kernel.db.selectFrom('appeal').select('id').where('title', '=', words.title).execute()).toEqual([])

  await opens('all')
  expect((await t.as('agent1').post('/call/data/toAppeal', { id, companyId: company, ...words })).body.success).toBe(true)
})

it('the link to a company out of sight stays unless another one is chosen, and is never taken away unseen', async () => {
  const { id } = (await send({ callId: 'o-2', event: 'answered', phone: '13912340078', extension: '801' })).body.data
  await t.kernel.db.updateTable('call_record').set({ company_id: company }).where('id', '=', id).execute()
  const save = async (more: object) =>
    (await t.as('agent1').post('/call/data/saveOrUpdate', { id, content: '看不到的企业来电', result: 'answered', ...more })).body
  const linked = async () =>
    (await t.kernel.db.selectFrom('call_record').select('company_id').where('id', '=', id).executeTakeFirstOrThrow()).company_id

  await opens('own')
  expect((await save({ companyId: null })).fields).toEqual([
    { path: 'companyId', message: '该通话关联的企业不在本账号的可见范围内，不能取消关联' },
  ])
  expect((await save({})).success).toBe(true)
  expect((await save({ companyId: company })).success).toBe(true)
  expect(await linked()).toBe(company)

  await opens('all')
  expect((await save({ companyId: null })).success).toBe(true)
  expect(await linked()).toBe(null)
})

it('a call that became an appeal stays with its company, and no call counts as an appeal without one', async () => {
  const { id } = (await send({ callId: 'o-3', event: 'answered', phone: '13912340079', extension: '801' })).body.data
  const save = async (more: object) => (await t.as('agent1').post('/call/data/saveOrUpdate', { id, content: '厂房漏雨', ...more })).body
  expect((await save({ result: 'appeal' })).fields?.[0]?.path).toBe('result')
  const words = { typeId: 1601, title: '厂房漏雨', content: '请协调', contact: '林小满', phone: '13912340079' }
  expect((await t.as('agent1').post('/call/data/toAppeal', { id, companyId: company, ...words })).body.success).toBe(true)
  const other = (await t.kernel.db.selectFrom('company').select('id').where('id', '<>', company).executeTakeFirstOrThrow()).id
  for (const companyId of [other, null])
    expect((await save({ result: 'appeal', companyId })).fields).toEqual([{ path: 'companyId', message: '该通话已转为诉求，不能再改企业' }])
  expect((await save({ result: 'answered' })).fields?.[0]?.path).toBe('result')
  // Nor by leaving the appeal.
  for (const companyId of [other, null, company]) {
    expect((await save({ result: 'answered', appealId: null, companyId })).fields?.[0]?.path).toBe('result')
    expect((await save({ result: 'appeal', appealId: null, companyId })).fields?.[0]?.path).toBe('appealId')
  }
  const foreign = await t.kernel.db.selectFrom('appeal').select('id').where('company_id', '=', other).executeTakeFirst()
  const elsewhere = { companyId: other, appealId: foreign?.id ?? 1 }
  expect((await save({ result: 'appeal', ...elsewhere })).fields?.[0]?.path).toBe('appealId')
  expect((await save({ result: 'appeal' })).success).toBe(true)
})
