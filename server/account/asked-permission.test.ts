import { beforeAll, expect, it } from 'vitest'
import { rightAsk } from '../../contract/identity/access.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

it('asks for a permission where a part of a screen or an action needs it, once, until an officer grants it', async () => {
  const want = async (who: string, call: string, path = '/work/policyserveradmin') =>
    (await t.as(who).post(rightAsk.ask.path, { path, call })).body
  const review = '/pol/info/updateReviewState'
  expect((await want('qy1', review)).code).toBe('FORBIDDEN')
  for (const call of ['https://evil.example', '/nothing/here', '/sys/activeUser/info'])
    expect((await want('dept3', call)).fields?.[0]?.path, call).toBe('call')
  expect((await want('dept3', review, 'https://evil.example')).fields?.[0]?.path).toBe('path')
  expect((await want('dept3', '/sys/role/list')).msg).toContain('只由管理员使用')
  expect((await want('dept3', '/dec/declare/list')).msg).toContain('您已有“查看申报”权限')
  expect((await want('admin1', review)).msg).toContain('不兼任其他角色')
  const open = async (who: string) =>
    (
      (await t.as(who).get('/sys/notice/list', { pageSize: 50, unread: 'true' })).body.data.list as { title: string; body: string }[]
    ).filter(({ title }) => title.includes('申请“审核政策”权限'))
  expect(await open('security1')).toEqual([])
  expect((await want('dept3', review)).data).toEqual({ again: false })
  expect((await want('dept3', review, '/page/home')).data).toEqual({ again: true })
  const [first] = await open('security1')
  expect(first!.body).toMatch(/^用户名 dept3，在“.+”（\/work\/policyserveradmin）。含这项权限的角色：.*“领导”/)
  expect(await open('security2')).toHaveLength(1)
  const user = await t.kernel.db.selectFrom('sys_user').select(['id', 'version']).where('user_name', '=', 'dept3').executeTakeFirstOrThrow()
  const roleIds = (await t.kernel.db.selectFrom('role').select('id').where('code', 'in', ['dept', 'leader']).execute()).map(({ id }) => id)
  expect((await t.as('security1').post('/sys/user/saveRoles', { ...user, roleIds, terms: [] })).body.success).toBe(true)
  for (const who of ['security1', 'security2']) expect(await open(who), who).toEqual([])
})
