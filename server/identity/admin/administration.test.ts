import { beforeAll, describe, expect, it } from 'vitest'
import { rowScopes, type RowScope } from '../../../contract/row-rules.ts'
import { DEMO_PASSWORD } from '../../../seed/identity.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, xlsx } from '../../kernel/testing/samples.ts'
import { changePassword, logIn, personWith } from '../../kernel/testing/people.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { setEnabled, setRoles } from '../users.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const get = async (who: string | null, path: string, query: Record<string, unknown> = {}) => (await t.as(who).get(path, query)).body
const post = async (who: string | null, path: string, body: object) => (await t.as(who).post(path, body)).body
const form = async (who: string | null, path: string, body: Record<string, string>) => (await t.as(who).form(path, body)).body
/** A separate session that is not renewed. */
async function session(userName: string, password = DEMO_PASSWORD) {
  const { body } = await logIn(t.http, userName, password, t.kernel.config.DEMO_CAPTCHA!)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return personWith(t.http, () => Promise.resolve(body.data))
}
const userNamed = async (name: string) => (await get('admin1', '/sys/user/list', { name })).data.list[0]
const roleNamed = async (code: string) =>
  (await get('security1', '/sys/role/options')).data.find((role: { code: string }) => role.code === code) as { id: number }
const lastAudit = async (action: string) =>
  t.database.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('部门', () => {
  it('are managed only by the system administrator', async () => {
    for (const who of [null, 'qy1', 'editor1', 'security1', 'audit1'])
      expect((await post(who, '/sys/office/saveOrUpdate', { name: '城东街道', code: 'cd' })).success).toBe(false)
  })
  it('an office is added below another, moved, and deleted while nobody belongs to it', async () => {
    const kjj = (await get('admin1', '/sys/office/list', { name: 'kjj' })).data.list[0]
    const { data } = await post('admin1', '/sys/office/saveOrUpdate', { name: '企业服务科', code: 'kjj-qf', parentId: kjj.id })
    const node = (await get('admin1', '/sys/office/tree')).data.find((o: { id: number }) => o.id === kjj.id)
    expect(node.children).toMatchObject([{ id: data.id, name: '企业服务科', userNum: 0 }])
    expect(node.userNum).toBe(kjj.userNum)
    const circle = await post('admin1', '/sys/office/saveOrUpdate', { ...asInput(kjj), parentId: data.id })
    expect(circle.fields).toMatchObject([{ path: 'parentId', message: '上级部门不能是自己或自己的下级' }])
    expect((await post('admin1', '/sys/office/saveOrUpdate', { name: '别的', code: 'kjj-qf' })).fields).toMatchObject([{ path: 'code' }])
    expect((await form('admin1', '/sys/office/delete', { id: String(kjj.id) })).msg).toBe('请先删除或移走下级部门')
    expect((await form('admin1', '/sys/office/delete', { id: String(data.id) })).data).toBe(true)
    expect((await form('admin1', '/sys/office/delete', { id: String(kjj.id) })).msg).toBe('该部门还有人员，请先调整他们的部门')
  })
  it('a stale version is refused', async () => {
    const office = (await get('admin1', '/sys/office/list', { name: 'hbj' })).data.list[0]
    expect((await post('admin1', '/sys/office/saveOrUpdate', { ...asInput(office), order: 50 })).success).toBe(true)
    expect((await post('admin1', '/sys/office/saveOrUpdate', { ...asInput(office), order: 60 })).code).toBe('CONFLICT')
    expect((await lastAudit('office.edit')).detail).toMatchObject({ before: { code: 'hbj' }, after: { sort: 50 } })
  })
})
const asInput = ({ id, version, name, code, parentId, order, enableFlag }: Record<string, unknown>) => ({
  id,
  version,
  name,
  code,
  parentId,
  order,
  enableFlag,
})

