import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '../../../contract/identity.ts'
import { menuDesk } from '../../../contract/identity/menus.ts'
import { offices } from '../../../contract/identity/offices.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { operations } from '../../../contract/operations.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { logIn } from '../../kernel/testing/people.ts'

// Whoever reads the audit later sees what each change made of what, without reading other entries.
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const last = async (action: string) => {
  const entry = (await auditTrail(t.kernel, action)).at(-1)
  expect(entry, action).toBeDefined()
  return entry!.detail as Record<string, any>
}
const personOf = (name: string) =>
  t.kernel.db.selectFrom('sys_user').select(['id', 'name', 'version', 'office_id']).where('user_name', '=', name).executeTakeFirstOrThrow()
const done = async (sent: Promise<{ body: { success: boolean; data: any; msg?: string } }>) => {
  const { body } = await sent
  expect(body.success, body.msg).toBe(true)
  return body.data
}
const admin = () => t.as('admin1')

describe('an account', () => {
  it('that is disabled and enabled has both states', async () => {
    const { id } = await personOf('gr1')
    await done(admin().form(users.setEnabled.path, { id: String(id), enableFlag: '0' }))
    expect(await last('user.disable')).toEqual({ before: { state: '启用' }, after: { state: '停用' } })
    await done(admin().form(users.setEnabled.path, { id: String(id), enableFlag: '1' }))
    expect(await last('user.enable')).toEqual({ before: { state: '停用' }, after: { state: '启用' } })
  })

  it('that is locked by wrong passwords and unlocked has both states, also when it was not locked', async () => {
    for (let i = 0; i < 5; i++) await logIn(t.http, 'dept2', 'Wrong@2026', 't3st')
    expect(await last('user.lock')).toMatchObject({ before: { state: '未锁定' }, after: { state: '已锁定' } })
    const { id } = await personOf('dept2')
    await done(t.as('security1').post(identity.unlock.path, { id }))
    expect(await last('user.unlock')).toEqual({ before: { state: '已锁定' }, after: { state: '未锁定' } })
    await done(t.as('security1').post(identity.unlock.path, { id }))
    expect(await last('user.unlock')).toEqual({ before: { state: '未锁定' }, after: { state: '未锁定' } })
  })

  it('whose password is reset had one of its own, and must change the new one', async () => {
    const { id } = await personOf('dept4')
    await done(admin().form(users.resetPwd.path, { id: String(id) }))
    expect(await last('password.reset')).toEqual({ before: { password: '已设定' }, after: { password: '初始密码，登录后须修改' } })
  })

  it('that is edited shows every changed part, numbers masked, and which log-in was changed', async () => {
    const { id, version, name, office_id: officeId } = await personOf('dept3')
    const phone = async (mobile: string, at: number) =>
      done(admin().post(users.save.path, { id, version: at, userName: 'dept3', name, officeId, mobile }))
    await phone('13800001111', version)
    await phone('13800091111', version + 1)
    const entry = await last('user.edit')
    expect(entry.before).toEqual({ userName: 'dept3', name, officeId, mobile: '138****1111', accountId: entry.after.accountId })
    expect(entry.after.mobile).toBe('138****1111')
    expect(entry.logInChanged).toEqual(['手机号'])
  })

  it('that is deleted is kept in the entry', async () => {
    const { id } = await done(admin().post(users.save.path, { userName: 'shortlived', name: '临时人员' }))
    expect(await last('user.create')).toMatchObject({ after: { userName: 'shortlived', name: '临时人员' } })
    await done(admin().form(users.remove.path, { id: String(id) }))
    expect(await last('user.delete')).toEqual({
      before: { userName: 'shortlived', name: '临时人员', officeId: null, mobile: '', accountId: '' },
    })
  })
})

describe('roles, offices, menus and jobs', () => {
  it('a role: its name before and after, and all its rights when it is deleted', async () => {
    const role = { code: 'brief', name: '短期角色', description: '', permissions: ['policy:read'], menuIds: [] }
    const security = () => t.as('security1')
    const { id } = await done(security().post(roles.save.path, role))
    await done(security().post(roles.save.path, { ...role, id, version: 1, name: '短期帮办', description: '只读' }))
    expect(await last('role.edit')).toMatchObject({
      before: { name: '短期角色', description: '' },
      after: { name: '短期帮办', description: '只读' },
    })
    await done(security().form(roles.remove.path, { id: String(id) }))
    expect(await last('role.delete')).toEqual({
      before: { code: 'brief', name: '短期帮办', description: '只读', permissions: ['policy:read'], menuIds: [] },
    })
  })

  it('an office and a menu: their place before and after a move, and what was deleted', async () => {
    const top = await done(admin().get(offices.tree.path))
    await done(admin().post(offices.move.path, { id: top[1].id, direction: 'up' }))
    expect(await last('office.move')).toEqual({ before: { place: 2 }, after: { place: 1 } })
    const { id } = await done(admin().post(offices.save.path, { name: '临时科', code: 'brief', parentId: top[0].id }))
    await done(admin().form(offices.remove.path, { id: String(id) }))
    expect(await last('office.delete')).toEqual({
      before: { name: '临时科', code: 'brief', parentOfficeId: top[0].id, sort: 0, enabled: true },
    })
    const menu = await done(admin().post(menuDesk.save.path, { name: '临时目录', url: '' }))
    await done(admin().post(menuDesk.move.path, { id: menu.id, direction: 'down' }))
    const moved = await last('menu.move')
    expect(moved.after.place - moved.before.place).toBe(1)
    await done(admin().form(menuDesk.remove.path, { id: String(menu.id) }))
    expect((await last('menu.delete')).before).toMatchObject({ name: '临时目录', parentMenuId: null })
  })

  it('a job that was paused and resumed', async () => {
    const [job] = (await done(admin().get(operations.jobs.path))) as { name: string }[]
    await done(admin().form(operations.pauseJob.path, { name: job!.name }))
    expect(await last('job.pause')).toMatchObject({ before: { state: '运行' }, after: { state: '暂停' } })
    await done(admin().form(operations.resumeJob.path, { name: job!.name }))
    expect(await last('job.resume')).toMatchObject({ before: { state: '暂停' }, after: { state: '运行' } })
  })
})
