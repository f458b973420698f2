import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { rightsBack, type RightsKind, type RightsRow } from '../../../contract/identity/rights-back.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { officersDesk } from '../rights-change/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const deskOf = (app: () => TestApp) => {
  const desk = officersDesk(app)
  const read = async (path: string, query: Record<string, string | number>) => (await app().as('security1').get(path, query)).body.data
  const history = async (kind: RightsKind, id?: number): Promise<RightsRow[]> =>
    (await read(rightsBack.history.path, id === undefined ? { kind } : { kind, id })).list
  return {
    ...desk,
    history,
    newest: async (kind: RightsKind, id?: number) => (await history(kind, id))[0]!,
    restore: (row: { id: number; version: number }, who = 'security1', more = {}) =>
      desk.post(who, rightsBack.restore, { id: row.id, version: row.version, ...more }),
    role: async (id: number) => read(roles.findById.path, { id }),
    rulesOf: async (roleId: number) => (await read(dataRules.list.path, { roleId, pageSize: 100 })).list,
    save: async (id: number, changed: object) => {
      const { version, code, name, description, permissions, menuIds } = await read(roles.findById.path, { id })
      return desk.post('security1', roles.save, { id, version, code, name, description, permissions, menuIds, ...changed })
    },
    grant: async (name: string, codes: string[]) => {
      const id = await desk.idOf(name)
      const { version } = await app().kernel.db.selectFrom('sys_user').select('version').where('id', '=', id).executeTakeFirstOrThrow()
      const roleIds: number[] = []
      for (const code of codes) roleIds.push(await desk.roleOf(code))
      return desk.post('security1', users.saveRoles, { id, version, roleIds, terms: [] })
    },
  }
}
const { grant, history, idOf, newest, post, restore, role, roleOf, rolesOf, rulesOf, save } = deskOf(() => t)

