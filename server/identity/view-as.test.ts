import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '../../contract/identity.ts'
import { users } from '../../contract/identity/users.ts'
import { viewAs } from '../../contract/identity/view-as.ts'
import { listEndpoints } from '../kernel/implement.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { movableClock } from '../kernel/clock.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { logIn, personWith, type Person } from '../kernel/testing/people.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { giveRoles, setEnabled } from './users.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
let dept1: number
beforeAll(async () => {
  t = await testApp({ clock })
  dept1 = await idOf('dept1')
})
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
async function session(who: string): Promise<Person> {
  const { body } = await logIn(t.http, who, 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!)
  return personWith(t.http, () => Promise.resolve(body.data))
}
const me = async (person: Person) => (await person.get(identity.info.path)).body.data.user
const start = async (person: Person, userId: number, reason = '反映看不到申报') =>
  (await person.post(viewAs.start.path, { userId, reason })).body

describe('以他人视角查看', () => {
  it('is for the security officer, for enabled staff who are not administrators, and never for oneself', async () => {
    for (const who of ['admin1', 'audit1', 'leader1', 'qy1']) expect((await start(t.as(who), dept1)).code, who).toBe('FORBIDDEN')
    const officer = t.as('security1')
    expect((await start(officer, dept1, ' ')).fields).toEqual([{ path: 'reason', message: '请填写原因' }])
    expect((await start(officer, 999_999)).code).toBe('NOT_FOUND')
    expect((await start(officer, await idOf('security1'))).code).toBe('OWN_WORK')
    for (const name of ['security2', 'admin1', 'audit1'])
      expect((await start(officer, await idOf(name))).code, name).toBe('EXCLUSIVE_ROLES')
    expect((await start(officer, await idOf('qy1'))).success).toBe(false)
    const { data: made } = (await t.as('admin1').post(users.save.path, { userName: 'off1', name: '停用 何平' })).body
    await t.as('admin1').form(users.setEnabled.path, { id: String(made.id), enableFlag: '0' })
    expect((await start(officer, made.id)).code).toBe('STATE')
    expect((await me(officer)).viewing).toBeNull()
  })

  it('shows no personal number in clear, also where the viewed person reads it', async () => {
    const number = /(?<![\w-])1[3-9]\d{9}(?![\w-])/
    const own = (await t.as('market1').get('/land/info/list', { pageSize: 50 })).body
    expect(JSON.stringify(own)).toMatch(number)
    for (const name of ['market1', 'agent1', 'editor1', 'appeal1']) {
      const officer = await session('security2')
      expect((await start(officer, await idOf(name))).success).toBe(true)
      let answered = 0
      for (const { method, path, endpoint } of listEndpoints(t.kernel)) {
        if (method !== 'GET' || endpoint.blob || endpoint.changes || endpoint.signed) continue
        for (const asked of [{ page: 1, pageSize: 50 }, { id: 1 }]) {
          const { body } = await officer.get(path, asked)
          if (body?.success) answered += 1
          const { requestId: _, ...shown } = (body ?? {}) as Record<string, unknown>
          expect(number.exec(JSON.stringify(shown))?.[0], `${name} ${path}`).toBeUndefined()
        }
      }
      expect(answered, name).toBeGreaterThan(50)
    }
  }, 60_000)

  it('shows lists, menus and rights of that user, and affects nobody else', async () => {
    const officer = await session('security1')
    const other = await session('security1')
    const hers = (await t.as('dept1').get('/dec/declare/list', { pageSize: 100 })).body.data
    const menus = (await t.as('dept1').get(identity.getMenus.path)).body.data
    expect((await start(officer, dept1)).data).toEqual({ until: '2026-11-21T02:15:00.000Z' })
    expect(await me(officer)).toMatchObject({ id: dept1, userName: 'dept1', viewing: { until: '2026-11-21T02:15:00.000Z' } })
    const seen = (await officer.get('/dec/declare/list', { pageSize: 100 })).body.data
    expect(seen.total).toBe(hers.total)
    expect(seen.list.map((d: { id: number }) => d.id)).toEqual(hers.list.map((d: { id: number }) => d.id))
    expect((await officer.get(identity.getMenus.path)).body.data).toEqual(menus)
    // Meanwhile the officer's own rights do not apply in this session.
    expect((await officer.get('/sys/role/list')).body.code).toBe('FORBIDDEN')
    expect((await other.get('/sys/role/list')).body.success).toBe(true)
    expect((await me(t.as('dept1'))).viewing).toBeNull()
    // Denied calls are recorded as the officer's.
    const denied = await t.kernel.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'access.denied')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(denied).toMatchObject({ actor_id: await idOf('security1'), actor_role: 'secadmin' })
    expect((await officer.post(viewAs.end.path, {})).body.data).toBe(true)
    expect(await me(officer)).toMatchObject({ userName: 'security1', viewing: null })
    expect((await officer.post(viewAs.end.path, {})).body.data).toBe(true)
  })

  it('refuses every call that changes something, every file and export, and the user’s private matters', async () => {
    const officer = await session('security1')
    await start(officer, dept1)
    const before = await t.kernel.db
      .selectFrom('audit_log')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const may = new Set([
      '/sys/viewAs/end',
      '/sys/activeUser/logout',
      '/sys/activeUser/refreshToken',
      '/sys/activeUser/checkTokenInvalid',
      '/sys/activeUser/getVerifiCode',
      // Pictures of a map are nobody's own content.
      '/map/tiles',
      // It answers everybody as a visitor.
      '/mcp',
    ])
    let asked = 0
    for (const { method, path, endpoint } of listEndpoints(t.kernel)) {
      const changes = method === 'POST' ? !endpoint.passive : endpoint.changes
      if (may.has(path) || (!changes && !endpoint.blob) || endpoint.signed) continue
      asked += 1
      const answer =
        method === 'GET'
          ? await officer.get(path)
          : endpoint.as === 'form'
            ? await officer.form(path, {})
            : endpoint.as === 'multipart'
              ? await officer.send({
                  method: 'POST',
                  url: path,
                  headers: { 'content-type': 'multipart/form-data; boundary=x' },
                  payload: '--x--\r\n',
                })
              : await officer.post(path, {})
      // The viewed person may not call it, or the view refuses it.
      expect(['VIEW_ONLY', 'FORBIDDEN', 'TOO_MANY'], `${method} ${path} ${JSON.stringify(answer.body)}`).toContain(answer.body?.code)
    }
    expect(asked).toBeGreaterThan(300)
    for (const path of [
      '/sys/account/data',
      '/sys/account/sessions',
      '/sys/webauthn/list',
      '/sys/notice/list',
      '/sys/draft/find',
      '/sms/optOut/mine',
    ])
      expect((await officer.get(path)).body.code, path).toBe('VIEW_ONLY')
    // No map service is configured here: a tile is missing, but not refused.
    expect((await officer.get('/map/tiles', { z: 1, x: 1, y: 1 })).body.code).toBe('NOT_FOUND')
    const written = await t.kernel.db.selectFrom('audit_log').select('action').distinct().where('id', '>', before.id).execute()
    expect(written.map(({ action }) => action)).toEqual(['access.denied'])
  }, 120_000)

  it('is recorded with its reason, and the user is notified', async () => {
    const officer = await session('security2')
    await start(officer, dept1, '核对工作台')
    await officer.post(viewAs.end.path, {})
    const rows = await t.kernel.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', 'like', 'viewAs.%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const by = { actor_id: await idOf('security2'), object_id: String(dept1) }
    expect(rows).toMatchObject([
      { action: 'viewAs.stop', ...by },
      { action: 'viewAs.start', ...by, detail: { reason: '核对工作台', userName: 'dept1' } },
    ])
    const { list } = (await t.as('dept1').get('/sys/notice/list', { pageSize: 20 })).body.data
    expect(list[0]).toMatchObject({ body: '核对工作台' })
    expect(list[0].title).toMatch(/^安全管理员 乔安 正在以您的视角查看平台（只读），最迟 \d\d:\d\d 结束/)
  })

  it('ends after fifteen minutes, and at once when the permission is lost or the officer logs out', async () => {
    const officer = await session('security1')
    await start(officer, dept1)
    clock.advance(14 * 60_000)
    expect((await me(officer)).userName).toBe('dept1')
    clock.advance(60_000)
    expect(await me(officer)).toMatchObject({ userName: 'security1', viewing: null })
    await start(officer, dept1)
    const { id } = await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'secadmin').executeTakeFirstOrThrow()
    await t.kernel.db.deleteFrom('role_permission').where('role_id', '=', id).where('permission', '=', 'role:manage').execute()
    clock.advance(1000)
    expect((await me(officer)).userName).toBe('security1')
    await t.kernel.db.insertInto('role_permission').values({ role_id: id, permission: 'role:manage' }).execute()
    clock.advance(1000)
    expect((await officer.post(identity.logout.path, {})).body.success).toBe(true)
    expect((await officer.get(identity.info.path)).status).toBe(401)
    expect((await t.as('dept1').get(identity.info.path)).body.success).toBe(true)
  })

  it('that is ended by disabling an account, by a log-out or by a lost right is recorded, once; its time ends it without a record', async () => {
    const userId = await idOf('dept3')
    const stops = () => auditTrail(t.kernel, 'viewAs.stop')
    const before = (await stops()).length
    const enable = (name: string, enabled: boolean) => setEnabled(t.kernel, systemCall('test'), name, enabled)
    const ended = (viewer: string, reason: string) => ({
      actor_id: null,
      actor_type: 'SYSTEM',
      object_id: String(userId),
      detail: { userName: 'dept3', viewer, reason },
    })
    const officer = await session('security1')
    expect((await start(officer, userId)).success).toBe(true)
    await enable('dept3', false)
    expect((await stops()).at(-1)).toMatchObject(ended('security1', '被查看的账号已停用'))
    await enable('dept3', true)
    clock.advance(1000)

    const other = await session('security2')
    expect((await start(other, userId)).success).toBe(true)
    await enable('security2', false)
    expect((await stops()).at(-1)).toMatchObject(ended('security2', '查看人的账号已停用'))
    await enable('security2', true)

    const leaving = await session('security2')
    expect((await start(leaving, userId)).success).toBe(true)
    expect((await leaving.post(identity.logout.path, {})).body.success).toBe(true)
    expect((await stops()).at(-1)).toMatchObject(ended('security2', '查看人的登录已结束'))

    expect((await start(officer, userId)).success).toBe(true)
    await t.kernel.db.transaction().execute((db) => giveRoles(db, systemCall('test'), userId, ['auditor']))
    expect((await stops()).at(-1)).toMatchObject(ended('security1', '权限有变化'))
    await t.kernel.db.transaction().execute((db) => giveRoles(db, systemCall('test'), userId, ['dept']))
    clock.advance(1000)

    expect((await start(officer, userId)).success).toBe(true)
    clock.advance(15 * 60_000)
    await enable('dept3', false)
    await enable('dept3', true)
    expect(await stops()).toHaveLength(before + 4)
  })

  it('ends within a second when the viewed account is disabled or becomes an administrator', async () => {
    const officer = await session('security1')
    const userId = await idOf('dept3')
    expect((await start(officer, userId)).success).toBe(true)
    expect((await me(officer)).userName).toBe('dept3')
    expect((await t.as('admin1').form(users.setEnabled.path, { id: String(userId), enableFlag: '0' })).body.success).toBe(true)
    clock.advance(1000)
    expect(await me(officer)).toMatchObject({ userName: 'security1', viewing: null })
    expect((await start(officer, userId)).code).toBe('STATE')
    await t.as('admin1').form(users.setEnabled.path, { id: String(userId), enableFlag: '1' })
    clock.advance(1000)
    // Seen red: the session kept the view, which began again with the account.
    expect(await me(officer), 'a view that ended does not begin again').toMatchObject({ userName: 'security1', viewing: null })
    expect((await start(officer, userId)).success).toBe(true)
    const { db } = t.kernel
    await db.transaction().execute((trx) => giveRoles(trx, systemCall('test'), userId, ['auditor']))
    clock.advance(1000)
    expect(await me(officer)).toMatchObject({ userName: 'security1', viewing: null })
    expect((await start(officer, userId)).code).toBe('EXCLUSIVE_ROLES')
    const give = (id: number, codes: string[]) => db.transaction().execute((trx) => giveRoles(trx, systemCall('test'), id, codes))
    await give(userId, ['dept'])
    clock.advance(1000)
    expect(await me(officer)).toMatchObject({ userName: 'security1', viewing: null })
    // Nor when the officer loses the right, and is given it again.
    expect((await start(officer, userId)).success).toBe(true)
    const left = () => db.selectFrom('session').select('id').where('viewing_user_id', '=', userId).execute()
    await give(userId, ['dept', 'leader'])
    expect(await left(), 'other roles of the viewed person end nothing').toHaveLength(1)
    const officerId = await idOf('security1')
    await give(officerId, ['dept'])
    await give(officerId, ['secadmin'])
    expect(await left()).toEqual([])
  })
})
