import { beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/identity/access.ts'
import { rowResourceKeys } from '../../../contract/row-rules.ts'
import { users } from '../../../contract/identity/users.ts'
import { screenCalls } from '../../../contract/identity/screen-calls.ts'
import { allScreenPaths } from '../../../contract/missing-page.ts'
import { neededBy } from './screen-rights.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const roleOf = async (code: string) =>
  (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const explain = async (name: string, asked: Record<string, string>, who = 'security1') =>
  (await t.as(who).get(access.explain.path, { userId: await idOf(name), ...asked })).body

describe('为什么能、为什么不能', () => {
  it('is for the security officer, about staff, one question at a time', async () => {
    for (const who of ['admin1', 'audit1', 'dept1', 'qy1'])
      expect((await explain('front1', { permission: 'consult:answer' }, who)).code, who).toBe('FORBIDDEN')
    expect((await explain('front1', {})).fields).toEqual([{ path: 'permission', message: '请选择一项权限、一类数据或一个页面' }])
    expect((await explain('front1', { permission: 'consult:answer', resource: 'consult' })).fields?.[0]?.path).toBe('permission')
    expect((await explain('front1', { permission: 'no:such' })).fields?.[0]?.path).toBe('permission')
    expect((await explain('front1', { resource: 'nothing' })).fields?.[0]?.path).toBe('resource')
    expect((await explain('qy1', { permission: 'consult:answer' })).msg).toContain('只说明工作人员的')
    expect((await t.as('security1').get(access.explain.path, { userId: 999999, permission: 'policy:read' })).body.code).toBe('NOT_FOUND')
  })

  it('begins with the roles that somebody holds and what each gives', async () => {
    const held = async (name: string, who = 'security1') => (await t.as(who).get(access.overview.path, { userId: await idOf(name) })).body
    for (const who of ['admin1', 'audit1', 'dept1', 'qy1']) expect((await held('front1', who)).code, who).toBe('FORBIDDEN')
    expect((await held('qy1')).msg).toContain('只说明工作人员的')
    const { data } = await held('dept1')
    const role = data.find((one: { roleName: string }) => one.roleName === '部门审核人员')
    expect(role).toMatchObject({ planned: false, term: null })
    expect(role.permissions).toContain('审核补贴')
    expect(role.data).toContainEqual({ title: '项目申报', words: '本部门' })
    expect(role.screens.length).toBeGreaterThan(0)
  })

  it('names the role that gives a permission, or the roles that would', async () => {
    const may = (await explain('dept1', { permission: 'allowance:review' })).data
    expect(may).toMatchObject({ may: true, title: '审核补贴', rows: null, total: null })
    expect(may.words).toMatch(/可以：由角色“部门审核人员”给予/)
    const not = (await explain('editor1', { permission: 'allowance:review' })).data
    expect(not).toMatchObject({ may: false })
    expect(not.wouldGive).toContain('部门审核人员')
    expect(not.words).toContain('由安全管理员授予')
    expect((await explain('editor1', { permission: 'user:manage' })).data.words).toContain('任免在服务器上办理')
  })

  it('counts rows by the same function as the list, and gives the rule in words', async () => {
    const { total } = (await t.as('dept1').get('/dec/declare/list', { pageSize: 1 })).body.data
    const { total: all } = (await t.as('leader1').get('/dec/declare/list', { pageSize: 1 })).body.data
    const found = (await explain('dept1', { resource: 'declaration' })).data
    expect(found).toMatchObject({ may: true, rows: total, total: all })
    expect(total).toBeLessThan(all)
    expect(found.words).toContain(`看得见 ${total} 条`)
    const dept = found.roles.find((role: { roleName: string }) => role.roleName === '部门审核人员')
    expect(dept).toMatchObject({ rule: '本部门', rows: total })
    expect(dept.gives.length).toBeGreaterThan(0)
  })

  it('for one record names the rule that opens it, or the part of each rule that excludes it', async () => {
    const { list } = (await t.as('dept1').get('/dec/declare/list', { pageSize: 50 })).body.data
    const all = (await t.as('leader1').get('/dec/declare/list', { pageSize: 50 })).body.data.list as { id: number }[]
    const mine = (list as { id: number }[])[0]!.id
    const other = all.find(({ id }) => !(list as { id: number }[]).some((one) => one.id === id))!.id
    const ask = (name: string, recordId: number, who?: string) =>
      explain(name, { resource: 'declaration', recordId: String(recordId) }, who)
    expect((await ask('dept1', mine, 'dept1')).code).toBe('FORBIDDEN')
    expect((await explain('dept1', { permission: 'declaration:review', recordId: '1' })).fields?.[0]?.path).toBe('resource')
    // A number that does not exist is not said to be outside a rule, nor to be refused for want of a role.
    for (const name of ['dept1', 'leader1', 'editor1']) {
      const gone = (await ask(name, 999_999)).data
      expect(gone, name).toMatchObject({ may: false, gone: true, words: '没有编号 999999 的项目申报，或者已被删除。' })
      expect(
        gone.roles.filter((role: { sees: boolean | null; lacks: string | null }) => role.sees !== null || role.lacks !== null),
        name,
      ).toEqual([])
    }
    expect((await ask('editor1', mine)).data).toMatchObject({ gone: false, words: expect.stringContaining('不能：') })
    const seen = (await ask('dept1', mine)).data
    expect(seen).toMatchObject({ may: true, roles: [{ sees: true, lacks: null }] })
    expect(seen.words).toMatch(/看得见项目申报 \d+：由角色“部门审核人员”的规则决定/)
    const not = (await ask('dept1', other)).data
    expect(not).toMatchObject({ may: false, roles: [{ sees: false, lacks: '不在“本部门”之内' }] })
    expect(not.words).toMatch(/看不见项目申报 \d+：角色“部门审核人员”不在“本部门”之内/)
    // Every resource answers for one record as its list does: a number that does not exist is visible to nobody.
    for (const resource of rowResourceKeys)
      expect((await explain('leader1', { resource, recordId: '999999999' })).data.may, resource).toBe(false)
  })

  it('names the office, the rule, the term or the account as the reason', async () => {
    const { data: made } = (await t.as('admin1').post(users.save.path, { userName: 'noroom', name: '无部门 何宁' })).body
    const version = async () => (await t.as('admin1').get(users.findById.path, { id: made.id })).body.data.version
    const dept = await roleOf('dept')
    expect((await explain('noroom', { resource: 'declaration' })).data.words).toContain('没有任何角色')
    const next = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const later = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const give = async (body: object) =>
      expect((await t.as('security1').post(users.saveRoles.path, { id: made.id, version: await version(), ...body })).body.success).toBe(
        true,
      )
    await give({ roleIds: [], terms: [{ roleId: dept, from: next, to: later }] })
    const planned = (await explain('noroom', { resource: 'declaration' })).data
    expect(planned).toMatchObject({ may: false, rows: 0, roles: [{ planned: true, term: `${next} 至 ${later}` }] })
    expect(planned.words).toContain(`从 ${next} 起才生效`)
    await give({ roleIds: [dept], terms: [] })
    expect((await explain('noroom', { resource: 'declaration' })).data.words).toContain('此人没有部门')
    const { body } = await t
      .as('security1')
      .post('/sys/role/saveOrUpdate', { code: 'bare', name: '无规则', permissions: ['feedback:read'], menuIds: [] })
    await give({ roleIds: [body.data.id], terms: [] })
    expect((await explain('noroom', { resource: 'feedback' })).data).toMatchObject({ may: false, roles: [{ rule: null, rows: 0 }] })
    expect((await explain('noroom', { resource: 'feedback' })).data.words).toContain('没有这类数据的规则')
    await t.as('admin1').form(users.setEnabled.path, { id: String(made.id), enableFlag: '0' })
    expect((await explain('noroom', { permission: 'feedback:read' })).data).toMatchObject({ may: false })
    expect((await explain('noroom', { permission: 'feedback:read' })).data.words).toContain('账号已停用')
  })

  it('staff who are refused read which permission is missing and who gives it', async () => {
    expect((await t.as('editor1').get('/dec/declare/list')).body).toMatchObject({
      code: 'FORBIDDEN',
      msg: '需要“查看申报”权限，请联系安全管理员授予',
    })
    expect((await t.as('editor1').get('/sys/user/list')).body.msg).toBe('需要“查看用户”权限，只有平台的管理员持有')
    expect((await t.as('qy1').get('/sys/user/list')).body.msg).toBe('您没有执行此操作的权限，请联系安全管理员')
  })

  it('for a screen names the role whose menu opens it, and the permission that its page asks', async () => {
    const menuOf = async (url: string) =>
      (await t.kernel.db.selectFrom('menu').select('id').where('url', '=', url).orderBy('id').executeTakeFirstOrThrow()).id
    const ask = async (name: string, url: string, who?: string) => explain(name, { menuId: String(await menuOf(url)) }, who)
    expect((await ask('dept1', '/work/govcheckmanage', 'admin1')).code).toBe('FORBIDDEN')
    expect((await explain('dept1', { menuId: '999999' })).fields).toEqual([{ path: 'menuId', message: '没有这个菜单' }])
    expect((await ask('dept1', '')).fields?.[0]?.message).toContain('目录随下级显示')
    expect((await explain('dept1', { menuId: '1', permission: 'policy:read' })).fields?.[0]?.path).toBe('permission')
    const sees = (await ask('dept1', '/work/govcheckmanage')).data
    expect(sees).toMatchObject({ may: true, rows: null, asks: { name: '查看申报', held: true } })
    expect(sees.words).toMatch(/看得见：由角色“部门审核人员”的菜单给予/)
    expect(sees.roles[0].gives).toEqual(['菜单', '查看申报'])
    const not = (await ask('editor1', '/work/govcheckmanage')).data
    expect(not).toMatchObject({ may: false, asks: { held: false } })
    expect(not.words).toMatch(/都没有这个菜单。含这个菜单的角色：.*“部门审核人员”.*由安全管理员授予/)
    expect((await ask('dept1', '/work/role')).data.words).toContain('任免在服务器上办理')
    expect((await ask('front1', '/work/chatService')).data.words).toContain('设为不可点，谁也打不开')
  })

  it('a menu without the permission of its page opens a page without content, and the menu list marks the role', async () => {
    const feedback = await t.kernel.db.selectFrom('menu').select('id').where('url', '=', '/work/feedback').executeTakeFirstOrThrow()
    const made = await t
      .as('security1')
      .post('/sys/role/saveOrUpdate', { code: 'menuonly', name: '只有菜单', permissions: [], menuIds: [feedback.id] })
    expect(made.body.success, JSON.stringify(made.body)).toBe(true)
    const user = (await t.as('admin1').post(users.save.path, { userName: 'menuonly', name: '菜单 何安' })).body.data
    const { version } = (await t.as('admin1').get(users.findById.path, { id: user.id })).body.data
    await t.as('security1').post(users.saveRoles.path, { id: user.id, version, roleIds: [made.body.data.id], terms: [] })
    const found = (await explain('menuonly', { menuId: String(feedback.id) })).data
    expect(found).toMatchObject({ may: false, asks: { name: '查看留言', held: false }, roles: [{ gives: ['菜单'] }] })
    expect(found.words).toMatch(/打得开页面，.*但看不到内容：没有“查看留言”权限。给这项权限的角色：“/)
    const { list } = (await t.as('admin1').get('/sys/menu/list', {})).body.data
    const row = list.find((one: { id: number }) => one.id === feedback.id)
    expect(row).toMatchObject({ asks: '查看留言', lacking: ['只有菜单'] })
    expect(row.roles).toContain('只有菜单')
    // Companies and individuals get no permissions by role.
    expect(list.flatMap((one: { lacking: string[] }) => one.lacking)).not.toContain('企业用户')
  })

  it('knows the permission of every call with which a page begins, and the roles of the county have it', async () => {
    for (const [page, begins] of Object.entries(screenCalls)) {
      expect(allScreenPaths, page).toContain(page)
      expect(neededBy(t.kernel, begins), `${page} ${begins}`).toBeDefined()
    }
    const { list } = (await t.as('admin1').get('/sys/menu/list', {})).body.data as { list: { url: string; lacking: string[] }[] }
    const found = list.flatMap(({ url, lacking }) => lacking.filter((name) => name !== '只有菜单').map((name) => `${url} ${name}`))
    // A page whose parts need different permissions would stand here.
    expect(found).toEqual([])
  })
})
