import { beforeAll, describe, expect, it } from 'vitest'
import { SHARED_MOST, type SharedView } from '../../contract/shared-view.ts'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const clock = movableClock(new Date('2026-11-23T02:00:00Z'))
let roles: Record<string, number>
beforeAll(async () => {
  t = await testApp({ clock })
  const found = await t.kernel.db.selectFrom('role').select(['id', 'code']).execute()
  roles = Object.fromEntries(found.map(({ id, code }) => [code, id]))
})
const view = (more: object = {}) => ({
  table: 'smsSend',
  page: '/work/smsSend',
  roleId: roles.operator,
  name: '本周失败的',
  filters: { state: '3' },
  sort: null,
  ...more,
})
const save = async (who: string | null, body: object) => (await t.as(who).post('/sys/tableView/saveOrUpdate', body)).body
const withdraw = async (who: string | null, body: object) => (await t.as(who).post('/sys/tableView/withdraw', body)).body
const answer = async (who: string, table = 'smsSend') => (await t.as(who).get('/sys/tableView/list', { table })).body.data
const list = async (who: string, table = 'smsSend'): Promise<SharedView[]> => (await answer(who, table)).list
const named = async (who: string, name: string, table = 'smsSend') => (await list(who, table)).find((one) => one.name === name)!
const trail = async (action: string) =>
  t.kernel.db.selectFrom('audit_log').select('detail').where('action', '=', action).orderBy('id', 'desc').executeTakeFirst()