describe('恢复角色、数据规则和一个人的角色', () => {
  it('is for the security officers; an unknown record and another kind are refused', async () => {
    for (const who of ['admin1', 'audit1', 'dept1', 'qy1']) {
      expect((await t.as(who).get(rightsBack.history.path, { kind: 'role' })).body.code, who).toBe('FORBIDDEN')
      expect((await restore({ id: 1, version: 1 }, who)).code, who).toBe('FORBIDDEN')
    }
    expect((await restore({ id: 999_999, version: 1 })).code).toBe('NOT_FOUND')
    // A change of a menu is taken back by the administrator of menus.
    const { id } = await t.kernel.db
      .insertInto('row_change')
      .values({ kind: 'menu', row_id: 1, name: '菜单', before: '{}', after: '{}', changed_by_name: '甲', changed_at: t.kernel.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await restore({ id, version: 1 })).code).toBe('NOT_FOUND')
  })

  it('restores a role to any earlier state; a stale version and a deleted menu are refused; holders feel it with the next call', async () => {
    const id = await roleOf('front')
    const first = await role(id)
    expect((await save(id, { permissions: first.permissions.slice(1) })).success).toBe(true)
    expect((await save(id, { name: '窗口（改）', menuIds: first.menuIds.slice(1) })).success).toBe(true)
    const [second, one] = (await history('role', id)) as [RightsRow, RightsRow]
    expect(second.changes.map(({ label }) => label)).toEqual(['名称', '菜单'])
    expect(one.changes).toEqual([{ label: '权限', before: expect.any(String), after: '无' }])
    expect((await restore({ ...one, version: one.version - 1 })).code).toBe('CONFLICT')
    const rights = async () =>
      (await t.kernel.db.selectFrom('sys_user').select('rights_version').where('user_name', '=', 'front1').executeTakeFirstOrThrow())
        .rights_version
    const before = await rights()
    expect((await restore(one)).data).toEqual({ requested: null })
    const { version: _, ...same } = first
    expect(await role(id)).toMatchObject(same)
    expect(await rights()).toBeGreaterThan(before)
    expect((await auditTrail(t.kernel, 'role.edit')).at(-1)!.detail).toMatchObject({
      before: { name: '窗口（改）' },
      after: { name: first.name },
    })
    // What was restored over can itself be restored.
    expect((await restore(await newest('role', id))).success).toBe(true)
    expect((await role(id)).name).toBe('窗口（改）')
    const menu = await t.kernel.db
      .insertInto('menu')
      .values({ name: '临时页', url: '/page/openapi' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await save(id, { menuIds: [menu.id] })).success).toBe(true)
    expect((await save(id, { menuIds: first.menuIds })).success).toBe(true)
    await t.kernel.db.deleteFrom('menu').where('id', '=', menu.id).execute()
    expect((await restore(await newest('role', id))).msg).toBe('不能恢复：菜单“临时页”已被删除')
  })

  it('makes a deleted role again with its rules, for nobody; a taken code is refused', async () => {
    const asked = { code: 'temporary', name: '临时角色', description: '', permissions: ['allowance:read'], menuIds: [] }
    const { id } = (await post('security1', roles.save, asked)).data
    const rule = { roleId: id, resource: 'allowance', scope: 'all', officeIds: [], lines: [] }
    expect((await post('security1', dataRules.save, rule)).success).toBe(true)
    const added = await newest('role', id)
    expect(added).toMatchObject({ what: '新增', last: false })
    expect((await restore(added)).code).toBe('STATE')
    expect((await post('security1', roles.remove, { id })).success).toBe(true)
    const removed = await newest('role')
    expect(removed).toMatchObject({ what: '删除', name: '临时角色', version: 0 })
    const twin = (await post('security1', roles.save, { ...asked, name: '别的角色' })).data.id
    expect((await restore(removed)).msg).toBe('不能恢复：已有这个代码的角色')
    await post('security1', roles.remove, { id: twin })
    expect((await restore(removed)).success).toBe(true)
    const again = await roleOf('temporary')
    expect(again).not.toBe(id)
    expect(await role(again)).toMatchObject({ name: '临时角色', permissions: ['allowance:read'], userNum: 0 })
    expect(await rulesOf(again)).toMatchObject([{ resource: 'allowance', scope: 'all' }])
    expect((await restore(removed)).code).toBe('CONFLICT')
    expect((await history('role', again)).map(({ what }) => what)).toEqual(['新增', '删除', '新增'])
  })

  it('restores a data rule, a deleted one too, and takes an added one away', async () => {
    const roleId = await roleOf('dept')
    const rule = (await rulesOf(roleId)).find(({ scope }: { scope: string }) => scope !== 'all')
    const { id, version, resource } = rule
    expect(
      (await post('security1', dataRules.save, { id, version, roleId, resource, scope: 'all', officeIds: [], lines: [] })).success,
    ).toBe(true)
    const edit = await newest('dataRule', roleId)
    expect(edit.changes).toMatchObject([{ label: '看得见的行', before: rule.words }])
    expect((await restore({ ...edit, version })).code).toBe('CONFLICT')
    expect((await restore(edit)).success).toBe(true)
    const now = async () => (await rulesOf(roleId)).find((one: { resource: string }) => one.resource === resource)
    expect((await now()).words).toBe(rule.words)
    expect((await post('security1', dataRules.remove, { id })).data).toBe(true)
    const removed = await newest('dataRule', roleId)
    expect(removed).toMatchObject({ what: '删除', version: 0 })
    expect((await restore(removed)).success).toBe(true)
    expect((await now()).words).toBe(rule.words)
    const added = await newest('dataRule', roleId)
    expect((await restore({ ...added, version: 0 })).code).toBe('CONFLICT')
    expect((await restore(added)).success).toBe(true)
    expect(await now()).toBeUndefined()
  })

  it('restores a person’s roles, but not one’s own; a deleted role is named', async () => {
    const id = await idOf('dept2')
    const first = await rolesOf('dept2')
    expect((await grant('dept2', ['leader'])).data).toBe(true)
    const change = await newest('userRoles', id)
    expect(change.changes).toMatchObject([{ label: '角色', after: expect.stringContaining('领导') }])
    expect((await restore({ ...change, version: change.version - 1 })).code).toBe('CONFLICT')
    expect((await restore(change)).success).toBe(true)
    expect(await rolesOf('dept2')).toEqual(first)
    const own = await t.kernel.db
      .insertInto('row_change')
      .values({
        kind: 'userRoles',
        row_id: await idOf('security1'),
        name: '授予的角色',
        before: JSON.stringify({ roles: [{ id: await roleOf('leader'), name: '领导' }], terms: [] }),
        after: JSON.stringify({ roles: [], terms: [] }),
        changed_by_name: '甲',
        changed_at: t.kernel.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { version } = (await history('userRoles', await idOf('security1')))[0]!
    expect((await restore({ id: own.id, version })).code).toBe('OWN_WORK')
    expect((await restore({ id: own.id, version }, 'security2')).code).toBe('EXCLUSIVE_ROLES')
    const asked = { code: 'short', name: '短期角色', description: '', permissions: ['allowance:read'], menuIds: [] }
    const short = (await post('security1', roles.save, asked)).data.id
    await grant('dept2', [...first, 'short'])
    await grant('dept2', first)
    await post('security1', roles.remove, { id: short })
    expect((await restore(await newest('userRoles', id))).msg).toBe('不能恢复：角色“短期角色”已被删除')
  })
})

describe('with RIGHTS_REVIEW', () => {
  let two: TestApp
  beforeAll(async () => {
    two = await testApp({ env: { RIGHTS_REVIEW: '1' } })
  })
  afterAll(() => two.close())
  const by = deskOf(() => two)

  it('a restore that gives more is a change request; a stale one is not even that', async () => {
    const id = await by.roleOf('front')
    const { permissions } = await by.role(id)
    expect((await by.save(id, { permissions: permissions.slice(1) })).success).toBe(true)
    const change = await by.newest('role', id)
    expect((await by.restore({ ...change, version: change.version - 1 })).code).toBe('CONFLICT')
    const { requested } = (await by.restore(change, 'security1', { reason: '误删' })).data
    expect((await by.role(id)).permissions).toEqual(permissions.slice(1))
    const asked = (await two.as('security2').get(rightsChange.findById.path, { id: requested })).body.data
    expect(asked.reason).toBe('误删')
    const decision = { id: requested, version: asked.version, hash: asked.hash, decision: 'approve', opinion: '' }
    expect((await by.post('security1', rightsChange.decide, decision)).code).toBe('OWN_WORK')
    expect((await by.post('security2', rightsChange.decide, decision)).data).toBe(true)
    expect((await by.role(id)).permissions).toEqual(permissions)
  })
})
