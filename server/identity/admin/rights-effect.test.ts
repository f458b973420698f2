import { beforeAll, describe, expect, it } from 'vitest'
import { rightsPreview } from '../../../contract/identity/rights-effect.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
const YEAR = new Date().getFullYear()
beforeAll(async () => {
  t = await testApp()
})
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const nameOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('name').where('user_name', '=', name).executeTakeFirstOrThrow()).name
const roleOf = async (code: string) =>
  (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const post = async (who: string, path: string, body: object) => (await t.as(who).post(path, body)).body
const totalOf = async (who: string) => (await t.as(who).get('/dec/declare/list', { pageSize: 1 })).body.data.total

describe('权限变更的影响', () => {
  it('is for the security officer, about existing users and roles', async () => {
    const id = await idOf('dept1')
    for (const who of ['admin1', 'audit1', 'leader1', 'qy1']) {
      expect((await post(who, rightsPreview.person.path, { id, roleIds: [] })).code, who).toBe('FORBIDDEN')
      expect((await post(who, rightsPreview.role.path, { id: 1, permissions: [], menuIds: [] })).code, who).toBe('FORBIDDEN')
    }
    expect((await post('security1', rightsPreview.person.path, { id, roleIds: [999_999] })).fields?.[0]?.path).toBe('roleIds')
    expect((await post('security1', rightsPreview.person.path, { id: 999_999, roleIds: [] })).code).toBe('NOT_FOUND')
    expect((await post('security1', rightsPreview.person.path, { id: await idOf('qy1'), roleIds: [] })).code).toBe('NOT_FOUND')
    expect((await post('security1', rightsPreview.role.path, { id: 999_999, permissions: [], menuIds: [] })).code).toBe('NOT_FOUND')
    expect((await post('security1', rightsPreview.role.path, { id: 1, permissions: ['no:such'], menuIds: [] })).fields?.[0]?.path).toBe(
      'permissions.0',
    )
  })

  it('shows the effect of another role for a user, which is also what happens', async () => {
    const id = await idOf('dept1')
    const [dept, leader] = [await roleOf('dept'), await roleOf('leader')]
    const [before, all] = [await totalOf('dept1'), await totalOf('leader1')]
    expect(before).toBeLessThan(all)
    const same = (await post('security1', rightsPreview.person.path, { id, roleIds: [dept] })).data
    expect(same).toMatchObject({ gained: [], lost: [], menusGained: [], menusLost: [], rows: [], gains: { count: 0 }, loses: { count: 0 } })
    const { data: effect } = await post('security1', rightsPreview.person.path, { id, roleIds: [dept, leader] })
    expect(effect.gained).toContain('审核政策')
    expect(effect.lost).toEqual([])
    expect(effect.rows.find((one: { title: string }) => one.title === '项目申报').people).toMatchObject([{ id, before, after: all }])
    // The preview changed nothing.
    expect(await totalOf('dept1')).toBe(before)
    const { version } = (await t.as('admin1').get(users.findById.path, { id })).body.data
    await post('security1', users.saveRoles.path, { id, version, roleIds: [dept, leader], terms: [] })
    expect(await totalOf('dept1')).toBe(all)
    const { data: back } = await post('security1', rightsPreview.person.path, { id, roleIds: [dept] })
    expect(back.lost).toContain('审核政策')
    expect(back.rows.find((one: { title: string }) => one.title === '项目申报').people).toMatchObject([{ before: all, after: before }])
  })

  it('warns of rights that one person should not hold through two roles, and only of those that come', async () => {
    const id = await idOf('front1')
    const [front, fin, dept] = [await roleOf('front'), await roleOf('finance'), await roleOf('dept')]
    const conflicts = async (roleIds: number[]) => (await post('security1', rightsPreview.person.path, { id, roleIds })).data.conflicts
    expect(await conflicts([front])).toEqual([])
    expect(await conflicts([fin])).toEqual([])
    expect(await conflicts([front, fin])).toEqual(['“管理补贴”与“拨付补贴”'])
    expect(await conflicts([front, fin, dept])).toContain('“审核补贴”与“拨付补贴”')
  })

  it('names a conflict of roles for some days only when they run together on one day', async () => {
    const id = await idOf('front1')
    const [front, fin] = [await roleOf('front'), await roleOf('finance')]
    const conflicts = async (roleIds: number[], terms: object[]) =>
      (await post('security1', rightsPreview.person.path, { id, roleIds, terms })).data.conflicts
    const [near, far] = [`${YEAR + 1}-02-01`, `${YEAR + 1}-06-01`]
    const pair = ['“管理补贴”与“拨付补贴”']
    expect(await conflicts([front], [{ roleId: fin, from: near, to: far }])).toEqual(pair)
    const first = { roleId: front, from: null, to: near }
    expect(await conflicts([], [first, { roleId: fin, from: near, to: far }])).toEqual(pair)
    expect(await conflicts([], [first, { roleId: fin, from: `${YEAR + 1}-02-02`, to: far }])).toEqual([])
    const { data } = await post('security1', rightsPreview.person.path, {
      id,
      roleIds: [front],
      terms: [{ roleId: fin, from: near, to: far }],
    })
    expect(data.gained).toContain('拨付补贴')
    const { fields } = await post('security1', rightsPreview.person.path, { id, roleIds: [], terms: [{ roleId: fin, to: '' }] })
    expect(fields?.[0]?.path).toBe('terms.0.to')
    const unknown = await post('security1', rightsPreview.person.path, { id, roleIds: [], terms: [{ roleId: 999_999, to: far }] })
    expect(unknown.fields?.[0]?.path).toBe('roleIds')
  })

  it('shows what holders of a role would lose; a permission from another role stays', async () => {
    const id = await roleOf('leader')
    const { permissions, menuIds } = (await t.as('security1').get(roles.findById.path, { id })).body.data
    const kept = permissions.filter((code: string) => !code.startsWith('declaration:'))
    const { data: effect } = await post('security1', rightsPreview.role.path, { id, permissions: kept, menuIds: menuIds.slice(1) })
    expect(effect).toMatchObject({ holders: 2, gained: [] })
    // The other role of dept1 gives all that goes; who has a permission already does not gain it.
    expect(effect.gains).toEqual({ count: 0, names: [] })
    expect(effect.loses).toEqual({ count: 1, names: [await nameOf('leader1')] })
    const more = (await post('security1', rightsPreview.role.path, { id, permissions: [...permissions, 'declaration:review'], menuIds }))
      .data
    expect(more.gains).toEqual({ count: 1, names: [await nameOf('leader1')] })
    expect(effect.lost).toContain('查看申报')
    expect(effect.menusLost).toHaveLength(1)
    const { people } = effect.rows.find((one: { title: string }) => one.title === '项目申报')
    const [dept1, leader1] = [await idOf('dept1'), await idOf('leader1')]
    expect(people.find((one: { id: number }) => one.id === leader1).after).toBeLessThan(
      people.find((one: { id: number }) => one.id === leader1).before,
    )
    expect(people.find((one: { id: number }) => one.id === dept1).after).toBeGreaterThan(0)
    expect((await t.as('security1').get(roles.findById.path, { id })).body.data.permissions).toEqual(permissions)
  })

  // Seen red: permission and rule were held, the menu alone was missing, and the preview named no rows.
  it('tells the rows that a page opens or closes alone, by role and by person', async () => {
    const id = await roleOf('leader')
    const { permissions, menuIds } = (await t.as('security1').get(roles.findById.path, { id })).body.data
    const list = await t.kernel.db.selectFrom('menu').select(['id', 'name']).where('url', '=', '/work/EnterprisesList').execute()
    const pages = list.map((one) => one.id)
    const [closed, open] = [menuIds.filter((one: number) => !pages.includes(one)), [...new Set([...menuIds, ...pages])]]
    const preview = async (asked: number[]) => (await post('security1', rightsPreview.role.path, { id, permissions, menuIds: asked })).data
    const leader = await idOf('leader1')
    const ofPage = (effect: { rows: { title: string; page: string | null; people: { id: number }[] }[] }) =>
      effect.rows
        .filter(({ page }) => page !== null)
        .map(({ title, page, people }) => [title, page, people.find((one) => one.id === leader)])
    const set = async (asked: number[]) => {
      const { version } = (await t.as('security1').get(roles.findById.path, { id })).body.data
      await t.kernel.db.deleteFrom('role_menu').where('role_id', '=', id).execute()
      await t.kernel.db
        .insertInto('role_menu')
        .values(asked.map((menu_id) => ({ role_id: id, menu_id })))
        .execute()
      return version
    }
    const seen = (await t.as('leader1').get('/company/info/list', { pageSize: 1 })).body.data.total
    expect(seen).toBeGreaterThan(0)
    await set(closed)
    expect(ofPage(await preview(closed))).toEqual([])
    expect(ofPage(await preview(open))).toMatchObject([['企业', list[0]!.name, { before: 0, after: seen }]])
    await set(open)
    expect(ofPage(await preview(closed))).toMatchObject([['企业', list[0]!.name, { before: seen, after: 0 }]])
    // With the permission they stand among the rows of the kind of data, once.
    const without = permissions.filter((code: string) => code !== 'company:read')
    const both = (await post('security1', rightsPreview.role.path, { id, permissions: without, menuIds: closed })).data
    expect(ofPage(both)).toEqual([])
    await set(menuIds)
  })
})
