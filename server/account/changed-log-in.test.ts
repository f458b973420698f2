import { beforeAll, describe, expect, it } from 'vitest'
import { offices, type OfficeRow } from '../../contract/identity/offices.ts'
import { users } from '../../contract/identity/users.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { changePassword, logIn, personWith } from '../kernel/testing/people.ts'
import { multipart, xlsx } from '../kernel/testing/samples.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const userNamed = async (name: string) => (await t.as('admin1').get(users.list.path, { name })).body.data.list[0]
const edit = async (name: string, change: object) => {
  const { id, version, userName, officeId } = await userNamed(name)
  const { body } = await t
    .as('admin1')
    .post(users.save.path, { id, version, userName, name: (await userNamed(name)).name, officeId, ...change })
  expect(body.success, JSON.stringify(body)).toBe(true)
}
const notices = async (who: string): Promise<string[]> =>
  (await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data.list.map((one: { title: string }) => one.title)
/** A separate session, opened with this password. */
async function session(userName: string, password: string) {
  const { body } = await logIn(t.http, userName, password, t.kernel.config.DEMO_CAPTCHA!)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return personWith(t.http, () => Promise.resolve(body.data))
}

describe('a password set by the system administrator (C-06)', () => {
  it('opens nothing but the change of the password, so the administrator does not pay in the name of the finance office', async () => {
    const { id } = await userNamed('fin1')
    const given = (await t.as('admin1').form(users.resetPwd.path, { id: String(id) })).body.data.password as string
    const thief = await session('fin1', given)
    for (const path of ['/allowance/list', '/work/list', '/sys/notice/list', '/sys/account/data', '/allowance/paymentSheet'])
      expect((await thief.get(path)).body, path).toMatchObject({ success: false, code: 'PASSWORD_GIVEN' })
    expect((await thief.post('/allowance/pay', {})).body.code).toBe('PASSWORD_GIVEN')
    expect((await thief.post('/sys/account/secondFactor/begin', {})).body.code).toBe('PASSWORD_GIVEN')
    expect((await thief.get('/sys/activeUser/info')).body.data.user.userName).toBe('fin1')
    expect((await thief.get('/sys/activeUser/getMenus')).body.success).toBe(true)

    const own = 'Eigen#20261128'
    await changePassword(t.http, thief, given, own)
    const owner = await session('fin1', own)
    expect((await owner.get('/allowance/list')).body.success).toBe(true)
    expect((await owner.get('/sys/notice/list')).body.data.list[0].title).toBe('系统管理员更换了您的密码')
  })
  it('does not hold back a person with their own password', async () => {
    expect((await (await session('dept1', DEMO_PASSWORD)).get('/work/list')).body.success).toBe(true)
  })
})

describe('a log-in changed by the system administrator', () => {
  it('a new name is told to nobody', async () => {
    const before = [await notices('dept2'), await notices('security1')]
    await edit('dept2', { name: '审核员 柯岚一' })
    expect([await notices('dept2'), await notices('security1')]).toEqual(before)
  })
  it('a linked account is told to the person and to the security officers', async () => {
    await edit('dept2', { accountId: 'zzd-of-somebody' })
    expect(await notices('dept2')).toContain('系统管理员更换了您的统一账号')
    for (const officer of ['security1', 'security2'])
      expect(
        (await notices(officer)).some((title) => /^系统管理员更换了审核员 柯岚.*的统一账号$/.test(title)),
        officer,
      ).toBe(true)
  })
  it('a number is told to the person only', async () => {
    await edit('dept3', { mobile: '13800007777' })
    expect(await notices('dept3')).toContain('系统管理员更换了您的手机号')
    expect((await notices('security1')).some((title) => title.includes('手机号'))).toBe(false)
  })
  it('a moved person or office is told to the security officers, because other rows open with it', async () => {
    const admin = t.as('admin1')
    const tree = (await admin.get(offices.list.path, { pageSize: 100 })).body.data.list as OfficeRow[]
    const { officeId, officeName } = await userNamed('dept5')
    const other = tree.find(({ id, enableFlag }) => id !== officeId && enableFlag === 1)!
    await edit('dept5', { officeId: other.id })
    const latest = async () => (await notices('security2'))[0]
    expect(await latest()).toMatch(new RegExp(`^系统管理员把.+（dept5）由“${officeName}”改到“${other.name}”$`))
    expect((await notices('dept5')).some((title) => title.includes('改到'))).toBe(false)
    const place = { code: 'moved-office', name: '挪动科', order: 9, enableFlag: 1 }
    const { id } = (await admin.post(offices.save.path, place)).body.data
    const { version } = (await admin.get(offices.findById.path, { id })).body.data
    expect((await admin.post(offices.save.path, { ...place, id, version, parentId: other.id })).body.success).toBe(true)
    expect(await latest()).toBe(`系统管理员把部门“挪动科”由无部门改到“${other.name}”`)
  })
  it('an import is told as well', async () => {
    const { userName, name, officeName } = await userNamed('dept4')
    const rows = [
      ['用户名', '姓名', '部门', '手机号', '统一账号'],
      [userName, name, officeName, '', 'zzd-by-sheet'],
    ]
    const { payload, headers } = multipart({ name: '用户.xlsx', content: await xlsx(rows) })
    const { body } = await t.as('admin1').send({ method: 'POST', url: users.import.path, payload, headers })
    await eventually(async () => {
      const { data } = (await t.as('admin1').get('/import/progress', { taskId: body.data.taskId })).body
      expect(data, JSON.stringify(data)).toMatchObject({ changedCount: 1 })
    })
    expect(await notices('dept4')).toContain('系统管理员更换了您的统一账号')
  })
})
