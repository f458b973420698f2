import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { officersDesk } from './testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { RIGHTS_REVIEW: '1' } })
})
afterAll(() => t.close())
const { idOf, post, roleOf, rolesOf } = officersDesk(() => t)
const grant = async (who: string, name: string, codes: string[], terms: object[] = []) => {
  const id = await idOf(name)
  const { version } = (await t.as('admin1').get(users.findById.path, { id })).body.data
  const roleIds: number[] = []
  for (const code of codes) roleIds.push(await roleOf(code))
  return post(who, users.saveRoles, { id, version, roleIds, terms })
}
const role = async (code: string) => (await t.as('security1').get(roles.findById.path, { id: await roleOf(code) })).body.data
const saved = async (code: string, changed: object) => {
  const { id, version, name, description, permissions, menuIds } = await role(code)
  return post('security1', roles.save, { id, version, code, name, description, permissions, menuIds, ...changed })
}

describe('more rights need two officers (RIGHTS_REVIEW)', () => {
  it('refuses to give a role directly; taking one away, and asking a colleague, stay possible', async () => {
    expect((await grant('security1', 'dept1', ['dept', 'finance'])).code).toBe('TWO_OFFICERS')
    expect((await grant('security1', 'dept1', ['dept'], [{ roleId: await roleOf('finance'), to: '2099-01-01' }])).code).toBe('TWO_OFFICERS')
    expect(await rolesOf('dept1')).toEqual(['dept'])
    const userId = await idOf('dept1')
    const change = { userId, roleIds: [await roleOf('dept'), await roleOf('leader')], terms: [] }
    const { id } = (await post('security1', rightsChange.submit, { change, reason: '兼管' })).data
    const { version, hash } = (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
    expect((await post('security2', rightsChange.decide, { id, version, hash, decision: 'approve', opinion: '' })).data).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['dept', 'leader'])
    expect((await grant('security1', 'dept1', ['leader'])).data).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['leader'])
  })

  it('refuses more permissions for a held role; its name, fewer permissions, and a role without holders are saved', async () => {
    const { permissions, name } = await role('front')
    expect((await saved('front', { permissions: [...permissions, 'allowance:pay'] })).code).toBe('TWO_OFFICERS')
    expect((await saved('front', { name: `${name}（窗口）` })).success).toBe(true)
    expect((await saved('front', { permissions: permissions.slice(1) })).success).toBe(true)
    expect((await role('front')).permissions).toEqual(permissions.slice(1))
    const fresh = { code: 'draft-role', name: '准备中的角色', description: '', permissions: ['allowance:pay'], menuIds: [] }
    const { id } = (await post('security1', roles.save, fresh)).data
    expect(id).toBeGreaterThan(0)
    expect((await saved('draft-role', { permissions: ['allowance:pay', 'allowance:read'] })).success).toBe(true)
    expect((await grant('security1', 'dept2', ['dept', 'draft-role'])).code).toBe('TWO_OFFICERS')
  })

  it('refuses a changed rule of a held role, and lets it be removed', async () => {
    const roleId = await roleOf('dept')
    const { list } = (await t.as('security1').get(dataRules.list.path, { roleId })).body.data
    const rule = list.find(({ scope }: { scope: string }) => scope !== 'all')
    const { id, version, resource } = rule
    const asked = { id, version, roleId, resource, scope: 'all', officeIds: [], lines: [] }
    expect((await post('security1', dataRules.save, asked)).code).toBe('TWO_OFFICERS')
    expect((await post('security1', dataRules.remove, { id })).data).toBe(true)
  })
})