describe('用户', () => {
  it('lists users masked, including those of offices below the chosen one', async () => {
    expect((await get('editor1', '/sys/user/list')).code).toBe('FORBIDDEN')
    const kjj = (await get('admin1', '/sys/office/list', { name: 'kjj' })).data.list[0]
    const { list } = (await get('security1', '/sys/user/list', { officeId: kjj.id, type: 'YYF' })).data
    expect(list.map((u: { userName: string }) => u.userName)).toEqual(['dept5', 'dept4', 'dept2'])
    expect(list[1]).toMatchObject({ roles: [{ code: 'dept' }], enableFlag: 1, locked: false })
  })

  it('a new colleague has no permission, gets a password once, which must be changed, then a role from another person', async () => {
    const kjj = (await get('admin1', '/sys/office/list', { name: 'kjj' })).data.list[0]
    const person = { userName: 'wangfang', name: '王芳（示例）', officeId: kjj.id, mobile: '13800001111' }
    expect((await post('security1', '/sys/user/saveOrUpdate', person)).code).toBe('FORBIDDEN')
    const taken = await post('admin1', '/sys/user/saveOrUpdate', { ...person, userName: 'DEPT2' })
    expect(taken.fields).toEqual([{ path: 'userName', message: '该用户名已被使用' }])
    const { data } = await post('admin1', '/sys/user/saveOrUpdate', person)
    expect(data.password).toMatch(/^(?=.*\d)(?=.*[A-Za-z])(?=.*[~!@#$%^&*]).{12}$/)
    expect(await userNamed('wangfang')).toMatchObject({ mobile: '138****1111', roles: [], officeName: '县科技局' })

    let me = await session('wangfang', data.password)
    expect((await me.get('/sys/activeUser/isNeedUpdatePwd')).body.data).toBe(true)
    expect((await me.get('/work/list')).body.code).toBe('PASSWORD_GIVEN')
    const own = 'Eigen#20261128'
    await changePassword(t.http, me, data.password, own)
    expect((await me.get('/work/list')).status).toBe(401)
    me = await session('wangfang', own)
    expect((await me.get('/work/list')).body.success).toBe(true)
    expect((await me.get('/dec/declare/list')).body.code).toBe('FORBIDDEN')

    const { version } = await userNamed('wangfang')
    const roleIds = [(await roleNamed('dept')).id]
    expect((await post('admin1', '/sys/user/saveRoles', { id: data.id, version, roleIds })).code).toBe('FORBIDDEN')
    expect((await post('security1', '/sys/user/saveRoles', { id: data.id, version, roleIds })).data).toBe(true)
    expect((await lastAudit('user.roles')).detail).toEqual({ before: [], after: ['dept'] })
    expect((await me.get('/dec/declare/list')).status).toBe(403)
    expect((await (await session('wangfang', own)).get('/dec/declare/list')).body.success).toBe(true)
  })

  it('nobody gives roles to themselves, and administrators cannot be made on a screen', async () => {
    const security1 = await userNamed('security1')
    const dept = (await roleNamed('dept')).id
    expect((await post('security1', '/sys/user/saveRoles', { id: security1.id, version: security1.version, roleIds: [dept] })).code).toBe(
      'OWN_WORK',
    )
    expect((await post('security2', '/sys/user/saveRoles', { id: security1.id, version: security1.version, roleIds: [dept] })).code).toBe(
      'EXCLUSIVE_ROLES',
    )
    const front1 = await userNamed('front1')
    const grant = { id: front1.id, version: front1.version, roleIds: [(await roleNamed('auditor')).id] }
    expect((await post('security1', '/sys/user/saveRoles', grant)).code).toBe('EXCLUSIVE_ROLES')
    const company = await userNamed('qy1')
    expect((await post('security1', '/sys/user/saveRoles', { id: company.id, version: company.version, roleIds: [dept] })).success).toBe(
      false,
    )
  })

  it('the database refuses an administrator with a business role', async () => {
    const { id: audit1 } = await userNamed('audit1')
    const dept = (await roleNamed('dept')).id
    const add = t.database.db.insertInto('user_role').values({ user_id: audit1, role_id: dept, granted_by: null }).execute()
    await expect(add).rejects.toMatchObject({ code: '23514' })
  })

  it('a name is stored in the order in which it is read', async () => {
    const { id } = (await post('admin1', '/sys/user/saveOrUpdate', { userName: 'turned1', name: '\u202e员理管\u202c 全安' })).data
    expect((await get('admin1', '/sys/user/findById', { id })).data.name).toBe('员理管 全安')
    expect((await post('admin1', '/sys/user/saveOrUpdate', { userName: 'turned2', name: '\u202e\u2066\u2069' })).fields).toContainEqual({
      path: 'name',
      message: '请输入姓名',
    })
  })

  it('a name has one spelling and nothing invisible, in the form and in the sheet; so have names of offices, menus, roles and values', async () => {
    const unseen = '不能含有换行、控制字符或看不见的字符'
    const office = 'jxj'
    const bad = ['王\u0007芳', '王\n芳', '王\u200b芳', '王\u200f芳', '王\u2028芳', '王\u3164芳', '王\u00ad芳']
    for (const name of bad) {
      const at = JSON.stringify(name)
      expect((await post('admin1', '/sys/user/saveOrUpdate', { userName: 'unseen1', name })).fields, at).toEqual([
        { path: 'name', message: unseen },
      ])
      expect((await post('admin1', '/sys/office/saveOrUpdate', { name, code: 'unseen' })).fields, at).toEqual([
        { path: 'name', message: unseen },
      ])
      expect((await post('admin1', '/sys/menu/saveOrUpdate', { name })).fields, at).toEqual([{ path: 'name', message: unseen }])
      const role = { code: 'unseen', name, permissions: ['policy:read'], menuIds: [] }
      expect((await post('security1', '/sys/role/saveOrUpdate', role)).fields, at).toEqual([{ path: 'name', message: unseen }])
      const value = { dictTypeCode: 'guaranteeMode', value: 'unseen', label: name }
      expect((await post('admin1', '/sys/dictValue/saveOrUpdate', value)).fields, at).toEqual([{ path: 'label', message: unseen }])
      expect((await post('admin1', '/sys/dictType/saveOrUpdate', { code: 'unseen', name })).fields, at).toEqual([
        { path: 'name', message: unseen },
      ])
    }
    expect((await post('admin1', '/sys/user/saveOrUpdate', { userName: 'unseen1', name: '王芳', accountId: 'zzd\u200b1' })).fields).toEqual(
      [{ path: 'accountId', message: unseen }],
    )
    // A sheet is XML, which cannot hold the first.
    const inSheet = bad.slice(1)
    const rows = [
      ['用户名', '姓名', '部门', '手机号', '统一账号'],
      ...inSheet.map((name, i) => [`unseen${i}`, name, office, '', '']),
      ['ｗｉｄｅ２', '李　Ｗｅｉ', office, '', 'zzd\u200b2'],
    ]
    const { payload, headers } = multipart({ name: '用户.xlsx', content: await xlsx(rows) }, { dryRun: 'true' })
    const { taskId } = (await t.as('admin1').send({ method: 'POST', url: '/sys/user/import', payload, headers })).body.data
    const { errors } = await eventually(async () => {
      const { data } = (await t.as('admin1').get('/import/progress', { taskId })).body
      expect(data.status).toBe(2)
      return data
    })
    expect(errors.map(({ column, message }: Record<string, unknown>) => `${column} ${message}`)).toEqual([
      ...inSheet.map(() => `姓名 ${unseen}`),
      `统一账号 ${unseen}`,
    ])
    expect((await post('admin1', '/sys/user/saveOrUpdate', { userName: 'ｗｉｄｅ１', name: '　李Ｗｅｉ ' })).success).toBe(true)
    expect(await userNamed('wide1')).toMatchObject({ userName: 'wide1', name: '李Wei' })
    // The punctuation of a title stays as it was typed.
    const { id } = (await post('admin1', '/sys/office/saveOrUpdate', { name: '企业服务（试行）科，二组', code: 'wide' })).data
    expect((await get('admin1', '/sys/office/list', { name: 'wide' })).data.list[0].name).toBe('企业服务（试行）科，二组')
    expect((await form('admin1', '/sys/office/delete', { id: String(id) })).data).toBe(true)
  })

  it('a short account of the unified log-in is masked whole', async () => {
    expect((await post('admin1', '/sys/user/saveOrUpdate', { userName: 'short1', name: '短号 何平', accountId: 'evil' })).success).toBe(
      true,
    )
    expect((await userNamed('short1')).accountId).toBe('****')
    expect((await lastAudit('user.create')).detail).toMatchObject({ after: { accountId: '****' } })
  })

  it('a user who has logged in is disabled, not deleted; their sessions end; nobody disables themselves', async () => {
    const dept4 = await session('dept4')
    const { id } = await userNamed('dept4')
    expect((await form('admin1', '/sys/user/delete', { id: String(id) })).code).toBe('IN_USE')
    expect((await form('admin1', '/sys/user/editEnableFlag', { id: String(id), enableFlag: '0' })).data).toBe(true)
    expect((await dept4.get('/sys/activeUser/info')).status).toBe(401)
    expect((await form('admin1', '/sys/user/editEnableFlag', { id: String(id), enableFlag: '1' })).data).toBe(true)
    const { id: own } = await userNamed('admin1')
    expect((await form('admin1', '/sys/user/editEnableFlag', { id: String(own), enableFlag: '0' })).msg).toBe('不能停用自己的账号')
    const fresh = (await post('admin1', '/sys/user/saveOrUpdate', { userName: 'mistyped', name: '录错的人' })).data
    expect((await form('admin1', '/sys/user/delete', { id: String(fresh.id) })).data).toBe(true)
  })

  it('users are imported from a sheet: faulty cells are named, nothing is written twice, nobody gets a permission', async () => {
    const rows = [
      ['用户名', '姓名', '部门', '手机号', '统一账号'],
      ['sheet1', '陈一（示例）', '县科技局', '+86 138-0000-2222', 'zzd-sheet1'],
      ['sheet2', '陈二（示例）', 'jxj', '', ''],
      ['sheet3', '陈三（示例）', '没有的局', '', ''],
      ['sheet4', '陈', 'jxj', '138', 'zzd-sheet1'],
      ['qy1', '冒名（示例）', 'jxj', '', ''],
      ['security1', '安全管理员', 'qfzx', '13800003333', 'mine-by-sheet'],
      ['sheet1', '陈', '没有的局', '1380000', 'zzd-sheet1'],
      ['sheet5', '陈五（示例）', '没有的局', '13800002222', 'zzd-sheet1'],
      ['admin1', '改名 管理员', 'qfzx', '', ''],
      ['audit1', '审计管理员', 'jxj', '', ''],
    ]
    const send = async (who: string, fields: Record<string, string>, sheet = rows) => {
      const { payload, headers } = multipart({ name: '用户.xlsx', content: await xlsx(sheet) }, fields)
      const { body } = await t.as(who).send({ method: 'POST', url: '/sys/user/import', payload, headers })
      if (!body.success) return body
      // An import that takes longer than its answer continues in the background.
      return eventually(async () => {
        const { body: now } = await t.as(who).get('/import/progress', { taskId: body.data.taskId })
        expect(now.data.status).not.toBe(1)
        return now
      })
    }
    expect((await send('security1', { dryRun: 'true' })).code).toBe('FORBIDDEN')
    const reply = await send('admin1', { dryRun: 'true' })
    expect(reply.success, JSON.stringify(reply)).toBe(true)
    const judged = reply.data
    expect(judged).toMatchObject({ successCount: 2, addedCount: 2 })
    // Each row tells all that is wrong with it, also what its cells refer to, so that one correction is enough.
    const other = '该账号已属于其他用户'
    expect(judged.errors.map(({ row, column, message }: Record<string, unknown>) => `${row} ${column} ${message}`)).toEqual([
      '4 部门 没有这个部门',
      '5 姓名 姓名至少 2 个字',
      expect.stringMatching(/^5 手机号 /),
      `5 统一账号 ${other}`,
      '6 用户名 是企业或个人的账号，不能导入',
      '7 统一账号 系统、安全、审计管理员的登录方式不能在这里变更',
      '7 手机号 系统、安全、审计管理员的手机号由本人在“账号设置”中绑定',
      '8 姓名 姓名至少 2 个字',
      expect.stringMatching(/^8 手机号 /),
      '8 用户名 与第 2 行重复',
      '8 部门 没有这个部门',
      `8 统一账号 ${other}`,
      '9 部门 没有这个部门',
      `9 统一账号 ${other}`,
      '9 手机号 该手机号已属于其他用户',
      '10 用户名 系统、安全、审计管理员的账号不能用导入修改',
      '11 用户名 系统、安全、审计管理员的账号不能用导入修改',
    ])
    // The last progress of a finished import is no message (the contract: why it was refused or failed, else null).
    expect(judged.message).toBeNull()
    expect(await userNamed('sheet1')).toBeUndefined()
    expect((await send('admin1', {})).data).toMatchObject({ addedCount: 2 })
    expect(await userNamed('sheet1')).toMatchObject({ officeName: '县科技局', mobile: '138****2222', roles: [], lastLogin: null })
    expect((await send('admin1', {})).data).toMatchObject({ addedCount: 0, changedCount: 0, changes: [] })
    // The check tells whom the file would change and in what, before anything is written.
    const edited = [rows[0]!, ['sheet1', '陈壹（示例）', 'jxj', '13800002223', ''], rows[2]!]
    expect((await send('admin1', { dryRun: 'true' }, edited)).data).toMatchObject({
      changedCount: 1,
      sameCount: 1,
      changes: [{ row: 2, words: 'sheet1（陈一（示例））：姓名改为“陈壹（示例）”；部门由“县科技局”改为“县经济和信息化局”；改手机号' }],
    })
    const { data } = await form('admin1', '/sys/user/resetPwd', { id: String((await userNamed('sheet2')).id) })
    expect((await (await session('sheet2', data.password)).get('/sys/activeUser/isNeedUpdatePwd')).body.data).toBe(true)
  })

  it('a password is reset once for staff, and never for a company', async () => {
    const { id } = await userNamed('dept3')
    const { data } = await form('admin1', '/sys/user/resetPwd', { id: String(id) })
    expect(data.password).toHaveLength(12)
    expect((await form('admin1', '/sys/user/resetPwd', { id: String((await userNamed('qy1')).id) })).success).toBe(false)
  })

  it('the unified identity of a company or an individual is not changed here, by form or sheet; the name and number are', async () => {
    for (const name of ['qy1', 'gr1']) {
      const person = await userNamed(name)
      const input = { id: person.id, version: person.version, userName: name, name: person.name }
      const changes = { accountId: 'evil', officeId: (await userNamed('editor1')).officeId, userName: `${name}-x` }
      for (const change of [...Object.entries(changes), ['accountId', ''] as const])
        expect((await post('admin1', '/sys/user/saveOrUpdate', { ...input, ...Object.fromEntries([change]) })).fields, name).toEqual([
          { path: change[0], message: '企业和个人账号来自统一登录，这里只能修改姓名与手机号' },
        ])
      expect(await userNamed(name), name).toMatchObject({ accountId: person.accountId, version: person.version })
      const same = await t.database.db.selectFrom('sys_user').select('account_id').where('id', '=', person.id).executeTakeFirstOrThrow()
      const all = { ...input, accountId: same.account_id!, mobile: name === 'qy1' ? '13800005551' : '13800005552' }
      expect((await post('admin1', '/sys/user/saveOrUpdate', all)).success, name).toBe(true)
    }
  })

  it('nobody gets or takes away the log-in of one of the three administrators: no new password, account, number or user name', async () => {
    for (const name of ['security1', 'audit1', 'admin1']) {
      const person = await userNamed(name)
      expect(person.administrator, name).toBe(true)
      const before = await session(name)
      expect(await form('admin1', '/sys/user/resetPwd', { id: String(person.id) })).toMatchObject({
        success: false,
        code: 'EXCLUSIVE_ROLES',
      })
      expect((await before.get('/sys/activeUser/isNeedUpdatePwd')).body.success).toBe(true)
      const input = { id: person.id, version: person.version, userName: name, name: person.name, officeId: person.officeId }
      expect((await post('admin1', '/sys/user/saveOrUpdate', { ...input, accountId: `mine-${name}` })).fields).toMatchObject([
        { path: 'accountId' },
      ])
      expect((await post('admin1', '/sys/user/saveOrUpdate', { ...input, userName: `${name}-x` })).fields).toMatchObject([
        { path: 'userName' },
      ])
      expect((await post('admin1', '/sys/user/saveOrUpdate', { ...input, mobile: '13800004444' })).fields).toEqual([
        { path: 'mobile', message: '系统、安全、审计管理员的手机号由本人在“账号设置”中绑定' },
      ])
      expect((await userNamed(name)).version).toBe(person.version)
      expect((await post('admin1', '/sys/user/saveOrUpdate', input)).success).toBe(true)
    }
    expect((await userNamed('editor1')).administrator).toBe(false)
    expect(await t.database.db.selectFrom('sys_user').select('id').where('account_id', 'like', 'mine-%').execute()).toEqual([])
  })

  it('people of a disabled office are corrected, and nobody else gets into it', async () => {
    const { data: office } = await post('admin1', '/sys/office/saveOrUpdate', { name: '撤并的办公室', code: 'merged' })
    const person = { userName: 'stayer1', name: '留任 何平', officeId: office.id }
    const { data: made } = await post('admin1', '/sys/user/saveOrUpdate', person)
    const row = (await get('admin1', '/sys/office/list', { name: 'merged' })).data.list[0]
    const off = { ...asInput(row), enableFlag: 0 }
    expect(await post('admin1', '/sys/office/saveOrUpdate', off)).toMatchObject({
      code: 'CONFIRM',
      msg: '“撤并的办公室”还有 1 个在用账号：停用后他们仍能登录和办理，但不能再有人员调入这个部门',
    })
    expect((await get('admin1', '/sys/office/list', { name: 'merged' })).data.list[0]).toMatchObject({
      enableFlag: 1,
      version: row.version,
    })
    expect((await post('admin1', '/sys/office/saveOrUpdate', { ...off, confirmed: true })).success).toBe(true)
    expect((await post('admin1', '/sys/user/saveOrUpdate', { ...person, userName: 'comer1' })).fields).toMatchObject([{ path: 'officeId' }])
    const { version } = await userNamed('stayer1')
    expect((await post('admin1', '/sys/user/saveOrUpdate', { ...person, id: made.id, version, name: '留任 何平安' })).success).toBe(true)
    expect(await userNamed('stayer1')).toMatchObject({ name: '留任 何平安', officeName: '撤并的办公室' })
  })

  it('an account that was used is not deleted, also after its sessions are gone', async () => {
    const { data: made } = await post('admin1', '/sys/user/saveOrUpdate', { userName: 'reader1', name: '阅读 何安' })
    expect((await userNamed('reader1')).lastLogin).toBeNull()
    await session('reader1', made.password)
    await t.database.db.deleteFrom('session_token').execute()
    await t.database.db.deleteFrom('session').execute()
    expect((await userNamed('reader1')).lastLogin).toEqual(expect.any(String))
    expect(await form('admin1', '/sys/user/delete', { id: String(made.id) })).toMatchObject({ success: false, code: 'IN_USE' })
  })

  it('a system administrator neither disables nor deletes the auditor, a security officer or another system administrator', async () => {
    const { id: second } = (await post('admin1', '/sys/user/saveOrUpdate', { userName: 'admin-two', name: '系统管理员二（示例）' })).data
    await t.database.db.transaction().execute((db) => setRoles(db, second, ['sysadmin'], null))
    for (const name of ['audit1', 'security1', 'admin-two']) {
      const person = await userNamed(name)
      const reply = { success: false, code: 'EXCLUSIVE_ROLES', msg: '系统、安全、审计管理员的账号不能在这里停用，须在服务器上停用' }
      expect(await form('admin1', '/sys/user/editEnableFlag', { id: String(person.id), enableFlag: '0' }), name).toMatchObject(reply)
      expect(await post('admin1', '/sys/user/disable', { id: person.id, takers: [] }), name).toMatchObject(reply)
      expect(await form('admin1', '/sys/user/delete', { id: String(person.id) }), name).toMatchObject({
        success: false,
        code: 'EXCLUSIVE_ROLES',
        msg: '系统、安全、审计管理员的账号不能删除，不再使用的须在服务器上停用',
      })
      expect((await userNamed(name)).enableFlag, name).toBe(1)
    }
    expect((await get('audit1', '/sys/activeUser/info')).success).toBe(true)
    // An account that was disabled at the server cannot be enabled here either.
    await setEnabled(t.kernel, systemCall('test'), 'admin-two', false)
    expect(await form('admin1', '/sys/user/editEnableFlag', { id: String(second), enableFlag: '1' })).toMatchObject({
      success: false,
      code: 'EXCLUSIVE_ROLES',
      msg: '系统、安全、审计管理员的账号不能在这里启用，须在服务器上启用',
    })
    expect((await userNamed('admin-two')).enableFlag).toBe(0)
    await setEnabled(t.kernel, systemCall('test'), 'admin-two', true)
    expect((await userNamed('admin-two')).enableFlag).toBe(1)
  })
})

describe('角色', () => {
  it('is created by a security officer, and its holders have changed permissions with the next call', async () => {
    const clerk = { code: 'clerk', name: '窗口值守', permissions: ['feedback:read'], menuIds: [] }
    expect((await post('admin1', '/sys/role/saveOrUpdate', clerk)).code).toBe('FORBIDDEN')
    expect((await post('security1', '/sys/role/saveOrUpdate', { ...clerk, permissions: ['user:manage'] })).fields).toMatchObject([
      { path: 'permissions' },
    ])
    expect((await post('security1', '/sys/role/saveOrUpdate', { ...clerk, permissions: ['no:such'] })).fields![0]!.path).toBe(
      'permissions.0',
    )
    const { id, unruled } = (await post('security1', '/sys/role/saveOrUpdate', clerk)).data
    expect(unruled).toEqual(['留言反馈'])
    const { data: person } = await post('admin1', '/sys/user/saveOrUpdate', { userName: 'clerk1', name: '值守 何静' })
    const { version } = await userNamed('clerk1')
    await post('security1', '/sys/user/saveRoles', { id: person.id, version, roleIds: [id] })
    await changePassword(t.http, await session('clerk1', person.password), person.password, 'Eigen#20261128')
    const me = await session('clerk1', 'Eigen#20261128')
    expect((await me.get('/sys/feedback/list')).body.success).toBe(true)
    const role = (await get('security1', '/sys/role/findById', { id })).data
    const saved = await post('security1', '/sys/role/saveOrUpdate', { ...clerk, id, version: role.version, permissions: ['tag:read'] })
    expect(saved.data).toEqual({ id, holders: 1, unruled: ['企业', '企业标签'] })
    expect((await me.get('/sys/feedback/list')).status).toBe(403)
    expect((await lastAudit('role.edit')).detail).toMatchObject({ gained: ['tag:read'], lost: ['feedback:read'], holders: 1 })
    expect((await form('security1', '/sys/role/delete', { id: String(id) })).msg).toBe('还有 1 人持有该角色，请先收回')
  })
  it('gives something: a role with neither permission nor menu is refused at the field, half of them may be left out', async () => {
    const bare = { code: 'bare-role', name: '空角色' }
    for (const rights of [{}, { permissions: [], menuIds: [] }])
      expect((await post('security1', '/sys/role/saveOrUpdate', { ...bare, ...rights })).fields).toEqual([
        { path: 'permissions', message: '请至少选择一项权限或一个菜单，什么都不给的角色没有用处' },
      ])
    const { data } = await post('security1', '/sys/role/saveOrUpdate', { ...bare, permissions: ['feedback:read'] })
    expect((await form('security1', '/sys/role/delete', { id: String(data.id) })).data).toBe(true)
  })

  it('a rule of an unknown role has no preview', async () => {
    const rule = { roleId: 999_999, resource: 'feedback', scope: 'all' }
    expect((await post('security1', '/sys/dataRule/preview', rule)).code).toBe('NOT_FOUND')
  })

  it('are listed for choosing, of one role or of all, for who manages roles', async () => {
    const options = async (who: string | null, query: object = {}) => get(who, '/sys/dataRule/options', { ...query })
    expect((await options(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['admin1', 'audit1', 'editor1', 'qy1']) expect((await options(who)).code, who).toBe('FORBIDDEN')
    expect((await options('security1', { roleId: '甲' })).fields).toMatchObject([{ path: 'roleId' }])
    const front = await roleNamed('front')
    const rules = (await get('security1', '/sys/dataRule/list', { roleId: front.id, pageSize: 100 })).data
    const own = (await options('security1', { roleId: front.id })).data as { id: number; label: string }[]
    expect(own.map(({ id }) => id)).toEqual(rules.list.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b))
    const one = rules.list.find(({ resource }: { resource: string }) => resource === 'company')
    expect(own.find(({ id }) => id === one.id)?.label).toBe(`${one.roleName} · ${one.resourceName} · ${rowScopes[one.scope as RowScope]}`)
    const all = (await options('security1')).data as { id: number }[]
    expect(all.length).toBeGreaterThan(own.length)
    expect(all).toEqual(expect.arrayContaining(own))
    expect((await options('security1', { roleId: 999_999 })).data).toEqual([])
  })

  it('roles that the platform needs cannot be changed', async () => {
    const { id } = await roleNamed('auditor')
    const { version } = (await get('security1', '/sys/role/findById', { id })).data
    const change = { id, version, code: 'auditor', name: '审计管理员', permissions: ['policy:edit'], menuIds: [] }
    expect((await post('security1', '/sys/role/saveOrUpdate', change)).code).toBe('FIXED_ROLE')
  })
  it('offers every permission by domain; those of administrators cannot be given', async () => {
    const groups = (await get('security1', '/sys/role/permissions')).data
    const all = groups.flatMap((g: { list: { code: string; grantable: boolean }[] }) => g.list)
    expect(all.length).toBeGreaterThan(40)
    expect(groups.map((g: { name: string }) => g.name).filter((name: string) => /[a-z]/i.test(name))).toEqual([])
    expect(all.filter((one: { grantable: boolean }) => !one.grantable).map((one: { code: string }) => one.code)).toContain('role:manage')
  })
})

describe('菜单', () => {
  it('its tree is for who manages people or rights, one entry and the folders for who manages menus', async () => {
    for (const path of ['/sys/menu/tree', '/sys/menu/options', '/sys/menu/findById?id=1']) {
      expect((await get(null, path)).code, path).toBe('UNAUTHENTICATED')
      for (const who of ['audit1', 'editor1', 'front1', 'qy1']) expect((await get(who, path)).code, `${who} ${path}`).toBe('FORBIDDEN')
    }
    for (const path of ['/sys/menu/options', '/sys/menu/findById?id=1']) expect((await get('security1', path)).code, path).toBe('FORBIDDEN')
    expect((await get('admin1', '/sys/menu/findById', { id: 999_999 })).code).toBe('NOT_FOUND')
    expect((await get('admin1', '/sys/menu/findById', { id: '甲' })).fields).toMatchObject([{ path: 'id' }])

    const folder = (await post('admin1', '/sys/menu/saveOrUpdate', { name: '测试目录', hidden: true })).data.id as number
    const entry = { name: '测试条目', url: '/page/policymarket/index', parentId: folder, desc: '核对用', disabled: true }
    const { id } = (await post('admin1', '/sys/menu/saveOrUpdate', entry)).data
    expect((await get('admin1', '/sys/menu/findById', { id })).data).toMatchObject({
      id,
      ...entry,
      parentName: '测试目录',
      hidden: false,
      roles: [],
      version: 1,
    })
    const inTree = { id, name: '测试条目', url: entry.url, hidden: false, disabled: true, children: [] }
    for (const who of ['admin1', 'security1'])
      expect((await get(who, '/sys/menu/tree')).data, who).toContainEqual({
        id: folder,
        name: '测试目录',
        url: '',
        hidden: true,
        disabled: false,
        children: [inTree],
      })
    const options = (await get('admin1', '/sys/menu/options')).data as { id: number }[]
    expect(options).toContainEqual({ id: folder, label: '测试目录', parentId: null })
    expect(options.map((one) => one.id)).not.toContain(id)

    expect((await form('admin1', '/sys/menu/delete', { id: String(id) })).data).toBe(true)
    expect((await get('admin1', '/sys/menu/findById', { id })).code).toBe('NOT_FOUND')
    expect((await form('admin1', '/sys/menu/delete', { id: String(folder) })).data).toBe(true)
    expect((await get('security1', '/sys/menu/tree')).data.map((one: { id: number }) => one.id)).not.toContain(folder)
  })
  it('an entry is added, hidden, moved and deleted; users who see it get a new menu', async () => {
    const { list } = (await get('admin1', '/sys/menu/list')).data
    const folder = list.find((m: { name: string }) => m.name === '政策管理')
    const entry = { name: '政策超市', url: '/page/policymarket/index', parentId: folder.id }
    expect((await post('security1', '/sys/menu/saveOrUpdate', entry)).code).toBe('FORBIDDEN')
    expect((await post('admin1', '/sys/menu/saveOrUpdate', { ...entry, url: 'javascript:alert(1)' })).fields).toMatchObject([
      { path: 'url' },
    ])
    expect((await post('admin1', '/sys/menu/saveOrUpdate', { ...entry, url: 'http://a.example' })).fields).toMatchObject([{ path: 'url' }])
    for (const url of ['https://zwfw.gov.cn@a.example/', 'https://a:b@a.example'])
      expect((await post('admin1', '/sys/menu/saveOrUpdate', { ...entry, url })).fields, url).toMatchObject([{ path: 'url' }])
    for (const url of ['/page/nothing', '/work/policyserveradmin2', '/zzd/nothing'])
      expect((await post('admin1', '/sys/menu/saveOrUpdate', { ...entry, url })).fields, url).toEqual([
        { path: 'url', message: '平台没有这个页面，请核对地址' },
      ])
    const { id } = (await post('admin1', '/sys/menu/saveOrUpdate', entry)).data
    expect((await post('admin1', '/sys/menu/saveOrUpdate', { ...entry, name: '下级', parentId: id })).fields).toMatchObject([
      { path: 'parentId' },
    ])

    const editor = await session('editor1')
    const { id: projects, version, order } = list.find((m: { url: string }) => m.url === '/work/projectmanage')
    const hidden = { id: projects, version, name: '项目管理', url: '/work/projectmanage', parentId: folder.id, order, hidden: true }
    expect((await post('admin1', '/sys/menu/saveOrUpdate', hidden)).data).toEqual({ id: projects })
    expect((await editor.get('/sys/activeUser/getMenus')).status).toBe(403)
    expect((await form('admin1', '/sys/menu/delete', { id: String(folder.id) })).msg).toBe('请先删除或移走下级菜单')
    // Seen red: a move on a page that somebody else had overtaken put the entry elsewhere than shown.
    const level = async (): Promise<{ id: number; version: number }[]> =>
      (await get('admin1', '/sys/menu/list')).data.list.filter((one: { parentId: number | null }) => one.parentId === folder.id)
    const before = await level()
    const seen = before.map((one) => one.id)
    const own = before.find((one) => one.id === id)!
    for (const stale of [{ version: own.version + 1 }, { seen: seen.toReversed() }, { seen: seen.slice(1) }])
      expect((await post('admin1', '/sys/menu/move', { id, direction: 'down', ...stale })).code, JSON.stringify(stale)).toBe('CONFLICT')
    expect(await level()).toEqual(before)
    expect((await post('admin1', '/sys/menu/move', { id, version: own.version, seen, direction: 'down' })).data).toBe(true)
    const after = await level()
    expect(after.map((one) => one.id)).not.toEqual(seen)
    // Who edits it meanwhile would put it back, so the form is stale too.
    const edit = { ...entry, id, version: own.version, name: '政策超市页', order: 0 }
    expect((await post('admin1', '/sys/menu/saveOrUpdate', edit)).code).toBe('CONFLICT')
    expect((await form('admin1', '/sys/menu/delete', { id: String(id) })).data).toBe(true)
  })

  // Seen red: the second of two moves left the page of who made them without its list for a minute.
  it('who moves entries of the own menu goes on; the page of a colleague who sees them follows', async () => {
    const [mine, colleague] = [await session('admin1'), await session('security1')]
    const { list } = (await mine.get('/sys/menu/list')).body.data
    const { id } = list.find((one: { url: string }) => one.url === '/work/user')
    for (const direction of ['up', 'down', 'up', 'down'])
      expect((await mine.post('/sys/menu/move', { id, direction })).body.data, direction).toBe(true)
    expect((await mine.get('/sys/activeUser/getMenus')).status).toBe(200)
    expect((await colleague.get('/sys/activeUser/getMenus')).status).toBe(403)
  })
})
