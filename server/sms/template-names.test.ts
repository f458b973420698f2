import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const text = { name: '走访预约', purpose: 'notice', content: '{企业名称}：定于{日期}走访。' }
const save = async (body: object, who = 'op1') => (await t.as(who).post('/sms/temp/saveOrUpdate', { ...text, ...body })).body
const field = [{ path: 'name', message: '已有同名的短信模板' }]

it('two templates have different names, drafts too, whoever writes them', async () => {
  const { id, version } = (await save({})).data
  expect((await save({})).fields).toEqual(field)
  expect((await save({ name: ' 走访预约 ' }, 'op2')).fields).toEqual(field)
  expect((await save({ name: '座谈会通知' })).fields).toEqual(field)
  const other = (await save({ name: '走访改期' })).data
  expect((await save({ id: other.id, version: other.version, name: '走访预约' })).fields).toEqual(field)
  const again = await save({ id, version, content: '{企业名称}：定于{日期}上门走访。' })
  expect(again.success).toBe(true)
  await t.as('op1').form('/sms/temp/delete', { id: String(id), version: String(again.data.version) })
  expect((await save({})).success).toBe(true)
})

it('a template and its change share a name, which is free for nobody else', async () => {
  const list = async () => (await t.as('op1').get('/sms/temp/list', { keyword: '座谈会通知' })).body.data.list
  const [old] = await list()
  const change = await save({ id: old.id, version: old.version, name: old.name, submit: true })
  expect(change.success).toBe(true)
  expect((await save({ name: old.name })).fields).toEqual(field)
  const own = { id: change.data.id, version: change.data.version }
  expect((await save({ ...own, name: old.name, submit: true })).success).toBe(true)
  const { version } = (await t.as('op1').get('/sms/temp/findById', { id: own.id })).body.data
  const verdict = { id: own.id, version, reviewState: 1 }
  expect((await t.as('op2').post('/sms/temp/updateReviewState', verdict)).body.success).toBe(true)
  expect((await save({ name: old.name })).fields).toEqual(field)
})