describe('视图共享给角色', () => {
  it('is refused to who is not staff, for a role that the caller does not hold, and with malformed or empty content', async () => {
    expect((await t.as(null).post('/sys/tableView/saveOrUpdate', view())).status).toBe(401)
    for (const who of ['qy1', 'gr1']) {
      expect((await save(who, view())).code, who).toBe('FORBIDDEN')
      expect((await t.as(who).get('/sys/tableView/list', { table: 'smsSend' })).body.code, who).toBe('FORBIDDEN')
      expect((await withdraw(who, { id: 1, version: 1 })).code, who).toBe('FORBIDDEN')
    }
    expect((await save('front1', view())).fields).toMatchObject([{ path: 'roleId', message: '只能共享给本人持有的角色' }])
    expect((await save('security1', view())).fields).toMatchObject([{ path: 'roleId' }])
    expect((await save('admin1', view({ roleId: roles.enterprise }))).fields).toMatchObject([{ path: 'roleId' }])
    // admin1 may share with every role of staff, but the holders of this one cannot open the list.
    const users = { table: 'users', page: '/work/user', call: '/sys/user/list' }
    const offered = (await t.as('admin1').get('/sys/tableView/list', { table: users.table, call: users.call })).body.data.roles
    expect(offered.map((role: { id: number }) => role.id)).toContain(roles.sysadmin)
    expect(offered.map((role: { id: number }) => role.id)).not.toContain(roles.dept)
    expect((await save('admin1', view({ ...users, roleId: roles.dept }))).fields).toEqual([
      { path: 'roleId', message: '“部门审核人员”打不开这个列表，共享了也看不到' },
    ])
    // Both logs are filled by one call, which asks another permission for each.
    const logs = { visit: ['sysadmin', 'auditor'], audit: ['auditor', 'sysadmin'] } as const
    for (const [kind, [reads, other]] of Object.entries(logs)) {
      const log = { table: `${kind}Log`, page: '/work/logmanage', call: `/sys/log/list?kind=${kind}` }
      const openers = (await t.as('admin1').get('/sys/tableView/list', { table: log.table, call: log.call })).body.data.roles
      expect(openers.map((role: { id: number }) => role.id)).toEqual([roles[reads]])
      const refused = await save('admin1', view({ ...log, roleId: roles[other] }))
      expect(refused.fields, kind).toEqual([{ path: 'roleId', message: expect.stringContaining('打不开这个列表') }])
      expect((await save('admin1', view({ ...log, roleId: roles[reads] }))).success, kind).toBe(true)
    }
    for (const wrong of [
      { call: '/sys/log/list?kind=审计' },
      { name: ' ' },
      { name: '字'.repeat(21) },
      { name: '甲\u200b' },
      { filters: { state: 1 } },
      { filters: { 'a b': '1' } },
      { table: '../x' },
      { page: 'https://x.cn/' },
      { page: '/work/smsSend?x=1' },
      { sharedBy: 1 },
    ])
      expect((await save('op1', view(wrong))).code, JSON.stringify(wrong)).toBe('INVALID')
    for (const page of ['//evil.com', '/work/../../evil', '/work/nothing'])
      expect((await save('op1', view({ page }))).fields, page).toEqual([{ path: 'page', message: '平台没有这个页面，请核对地址' }])
    expect((await save('op1', view({ filters: { a: 'x'.repeat(201) } }))).fields).toEqual([
      { path: 'filters.a', message: '不能超过 200 字' },
    ])
    expect((await save('op1', view({ filters: {} }))).fields).toMatchObject([{ path: 'filters', message: '请先选好筛选条件或排序' }])
    expect(await list('op1')).toEqual([])
    expect((await t.as('op1').get('/sys/tableView/ofRole', { roleId: roles.operator })).body.code).toBe('FORBIDDEN')
  })

  it('is seen with its sharer by who holds the role and by nobody else', async () => {
    expect((await answer('op1')).roles).toEqual([{ id: roles.operator, name: expect.any(String) }])
    expect((await save('op1', view())).success).toBe(true)
    const [mine] = await list('op1')
    expect(mine).toMatchObject({
      name: '本周失败的',
      filters: { state: '3' },
      sort: null,
      page: '/work/smsSend',
      mayChange: true,
      mayWithdraw: true,
    })
    expect(mine).toMatchObject({ sharedBy: '运营员 叶蓁', away: false, pageName: expect.stringContaining('短信') })
    expect(await list('op2')).toMatchObject([{ name: '本周失败的', sharedBy: '运营员 叶蓁', mayChange: false, mayWithdraw: false }])
    expect(await list('front1')).toEqual([])
    expect(await list('op2', 'smsTemp')).toEqual([])
    expect((await trail('sharedView.share'))!.detail).toEqual({
      after: { name: '本周失败的', roleId: roles.operator, table: 'smsSend', filters: ['state'], sort: null },
    })
  })

  it('has one name per table and role, and at most twenty', async () => {
    expect((await save('op2', view())).fields).toMatchObject([{ path: 'name', message: expect.stringContaining('已有这个名称的视图') }])
    expect((await save('op2', view({ name: ' 本周失败的 ' }))).fields).toMatchObject([{ path: 'name' }])
    for (let n = 1; n < SHARED_MOST; n++) expect((await save('op2', view({ table: 'many', name: `v${n}` }))).success).toBe(true)
    expect((await save('op2', view({ table: 'many', name: '本周失败的' }))).success).toBe(true)
    expect((await save('op2', view({ table: 'many', name: '多一个' }))).code).toBe('TOO_MANY')
    // A change of one of the twenty adds none.
    const { id, version } = await named('op2', 'v1', 'many')
    expect((await save('op2', view({ table: 'many', id, version, name: '改名' }))).success).toBe(true)
  })

  it('is changed by its sharer and 系统管理员 only, from the version that they saw', async () => {
    const { id, version } = await named('op1', '本周失败的')
    const changed = view({ id, version, name: '失败的', filters: { state: '3', name: '王芳' }, sort: '-id' })
    expect((await save('op2', changed)).code).toBe('FORBIDDEN')
    expect((await save('security1', changed)).code).toBe('FORBIDDEN')
    expect((await save('front1', changed)).code).toBe('NOT_FOUND')
    expect((await save('op1', { ...changed, table: 'smsTemp' })).fields).toMatchObject([{ path: 'roleId' }])
    expect((await save('admin1', { ...changed, roleId: roles.dept })).fields).toMatchObject([{ path: 'roleId' }])
    expect((await save('op1', changed)).data).toEqual({ id })
    expect((await save('op1', changed)).code).toBe('CONFLICT')
    expect(await list('op2')).toMatchObject([{ name: '失败的', filters: { state: '3', name: '王芳' }, sort: '-id', version: 2 }])
    // The log does not keep what somebody typed.
    expect(JSON.stringify(await trail('sharedView.edit'))).not.toContain('王芳')
    expect((await save('admin1', { ...changed, version: 2, name: '未送达的' })).success).toBe(true)
    expect((await answer('admin1')).roles.length).toBeGreaterThan(8)
  })

  it('is withdrawn by its sharer, by 系统管理员 and by who manages roles', async () => {
    const { id, version } = await named('op2', '未送达的')
    expect((await withdraw('op2', { id, version })).code).toBe('FORBIDDEN')
    expect((await withdraw('front1', { id, version })).code).toBe('NOT_FOUND')
    expect((await withdraw('op1', { id, version: version - 1 })).code).toBe('CONFLICT')
    expect((await withdraw('op1', { id, version })).data).toBe(true)
    expect((await withdraw('op1', { id, version })).code).toBe('NOT_FOUND')
    expect(await list('op2')).toEqual([])
    expect((await trail('sharedView.withdraw'))!.detail).toMatchObject({ before: { name: '未送达的', filters: ['name', 'state'] } })
    const ofRole: SharedView[] = (await t.as('security1').get('/sys/tableView/ofRole', { roleId: roles.operator })).body.data
    expect(ofRole).toHaveLength(SHARED_MOST)
    const [first, second] = ofRole as [SharedView, SharedView]
    expect(first).toMatchObject({ mayChange: false, mayWithdraw: true, sharedBy: '运营员 宋闻' })
    expect((await withdraw('security1', first)).code).toBe('INVALID')
    expect((await withdraw('security1', { id: first.id, version: first.version })).data).toBe(true)
    expect((await withdraw('admin1', { id: second.id, version: second.version })).data).toBe(true)
  })

  it('stays for the role when its sharer leaves it or is disabled; who left may only withdraw', async () => {
    const userOf = async (name: string) => (await t.as('admin1').get('/sys/user/list', { name })).body.data.list[0]
    const { id: dept3, version } = await userOf('dept3')
    const terms = [{ roleId: roles.leader, to: addDays(today(clock), 1) }]
    expect((await t.as('security1').post('/sys/user/saveRoles', { id: dept3, version, roleIds: [roles.dept], terms })).body.data).toBe(true)
    await runRecurring(t.kernel, 'identity.terms')
    const own = view({ table: 'consults', page: '/page/home1', roleId: roles.leader, name: '超期的' })
    expect((await save('dept3', own)).success).toBe(true)
    expect(await list('leader1', 'consults')).toMatchObject([{ sharedBy: '审核员 沈川', away: false, pageName: '' }])

    clock.advance(2 * 86_400_000)
    await runRecurring(t.kernel, 'identity.terms')
    const [left] = (await list('dept3', 'consults')) as [SharedView]
    expect(left).toMatchObject({ name: '超期的', mayChange: false, mayWithdraw: true })
    expect((await save('dept3', { ...own, id: left.id, version: left.version })).msg).toContain('只能撤回')
    expect((await save('dept3', { ...own, name: '另一个' })).fields).toMatchObject([{ path: 'roleId' }])
    expect(await list('leader1', 'consults')).toHaveLength(1)

    await t.kernel.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'dept3').execute()
    expect(await list('leader1', 'consults')).toMatchObject([{ name: '超期的', sharedBy: '审核员 沈川', away: true }])
  })

  it('opens no row: a filter of a shared view finds what the caller may see, nothing more', async () => {
    expect((await save('admin1', view({ roleId: roles.agent, name: '全部' }))).success).toBe(true)
    expect(await list('agent1')).toMatchObject([{ name: '全部' }])
    expect((await t.as('agent1').get('/sms/send/list', { state: '3' })).body.success).toBe(false)
  })
})
