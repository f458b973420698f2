import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { exports } from '../../../contract/files.ts'
import { users } from '../../../contract/identity/users.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { forget } from '../authenticate.ts'

const PHONE = '13800005566'
const ACCOUNT = 'zzd-account-778899'
let t: TestApp
let id: number
beforeAll(async () => {
  t = await testApp()
  const made = { userName: 'reach1', name: '联系 方远（示例）', mobile: PHONE, accountId: ACCOUNT }
  id = (await t.as('admin1').post(users.save.path, made)).body.data.id
})
const listed = async (query: object, who = 'security1') => (await t.as(who).get(users.list.path, { pageSize: 100, ...query })).body
const namesOf = async (query: object) => ((await listed(query)).data.list as { userName: string }[]).map(({ userName }) => userName)
const reveal = async (body: object, who = 'security1') =>
  (await t.as(who).post(users.reveal.path, { reason: '电话核实', id, ...body })).body

describe('mobile and account of one person', () => {
  it('are not given to whoever has no list of users, without a reason, or when there are none', async () => {
    for (const who of [null, 'dept1', 'audit1', 'qy1'])
      expect((await t.as(who).post(users.reveal.path, { id, field: 'mobile', reason: '核实' })).body.success, String(who)).toBe(false)
    expect((await reveal({ field: 'mobile', reason: ' ' })).fields).toEqual([{ path: 'reason', message: '请填写查看原因' }])
    expect((await reveal({ field: 'password_hash' })).fields).toEqual([{ path: 'field', message: '请选择要查看的内容' }])
    expect((await reveal({ field: 'mobile', id: 999_999 })).code).toBe('NOT_FOUND')
    const { data } = (await t.as('admin1').post(users.save.path, { userName: 'reach2', name: '没有 号码（示例）' })).body
    for (const field of ['mobile', 'accountId']) expect((await reveal({ field, id: data.id })).msg, field).toBe('没有可查看的内容')
    expect(await auditTrail(t.kernel, 'user.pii.reveal')).toEqual([])
  })

  it('are shown one at a time; the log keeps who, whose, which and why, but not the value', async () => {
    expect((await reveal({ field: 'mobile' }, 'admin1')).data).toEqual({ value: PHONE })
    expect((await reveal({ field: 'accountId' })).data).toEqual({ value: ACCOUNT })
    const rows = await t.kernel.db.selectFrom('audit_log').selectAll().where('action', '=', 'user.pii.reveal').orderBy('id').execute()
    expect(rows).toMatchObject([
      { object_type: 'user', detail: { field: 'mobile', reason: '电话核实' } },
      { object_type: 'user', detail: { field: 'accountId', reason: '电话核实' } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${PHONE}|${ACCOUNT}`))
    expect((await listed({ name: 'reach1' })).data.list[0]).toMatchObject({ mobile: '138****5566' })
  })
})

describe('filters of the list', () => {
  it('finds a mobile by the whole number only, and counts the search', async () => {
    for (const part of ['5566', '1380000556', '138****5566', '%'])
      expect((await listed({ mobile: part })).fields, part).toEqual([{ path: 'mobile', message: '请输入完整的电话号码' }])
    expect(await namesOf({ mobile: PHONE })).toEqual(['reach1'])
    expect(await namesOf({ mobile: '+86 138-0000 5566' })).toEqual(['reach1'])
    expect(await namesOf({ mobile: '13800005567' })).toEqual([])
    expect(await namesOf({ mobile: PHONE, type: 'QY' })).toEqual([])
    expect(await auditTrail(t.kernel, 'pii.search')).toHaveLength(2)
  })

  it('finds who is locked, at whatever step, and nobody whose lock is over', async () => {
    expect((await listed({ locked: '2' })).fields?.[0]?.path).toBe('locked')
    expect(await namesOf({ locked: '1' })).toEqual([])
    const ofUser = async (name: string) =>
      (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
    const now = Date.now()
    const counter = (key: string, ms: number) => ({
      key,
      window_start: new Date(now).toISOString(),
      count: 9,
      locked_until: new Date(now + ms).toISOString(),
    })
    await t.kernel.db
      .insertInto('login_counter')
      .values([
        counter('account:dept1', 60_000),
        counter('account-source:editor1|10.0.0.1', 60_000),
        counter('account-source:leader1|x|10.0.0.1', 60_000),
        counter(`second:${await ofUser('front1')}`, 60_000),
        counter(`change-password:${await ofUser('dept2')}|10.0.0.1`, 60_000),
        counter('account:reach1', -60_000),
        counter('source:10.0.0.9', 60_000),
      ])
      .onConflict((c) => c.column('key').doUpdateSet((e) => ({ locked_until: e.ref('excluded.locked_until') })))
      .execute()
    expect((await namesOf({ locked: '1' })).toSorted()).toEqual(['dept1', 'dept2', 'editor1', 'front1'])
    // As each row says of itself.
    const all = (await listed({ type: 'YYF' })).data.list as { userName: string; locked: boolean }[]
    const marked = all.filter((row) => row.locked).map(({ userName }) => userName)
    expect(marked.toSorted()).toEqual(['dept1', 'dept2', 'editor1', 'front1'])
  })

  it('finds staff with and without a second factor', async () => {
    await t.kernel.db
      .insertInto('second_factor')
      .values({ user_id: id, secret: 'sealed', created_at: new Date().toISOString(), enabled_at: new Date().toISOString() })
      .execute()
    expect(await namesOf({ secondFactor: '1' })).toEqual(['reach1'])
    const without = await namesOf({ secondFactor: '0' })
    expect(without).toContain('dept1')
    expect(without).not.toContain('reach1')
    expect(without).not.toContain('qy1')
  })
})

describe('export of the list', () => {
  async function exported(who: string, filters: object) {
    const { taskId } = (await t.as(who).post(exports.start.path, { bizType: 'user', filters })).body.data
    const progress = async () => (await t.as(who).get(exports.progress.path, { taskId })).body.data
    await eventually(async () => expect((await progress()).status).toBe(2))
    const path = join(t.database.target.dataDir, `${taskId}.xlsx`)
    await writeFile(path, (await t.as(who).get('/files/download', { filePath: (await progress()).filePath })).raw)
    const [head, ...rows] = await readSheet(path)
    return rows.map(({ cells }) => Object.fromEntries(head!.cells.map((title, at) => [title, String(cells[at] ?? '')])))
  }

  it('is refused to whoever has no list of users, and without a whole number', async () => {
    for (const who of ['dept1', 'audit1', 'front1'])
      expect((await t.as(who).post(exports.start.path, { bizType: 'user', filters: {} })).body.code, who).toBe('FORBIDDEN')
    const { body } = await t.as('admin1').post(exports.scope.path, { bizType: 'user', filters: { mobile: '5566' } })
    expect(body.fields?.[0]?.path).toBe('filters.mobile')
  })

  it('has the rows of the filters, masked unless the person has pii:read', async () => {
    const [row, ...more] = await exported('admin1', { name: 'reach1' })
    expect(more).toEqual([])
    expect(row).toMatchObject({ 姓名: '联系 方远（示例）', 手机号: '138****5566', 状态: '启用', 已锁定: '否', 动态验证码: '有' })
    expect(row!['统一账号']).not.toBe(ACCOUNT)
    expect((await exported('security1', { mobile: PHONE })).map((one) => one['用户名'])).toEqual(['reach1'])
    const { id: role } = await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'sysadmin').executeTakeFirstOrThrow()
    await t.kernel.db.insertInto('role_permission').values({ role_id: role, permission: 'pii:read' }).execute()
    forget(t.kernel, {
      users: [(await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'admin1').executeTakeFirstOrThrow()).id],
    })
    expect(await exported('admin1', { name: 'reach1' })).toMatchObject([{ 手机号: PHONE, 统一账号: ACCOUNT }])
  })
})
