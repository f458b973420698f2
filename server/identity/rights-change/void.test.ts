import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { officersDesk } from './testing.ts'

const clock = movableClock('2026-12-01T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const { post, idOf, roleOf, rolesOf } = officersDesk(() => t)
const give = async (name: string, codes: string[], terms: object[] = []) => {
  const { id, version } = (await t.as('admin1').get(users.findById.path, { id: await idOf(name) })).body.data
  return post('security1', users.saveRoles, { id, version, roleIds: await inTurn(codes, roleOf), terms })
}
const ask = async (name: string, codes: string[], startTime: string | null, terms: object[] = []): Promise<number> =>
  (
    await post('security1', rightsChange.submit, {
      change: { userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms },
      reason: '轮岗',
      startTime,
    })
  ).data.id
const find = async (id: number) => (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
const approve = async (id: number) => {
  const { version, hash } = await find(id)
  return post('security2', rightsChange.decide, { id, version, hash, decision: 'approve' })
}
const minute = () => runRecurring(t.kernel, 'identity.terms')
const told = async (who: string) =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string; body: string; link: string }[]).filter(
    ({ title }) => title.startsWith('权限变更已作废'),
  )

describe('定时生效的权限变更，到时再核对', () => {
  it('shows the effect of the day on which it begins, with the terms that begin on it', async () => {
    const term = { roleId: await roleOf('leader'), from: '2026-12-03', to: '2026-12-20' }
    const id = await ask('dept1', ['dept'], '2026-12-03 08:00:00', [term])
    expect((await find(id)).effect.gained).toContain('审核政策')
    expect((await approve(id)).data).toBe(true)
    expect((await find(id)).effect.gained).toContain('审核政策')
    const { version } = await find(id)
    await post('security1', rightsChange.withdraw, { id, version })
  })

  it('tells an officer who agrees after another that it is decided, not that it cannot become void', async () => {
    const id = await ask('dept1', ['dept', 'editor'], null)
    const { version, hash } = await find(id)
    expect((await approve(id)).data).toBe(true)
    const late = await post('security2', rightsChange.decide, { id, version, hash, decision: 'approve' })
    expect(late.code).toBe('CONFLICT')
    expect(late.msg).not.toContain('作废')
  })

  it('gives nothing to who was disabled or went to another office, nor with an approver who is no officer any more; what it takes away goes', async () => {
    await give('dept1', ['dept', 'front'])
    const start = '2026-12-05 08:00:00'
    const moved = await ask('dept3', ['dept', 'leader'], start)
    const left = await ask('dept4', ['dept', 'leader'], start)
    const orphaned = await ask('dept2', ['dept', 'leader'], start)
    const less = await ask('dept1', ['dept'], start)
    for (const id of [moved, left, orphaned, less]) expect((await approve(id)).data, String(id)).toBe(true)
    const { db } = t.kernel
    const offices = await db
      .selectFrom('sys_user')
      .select(['user_name', 'office_id'])
      .where('user_name', 'in', ['dept1', 'dept2', 'dept3'])
      .orderBy('user_name')
      .execute()
    const away = offices[1]!.office_id
    expect([offices[0]!.office_id, offices[2]!.office_id]).not.toContain(away)
    await db.updateTable('sys_user').set({ office_id: away }).where('user_name', 'in', ['dept1', 'dept3']).execute()
    await db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'dept4').execute()
    expect((await find(moved)).staleWhy).toBe('同意之后已调到别的部门')
    expect((await find(left)).staleWhy).toBe('同意之后该账号已停用')
    for (const id of [orphaned, less]) expect((await find(id)).staleWhy, String(id)).toBeNull()
    const officer = await db
      .deleteFrom('user_role')
      .where('user_id', '=', await idOf('security2'))
      .returningAll()
      .executeTakeFirstOrThrow()
    clock.set('2026-12-05T00:01:00Z')
    await minute()
    await db.insertInto('user_role').values(officer).execute()
    await db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'dept4').execute()
    for (const name of ['dept2', 'dept3', 'dept4']) expect(await rolesOf(name), name).toEqual(['dept'])
    expect(await rolesOf('dept1')).toEqual(['dept'])
    const reasons = ['同意之后已调到别的部门', '同意之后该账号已停用', '同意的人已不是安全管理员']
    expect((await auditTrail(t.kernel, 'rightsChange.lapse')).map(({ detail }) => detail!.reason)).toEqual(reasons)
    // Who asked is told of each, who is no officer any more of none.
    const notices = await told('security1')
    expect(notices.map(({ body }) => body).toSorted()).toEqual(reasons.map((why) => `原因：${why}。仍需要的，请重新提出。`).toSorted())
    expect(new Set(notices.map(({ link }) => link))).toEqual(new Set(['/work/role?tab=changes']))
    expect(await told('security2')).toEqual([])
    expect((await find(moved)).opinion).toBe(reasons[0])
    await minute()
    expect(await told('security1')).toHaveLength(3)
  })

  it('does not wait for another change that fails, which is tried again in the next minute', async () => {
    const [broken, whole] = [await ask('dept2', ['leader'], '2026-12-08 08:00:00'), await ask('dept3', ['leader'], '2026-12-08 08:01:00')]
    for (const id of [broken, whole]) expect((await approve(id)).data).toBe(true)
    const { db } = t.kernel
    await sql`create function refuse_role() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(db)
    const user = await idOf('dept2')
    await sql`create trigger refuse_role before insert on user_role for each row when (new.user_id = ${sql.lit(user)})
      execute function refuse_role()`.execute(db)
    clock.set('2026-12-08T00:02:00Z')
    await expect(minute()).rejects.toThrow(/broken/)
    expect([(await find(broken)).state, (await find(whole)).state]).toEqual([5, 1])
    expect([await rolesOf('dept2'), await rolesOf('dept3')]).toEqual([['dept'], ['leader']])
    await sql`drop trigger refuse_role on user_role`.execute(db)
    await minute()
    expect((await find(broken)).state).toBe(1)
    expect(await rolesOf('dept2')).toEqual(['leader'])
  })
})

describe('权限变更的依据', () => {
  it('is the same when only a limited role has ended by itself since; one that was asked to go on cannot be agreed to', async () => {
    await give('dept1', ['dept'], [{ roleId: await roleOf('leader'), to: '2026-12-10' }])
    await give('dept4', ['dept'], [{ roleId: await roleOf('leader'), to: '2026-12-10' }])
    const id = await ask('dept1', ['dept', 'front'], null)
    const kept = { roleId: await roleOf('leader'), from: '2026-12-08', to: '2026-12-10' }
    const past = await ask('dept4', ['dept', 'front'], null, [kept])
    clock.set('2026-12-12T02:00:00Z')
    await minute()
    expect((await find(id)).staleWhy).toBeNull()
    expect((await approve(id)).data).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['dept', 'front'])
    expect(await approve(past)).toMatchObject({ code: 'STATE', msg: '所请的期限已经过去，请驳回' })
  })

  it('has changed at the decision: who asked is told why it is void', async () => {
    const before = (await told('security1')).length
    const id = await ask('dept3', ['leader', 'front'], null)
    await give('dept3', ['dept'])
    expect((await approve(id)).code).toBe('STALE')
    const notices = await told('security1')
    expect(notices).toHaveLength(before + 1)
    expect(notices[0]).toMatchObject({ body: '原因：提出之后权限已有变化。仍需要的，请重新提出。' })
  })

  it('is gone for an open request: list and page say why, it cannot be approved, and the decision is refused in words', async () => {
    const helper = { code: 'helper-gone', name: '将撤销的角色', permissions: ['policy:read'], menuIds: [] }
    const { id: roleId } = (await post('security1', roles.save, helper)).data
    const held = await rolesOf('dept2')
    const withdrawn = await ask('dept1', ['front'], null)
    const disabled = await ask('dept2', [...held, 'front'], null)
    const deleted = await ask('fin1', ['helper-gone'], null)
    const listed = async (id: number) =>
      ((await t.as('security2').get(rightsChange.list.path, { state: 0, pageSize: 50 })).body.data.list as RightsChangeRow[]).find(
        (row) => row.id === id,
      )
    for (const id of [withdrawn, disabled, deleted])
      expect(await listed(id)).toMatchObject({ staleWhy: null, allowed: ['approve', 'reject'] })

    await give('dept1', [])
    await t.kernel.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'dept2').execute()
    expect((await t.as('security1').form(roles.remove.path, { id: String(roleId) })).body.data).toBe(true)
    const whys = new Map([
      [withdrawn, '提出之后权限已有变化'],
      [disabled, '提出之后该账号已停用'],
      [deleted, '所请的角色已被删除'],
    ])
    for (const [id, staleWhy] of whys) {
      expect(await listed(id), staleWhy).toMatchObject({ staleWhy, allowed: ['reject'] })
      const found = await find(id)
      expect(found, staleWhy).toMatchObject({ staleWhy, effect: null, allowed: ['reject'] })
      expect(await approve(id), staleWhy).toMatchObject({ code: 'STALE', msg: `${staleWhy}，该申请作废，仍需要的请重新提出` })
      expect(await find(id), staleWhy).toMatchObject({ state: 4, opinion: staleWhy, staleWhy: null, allowed: [] })
    }
    expect(await rolesOf('dept2')).toEqual(held)
    // Nobody asks for more for an account that is disabled already.
    const late = { change: { userId: await idOf('dept2'), roleIds: await inTurn([...held, 'front'], roleOf), terms: [] }, reason: '轮岗' }
    expect(await post('security1', rightsChange.submit, late)).toMatchObject({ code: 'STATE', msg: expect.stringContaining('已停用') })
    await t.kernel.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'dept2').execute()
  })

  it('keeps a role while a request to change it is open', async () => {
    const role = { code: 'asked-about', name: '待变更的角色', permissions: ['policy:read'], menuIds: [] }
    const { id: roleId } = (await post('security1', roles.save, role)).data
    const change = { roleId, permissions: ['policy:read', 'consult:read'], menuIds: [] }
    const { id } = (await post('security1', rightsChange.submit, { change, reason: '增加咨询' })).data
    const remove = async () => (await t.as('security1').form(roles.remove.path, { id: String(roleId) })).body
    expect(await remove()).toMatchObject({ code: 'IN_USE', msg: '该角色有一项变更申请在等复核或等生效，请先办完或撤回' })
    const { version } = await find(id)
    expect((await post('security1', rightsChange.withdraw, { id, version })).data).toBe(true)
    expect((await remove()).data).toBe(true)
  })

  it('keeps a role that an approved change will give to somebody at its start', async () => {
    const role = { code: 'given-later', name: '稍后授予的角色', permissions: ['policy:read'], menuIds: [] }
    const { id: roleId } = (await post('security1', roles.save, role)).data
    const id = await ask('dept3', [...(await rolesOf('dept3')), role.code], `${addDays(today(clock), 2)} 08:00:00`)
    const remove = async () => (await t.as('security1').form(roles.remove.path, { id: String(roleId) })).body
    expect((await approve(id)).data).toBe(true)
    expect((await find(id)).state).toBe(5)
    expect(await remove()).toMatchObject({ code: 'IN_USE', msg: expect.stringContaining('将授予该角色，请先撤回或驳回') })
    const { version } = await find(id)
    expect((await post('security1', rightsChange.withdraw, { id, version })).data).toBe(true)
    expect((await remove()).data).toBe(true)
  })
})
