import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '../../../contract/identity.ts'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { users } from '../../../contract/identity/users.ts'
import { viewAs } from '../../../contract/identity/view-as.ts'
import { movableClock } from '../../kernel/clock.ts'
import { listEndpoints } from '../../kernel/implement.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { logIn, personWith, type Person } from '../../kernel/testing/people.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { officersDesk } from './testing.ts'

const clock = movableClock('2026-12-01T02:00:00Z')
let t: TestApp
let officer: Person
beforeAll(async () => {
  t = await testApp({ clock })
  officer = await session('security2')
})
const { post, idOf, roleOf, rolesOf } = officersDesk(() => t)
async function session(who: string): Promise<Person> {
  const { body } = await logIn(t.http, who, 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!)
  return personWith(t.http, () => Promise.resolve(body.data))
}
const submit = async (change: object, startTime: string | null = null): Promise<number> =>
  (await post('security1', rightsChange.submit, { change, reason: '轮岗', startTime })).data.id
const ask = async (name: string, codes: string[], startTime: string | null = null) =>
  submit({ userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] }, startTime)
const find = async (id: number) => (await t.as('security1').get(rightsChange.findById.path, { id })).body.data
const decide = async (id: number, decision: string, opinion = '') => {
  const { version, hash } = await find(id)
  return (await post('security2', rightsChange.decide, { id, version, hash, decision, opinion })).data
}
const give = async (name: string, code: string) => {
  const { id, version } = (await t.as('admin1').get(users.findById.path, { id: await idOf(name) })).body.data
  await post('security1', users.saveRoles, { id, version, roleIds: [await roleOf(code)], terms: [] })
}
const withdraw = async (id: number) => post('security1', rightsChange.withdraw, { id, version: (await find(id)).version })
const look = async (who: Person, changeId: number, reason = '先看一眼', userId?: number) =>
  (await who.post(viewAs.startChange.path, { changeId, reason, userId })).body
const viewing = async (who: Person) => (await who.get(identity.info.path)).body.data.user.viewing
const seenBy = async (who: Person) => {
  const { list, total } = (await who.get('/dec/declare/list', { pageSize: 100 })).body.data ?? {}
  return {
    menus: (await who.get(identity.getMenus.path)).body.data,
    declarations: [total, list?.map(({ id }: { id: number }) => id)],
    mayReview: (await who.get('/pol/info/list', { forReview: 1 })).body.success,
  }
}

