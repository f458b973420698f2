import { beforeAll, describe, expect, it } from 'vitest'
import { rightAsk } from '../../contract/identity/access.ts'
import { movableClock } from '../kernel/clock.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-11-27T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const ask = async (who: string, path: string) => (await t.as(who).post(rightAsk.ask.path, { path })).body
const asked = async (who: string) =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string; body: string; link: string }[]).filter(
    ({ title }) => title.includes('申请打开'),
  )

describe('申请权限', () => {
  it('is for staff and for screens that exist and that others than administrators use', async () => {
    for (const who of ['qy1', 'gr1']) expect((await ask(who, '/work/allowance')).code, who).toBe('FORBIDDEN')
    for (const path of ['', 'https://evil.example', '/work/../x', '/nothing/here', '/'])
      expect((await ask('dept1', path)).fields?.[0]?.path, path).toBe('path')
    for (const path of ['/work/role', '/work/logmanage']) expect((await ask('dept1', path)).msg, path).toContain('只由管理员使用')
    for (const who of ['admin1', 'audit1', 'security1'])
      expect((await ask(who, '/work/policyserveradmin')).msg, who).toContain('不兼任其他角色')
    // Who has the page already would make the officers look for what is missing.
    for (const path of ['/work/govcheckmanage', '/work/operator', '/work/account'])
      expect((await ask('dept1', path)).msg, path).toBe('您已有这个页面的权限，请刷新页面')
    expect(await asked('security1')).toEqual([])
  })

  it('names the page as the menu does, and the permission that is missing', async () => {
    const lack = async (who: string, path: string) => (await t.as(who).get(rightAsk.lack.path, { path })).body
    for (const who of ['qy1', 'gr1']) expect((await lack(who, '/work/subsidies')).code, who).toBe('FORBIDDEN')
    expect((await lack('dept1', '/work/../x')).fields?.[0]?.path).toBe('path')
    expect((await lack('editor1', '/work/subsidies')).data).toEqual({ name: '补贴管理', permission: '查看补贴', askable: true })
    // The permission is held, the menu is not.
    expect((await lack('front1', '/work/enterpriseArchives/one')).data).toMatchObject({ permission: null })
    expect((await lack('dept1', '/nothing/here')).data).toEqual({ name: null, permission: null, askable: false })
    // What would be refused is not offered.
    for (const path of ['/work/role', '/work/logmanage']) expect((await lack('dept1', path)).data, path).toMatchObject({ askable: false })
    for (const who of ['admin1', 'audit1', 'security1'])
      expect((await lack(who, '/work/policyserveradmin')).data, who).toMatchObject({ askable: false })
  })

  it('tells every security officer once who lacks which screen, with the roles that open it', async () => {
    const { name, url, role } = await t.kernel.db
      .selectFrom('menu as m')
      .innerJoin('role_menu as rm', 'rm.menu_id', 'm.id')
      .innerJoin('role as r', 'r.id', 'rm.role_id')
      .where('m.url', '=', '/work/policyserveradmin')
      .where('r.code', '=', 'editor')
      .select(['m.name', 'm.url', 'r.name as role'])
      .executeTakeFirstOrThrow()
    expect((await ask('dept1', url)).data).toEqual({ again: false })
    const first = { title: `审核员 江诚（县经济和信息化局）申请打开“${name}”`, link: '/work/user?name=dept1' }
    for (const who of ['security1', 'security2']) {
      const found = await asked(who)
      expect(found, who).toMatchObject([first])
      expect(found[0]!.body).toContain(`“${role}”`)
    }
    for (const who of ['admin1', 'audit1', 'dept1']) expect(await asked(who), who).toEqual([])
    // Again, also from a part of the screen, and after an officer has read it.
    expect((await ask('dept1', `${url}/part`)).data).toEqual({ again: true })
    const { id } = (await t.as('security1').get('/sys/notice/list', {})).body.data.list[0]
    await t.as('security1').post('/sys/notice/read', { ids: [id] })
    expect((await ask('dept1', url)).data).toEqual({ again: true })
    expect(await asked('security1')).toHaveLength(1)
    expect((await ask('dept2', url)).data).toEqual({ again: false })
    expect(await asked('security1')).toHaveLength(2)
    clock.advance(8 * 86_400_000)
    expect((await ask('dept1', url)).data).toEqual({ again: false })
    expect(await asked('security1')).toHaveLength(3)
    const trail = await auditTrail(t.kernel, 'rightsChange.ask')
    expect(trail.map(({ detail }) => detail)).toEqual([
      { name, url },
      { name, url },
      { name, url },
    ])
  })

  it('is settled for every officer when one grants a role with the screen, and can be made again after it was taken away', async () => {
    const path = '/work/policyserveradmin'
    const unread = async (who: string) =>
      ((await t.as(who).get('/sys/notice/list', { pageSize: 50, unread: 'true' })).body.data.list as { title: string }[]).filter(
        ({ title }) => title.startsWith('审核员 柯岚'),
      ).length
    await t.kernel.db.deleteFrom('notice').execute()
    expect((await ask('dept2', path)).data).toEqual({ again: false })
    const roleIds = async (...codes: string[]) =>
      (await t.kernel.db.selectFrom('role').select('id').where('code', 'in', codes).execute()).map(({ id }) => id)
    const give = async (...codes: string[]) => {
      const user = await t.kernel.db
        .selectFrom('sys_user')
        .select(['id', 'version'])
        .where('user_name', '=', 'dept2')
        .executeTakeFirstOrThrow()
      return (await t.as('security1').post('/sys/user/saveRoles', { ...user, roleIds: await roleIds(...codes), terms: [] })).body
    }
    expect((await give('dept', 'front')).success).toBe(true)
    expect([await unread('security1'), await unread('security2')]).toEqual([1, 1])
    expect((await give('dept', 'editor')).success).toBe(true)
    expect([await unread('security1'), await unread('security2')]).toEqual([0, 0])
    await give('dept')
    expect((await ask('dept2', path)).data).toEqual({ again: false })
    expect([await unread('security1'), await unread('security2')]).toEqual([1, 1])
  })
})