describe('预看权限变更', () => {
  it('is for the security officer, with a reason, while the change is open, fits, and somebody else is concerned', async () => {
    const id = await ask('dept1', ['dept', 'leader'])
    for (const who of ['admin1', 'audit1', 'leader1', 'qy1']) expect((await look(t.as(who), id)).code, who).toBe('FORBIDDEN')
    expect((await look(officer, id, ' ')).fields).toEqual([{ path: 'reason', message: '请填写原因' }])
    expect((await look(officer, 999_999)).code).toBe('NOT_FOUND')
    expect(await find(id)).toMatchObject({
      roleId: null,
      seenAs: { id: await idOf('dept1'), name: (await t.as('dept1').get(identity.info.path)).body.data.user.name },
    })
    expect((await withdraw(id)).data).toBe(true)
    expect((await look(officer, id)).code).toBe('STATE')
    expect((await find(id)).seenAs).toBeNull()
    const moved = await ask('dept2', ['leader'])
    await give('dept2', 'front')
    expect((await look(officer, moved)).code).toBe('STALE')
    expect((await find(moved)).seenAs).toBeNull()
    await t.kernel.db.insertInto('role').values({ code: 'empty', name: '无人持有' }).execute()
    const nobody = await submit({ roleId: await roleOf('empty'), permissions: ['policy:read'], menuIds: [] })
    expect((await look(officer, nobody)).code).toBe('STATE')
    expect((await find(nobody)).seenAs).toBeNull()
    const gone = await ask('dept3', ['dept', 'leader'])
    await t.kernel.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'dept3').execute()
    expect(await look(officer, gone)).toMatchObject({ code: 'STALE', msg: '提出之后该账号已停用，该申请不能再生效' })
    await t.kernel.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'dept3').execute()
    expect((await viewing(officer)) ?? null).toBeNull()
    expect(await auditTrail(t.kernel, 'viewAs.start')).toEqual([])
  })

  it('shows what the person sees once the change has taken effect, and changes nothing for anybody', async () => {
    const other = await session('security2')
    const before = await seenBy(t.as('dept1'))
    const id = await ask('dept1', ['dept', 'leader'])
    expect((await look(officer, id)).data).toEqual({ until: '2026-12-01T02:15:00.000Z' })
    expect(await viewing(officer)).toMatchObject({ until: '2026-12-01T02:15:00.000Z', change: expect.stringContaining('dept1') })
    const shown = await seenBy(officer)
    expect(shown).not.toEqual(before)
    expect(shown.mayReview).toBe(true)
    // Neither the person nor another session of the officer has any of it, and the database has the old rights.
    expect(await seenBy(t.as('dept1'))).toEqual(before)
    expect(before.mayReview).toBe(false)
    expect((await other.get('/pol/info/list', { forReview: 1 })).body.code).toBe('FORBIDDEN')
    expect((await other.get('/sys/role/list')).body.success).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['dept'])
    expect((await look(officer, id)).code).toBe('FORBIDDEN')
    expect((await officer.post(viewAs.end.path, {})).body.data).toBe(true)
    expect(await viewing(officer)).toBeNull()
    expect((await officer.get('/pol/info/list', { forReview: 1 })).body.code).toBe('FORBIDDEN')
    const { id: userId } = (await t.as('dept1').get(identity.info.path)).body.data.user
    expect(await auditTrail(t.kernel, 'viewAs.start')).toMatchObject([
      { actor_id: await idOf('security2'), object_id: String(userId), detail: { reason: '先看一眼', changeId: id, userName: 'dept1' } },
    ])
    expect(await auditTrail(t.kernel, 'viewAs.stop')).toMatchObject([{ actor_id: await idOf('security2'), object_id: String(userId) }])
    const [notice] = (await t.as('dept1').get('/sys/notice/list', { pageSize: 20 })).body.data.list
    expect(notice).toMatchObject({ body: '先看一眼' })
    expect(notice.title).toMatch(/正在预看“.+”变更后您看到的页面（只读），最迟 10:15 结束/)
    // A view of the person as they are is not one after the change.
    await officer.post(viewAs.start.path, { userId, reason: '对照' })
    expect((await viewing(officer)).change).toBeNull()
    expect(await seenBy(officer)).toEqual(before)
    await officer.post(viewAs.end.path, {})
    expect(await decide(id, 'approve')).toBe(true)
    expect(await seenBy(t.as('dept1'))).toEqual(shown)
  })

  it('lends the new rights to no call that changes something, and to no file', async () => {
    const id = await ask('dept4', ['dept', 'leader'])
    await look(officer, id)
    const { permissions: had } = (await t.as('dept4').get(identity.getMenus.path)).body.data
    const { permissions } = (await officer.get(identity.getMenus.path)).body.data
    const gained = permissions.filter((code: string) => !had.includes(code))
    expect(gained).toContain('policy:review')
    let asked = 0
    for (const { method, path, endpoint } of listEndpoints(t.kernel)) {
      const { access } = endpoint
      if (typeof access === 'string' || !('can' in access) || !gained.includes(access.can)) continue
      if (method === 'POST' ? endpoint.passive : !endpoint.changes && !endpoint.blob) continue
      asked += 1
      const answer = method === 'GET' ? await officer.get(path) : await officer.post(path, {})
      expect(answer.body?.code, `${method} ${path}`).toBe('VIEW_ONLY')
    }
    expect(asked).toBeGreaterThan(3)
    expect((await officer.post('/export/start', { type: 'policies', query: {} })).body.code).toBe('VIEW_ONLY')
    await officer.post(viewAs.end.path, {})
    await withdraw(id)
  })

  it('ends within a second of any decision, when the rights under it change, and after fifteen minutes', async () => {
    const ends = async (id: number, how: string, act: () => Promise<unknown>) => {
      expect(await look(officer, id), how).toMatchObject({ success: true })
      expect((await viewing(officer))?.change, how).toBeTruthy()
      await act()
      clock.advance(1000)
      expect(await viewing(officer), how).toBeNull()
      expect((await officer.get('/sys/role/list')).body.success, how).toBe(true)
    }
    const refused = await ask('dept4', ['dept', 'leader'])
    await ends(refused, 'reject', () => decide(refused, 'reject', '没有依据'))
    const back = await ask('dept4', ['dept', 'leader'])
    await ends(back, 'withdraw', () => withdraw(back))
    const later = await ask('dept4', ['dept', 'leader'], '2026-12-03 08:00:00')
    await ends(later, 'approve for later', () => decide(later, 'approve'))
    // An approved change that waits for its start can be looked at too.
    await ends(later, 'withdraw before the start', () => withdraw(later))
    const under = await ask('dept4', ['dept', 'leader'])
    await ends(under, 'other roles', () => give('dept4', 'front'))
    await withdraw(under)
    const timed = await ask('dept4', ['front', 'leader'])
    await ends(timed, 'time', async () => clock.advance(15 * 60_000))
    await ends(timed, 'approve', () => decide(timed, 'approve'))
  })

  it('shows a changed role by whichever holder the officer chooses, and by nobody else', async () => {
    await give('dept2', 'dept')
    await give('dept3', 'dept')
    const roleId = await roleOf('dept')
    const id = await submit({ roleId, resource: 'declaration', rule: null })
    expect(await find(id)).toMatchObject({ roleId, seenAs: { id: await idOf('dept1') } })
    for (const who of ['front1', 'security2', 'audit1', 'qy1']) {
      const refused = await look(officer, id, '对照', await idOf(who))
      expect(refused.fields, who).toEqual([{ path: 'userId', message: '不能以此人的视角预看，请选择持有该角色的在用工作人员' }])
    }
    const other = await ask('dept4', ['dept', 'leader'])
    expect((await look(officer, other, '对照', await idOf('dept3'))).fields?.[0]?.path).toBe('userId')
    await withdraw(other)
    for (const who of ['dept2', 'dept3']) {
      expect(await look(officer, id, '对照', await idOf(who)), who).toMatchObject({ success: true })
      const [own, seen] = [await t.as(who).get(identity.info.path), await officer.get(identity.info.path)]
      expect(seen.body.data.user.name, who).toBe(own.body.data.user.name)
      expect((await viewing(officer)).change, who).toBeTruthy()
      await officer.post(viewAs.end.path, {})
    }
    await withdraw(id)
  })

  it('shows a changed role and a changed data rule by the first who holds the role', async () => {
    await give('dept1', 'dept')
    const roleId = await roleOf('dept')
    const held = (await t.as('security1').get('/sys/role/findById', { id: roleId })).body.data
    const role = await submit({ roleId, permissions: [...held.permissions, 'policy:review'], menuIds: held.menuIds.slice(1) })
    const { name } = (await t.as('dept1').get(identity.info.path)).body.data.user
    expect((await find(role)).seenAs).toEqual({ id: await idOf('dept1'), name })
    expect(await look(officer, role)).toMatchObject({ success: true })
    const shown = await seenBy(officer)
    await officer.post(viewAs.end.path, {})
    expect(await decide(role, 'approve')).toBe(true)
    expect(await seenBy(t.as('dept1'))).toEqual(shown)
    const none = await submit({ roleId, resource: 'declaration', rule: null })
    expect((await look(officer, none)).success).toBe(true)
    const without = await seenBy(officer)
    await officer.post(viewAs.end.path, {})
    expect(without).not.toEqual(shown)
    expect(await decide(none, 'approve')).toBe(true)
    expect((await t.as('security1').get(dataRules.list.path, { roleId, resource: 'declaration' })).body.data.total).toBe(0)
    expect(await seenBy(t.as('dept1'))).toEqual(without)
  })
})
