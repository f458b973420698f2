import { beforeAll, describe, expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'

const clock = movableClock(new Date('2026-12-01T02:00:00Z'))
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const post = async (who: string, { path }: { path: string }, body: object) => (await t.as(who).post(path, body)).body
const get = async (who: string, { path }: { path: string }, query: object = {}) => (await t.as(who).get(path, { ...query })).body
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const roleOf = async (code: string) =>
  (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const rolesOf = async (name: string): Promise<string[]> =>
  (await get('admin1', users.findById, { id: await idOf(name) })).data.roles.map((role: { code: string }) => role.code)
const ask = async (who: string, name: string, codes: string[], reason = '兼管') =>
  post(who, rightsChange.submit, {
    change: { userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] },
    reason,
  })
const find = async (who: string, id: number) => (await get(who, rightsChange.findById, { id })).data
const decide = async (who: string, id: number, decision: string, opinion = '', over: object = {}) => {
  const { version, hash } = await find('security1', id)
  return post(who, rightsChange.decide, { id, version, hash, decision, opinion, ...over })
}

describe('权限变更申请', () => {
  it('is requested by a security officer, only for what could be given directly', async () => {
    for (const who of ['admin1', 'audit1', 'leader1', 'qy1']) {
      expect((await ask(who, 'dept1', ['dept', 'leader'])).code, who).toBe('FORBIDDEN')
      expect((await get(who, rightsChange.list)).code, who).toBe('FORBIDDEN')
    }
    const seeded = (await get('security1', rightsChange.list)).data.total
    expect((await ask('security1', 'dept1', ['dept', 'leader'], ' ')).fields?.[0]?.path).toBe('reason')
    expect((await ask('security1', 'dept1', ['dept'])).msg).toContain('没有要变更的')
    expect((await ask('security1', 'security1', ['leader'])).code).toBe('OWN_WORK')
    expect((await ask('security1', 'audit1', ['leader'])).code).toBe('EXCLUSIVE_ROLES')
    expect((await ask('security1', 'dept1', ['dept', 'sysadmin'])).code).toBe('EXCLUSIVE_ROLES')
    expect((await ask('security1', 'qy1', ['leader'])).success).toBe(false)
    const role = await roleOf('leader')
    const rights = (change: object) =>
      post('security1', rightsChange.submit, { change: { roleId: role, menuIds: [], ...change }, reason: '调整' })
    expect((await rights({ permissions: ['user:manage'] })).fields?.[0]?.path).toBe('permissions')
    expect((await rights({ permissions: ['policy:read'], menuIds: [999_999] })).fields?.[0]?.path).toBe('menuIds')
    expect(
      (
        await post('security1', rightsChange.submit, {
          change: { roleId: await roleOf('auditor'), permissions: [], menuIds: [] },
          reason: '调整',
        })
      ).code,
    ).toBe('FIXED_ROLE')
    expect((await get('security1', rightsChange.list)).data.total).toBe(seeded)
    expect(await rolesOf('dept1')).toEqual(['dept'])
  })

  it('takes effect with the user’s next call when another officer agrees to exactly what was read', async () => {
    const { id } = (await ask('security1', 'dept1', ['dept', 'leader'])).data
    expect((await ask('security2', 'dept1', ['leader'])).code).toBe('STATE')
    expect(await rolesOf('dept1')).toEqual(['dept'])
    const seen = await find('security2', id)
    expect(seen).toMatchObject({ staleWhy: null, allowed: ['approve', 'reject'], effect: { holders: 1, lost: [] } })
    expect(seen.effect.gained).toContain('审核政策')
    expect(seen.words).toEqual({ before: '部门审核人员', after: '部门审核人员、领导' })
    expect(await find('security1', id)).toMatchObject({ allowed: ['withdraw'] })
    expect((await decide('security1', id, 'approve')).code).toBe('OWN_WORK')
    expect((await decide('security2', id, 'approve', '', { hash: 'x' })).code).toBe('CONFLICT')
    expect((await decide('security2', id, 'approve', '', { version: 9 })).code).toBe('CONFLICT')
    const todos = async (who: string) =>
      ((await t.as(who).get('/work/list')).body.data.list as { kind: string; count: number }[]).find(({ kind }) => kind === 'rights-change')
        ?.count
    // Each officer has one request of the demo.
    expect([await todos('security1'), await todos('security2')]).toEqual([1, 2])
    expect((await decide('security2', id, 'approve')).data).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['dept', 'leader'])
    expect((await t.as('dept1').get('/pol/info/list', { forReview: 1 })).body.success).toBe(true)
    expect(await find('security1', id)).toMatchObject({ state: 1, decidedBy: expect.any(String), allowed: [], effect: null })
    expect((await decide('security2', id, 'reject', '晚了')).code).toBe('STATE')
    // The two officers change it back.
    const back = (await post('security2', rightsChange.rollback, { id, reason: '不再兼管' })).data.id
    expect((await decide('security2', back, 'approve')).code).toBe('OWN_WORK')
    expect((await decide('security1', back, 'approve')).data).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['dept'])
  })

  it('is refused with a reason, withdrawn by its author, and void when its basis has changed', async () => {
    const first = (await ask('security1', 'dept2', ['dept', 'leader'])).data.id
    expect((await decide('security2', first, 'reject')).fields?.[0]?.path).toBe('opinion')
    expect((await decide('security2', first, 'reject', '没有依据')).data).toBe(true)
    expect((await post('security1', rightsChange.rollback, { id: first, reason: '退回' })).code).toBe('STATE')
    const second = (await ask('security1', 'dept2', ['leader'])).data.id
    const { version } = await find('security1', second)
    expect((await post('security2', rightsChange.withdraw, { id: second, version })).code).toBe('NOT_SUBMITTER')
    expect((await post('security1', rightsChange.withdraw, { id: second, version })).data).toBe(true)
    const third = (await ask('security1', 'dept2', ['leader'])).data.id
    const person = (await get('admin1', users.findById, { id: await idOf('dept2') })).data
    await post('security1', users.saveRoles, { id: person.id, version: person.version, roleIds: [await roleOf('front')], terms: [] })
    expect((await find('security2', third)).staleWhy).toBe('提出之后权限已有变化')
    expect((await decide('security2', third, 'approve')).code).toBe('STALE')
    expect((await find('security2', third)).state).toBe(4)
    expect(await rolesOf('dept2')).toEqual(['front'])
  })

  it('changes the permissions of a role for all its holders', async () => {
    const id = await roleOf('leader')
    const { permissions, menuIds } = (await get('security1', roles.findById, { id })).data
    const kept = permissions.filter((code: string) => code !== 'policy:review')
    const { data } = await post('security1', rightsChange.submit, {
      change: { roleId: id, permissions: kept, menuIds },
      reason: '分开编审',
    })
    expect((await find('security2', data.id)).effect).toMatchObject({ lost: ['审核政策'], gained: [] })
    expect((await decide('security2', data.id, 'approve')).data).toBe(true)
    expect((await get('security1', roles.findById, { id })).data.permissions).toEqual(kept)
    // A decided change can be read later: what it took and gave.
    expect((await find('security1', data.id)).words).toEqual({ before: '有审核政策，变更后没有', after: '没有新增的权限' })
    const words = await t.kernel.db.selectFrom('audit_log').select('action').where('action', 'like', 'rightsChange.%').distinct().execute()
    expect(words.map(({ action }) => action).sort()).toEqual(
      ['approve', 'lapse', 'reject', 'submit', 'withdraw'].map((verb) => `rightsChange.${verb}`),
    )
  })

  it('sets a term that counts from the day of the decision, and never a past one', async () => {
    const [userId, dept, leader] = [await idOf('dept3'), await roleOf('dept'), await roleOf('leader')]
    const until = async (to: string) =>
      (
        await post('security1', rightsChange.submit, {
          change: { userId, roleIds: [dept], terms: [{ roleId: leader, to }] },
          reason: '临时',
        })
      ).data.id
    const short = await until('2026-12-02')
    clock.set(new Date('2026-12-04T02:00:00Z'))
    expect((await decide('security2', short, 'approve')).code).toBe('STATE')
    expect((await decide('security2', short, 'reject', '已过期')).data).toBe(true)
    const longer = await until('2026-12-20')
    clock.set(new Date('2026-12-06T02:00:00Z'))
    expect((await decide('security2', longer, 'approve')).data).toBe(true)
    expect((await get('admin1', users.findById, { id: userId })).data.roles).toMatchObject([
      { code: 'dept', to: null },
      { code: 'leader', from: '2026-12-06', to: '2026-12-20' },
    ])
  })

  it('changes the rows that a role opens, shows who sees how many, and can be undone', async () => {
    const roleId = await roleOf('dept')
    const asks = (rule: object | null, resource = 'declaration') =>
      post('security1', rightsChange.submit, { change: { roleId, resource, rule }, reason: '按部门分工' })
    const all = { scope: 'all', officeIds: [], lines: [] }
    const wrong = (lines: object[]) => asks({ ...all, lines })
    expect((await wrong([{ field: 'colour', op: 'in', values: ['red'] }])).fields?.[0]?.path).toBe('lines.0.field')
    expect((await wrong([{ field: 'state', op: 'in', values: ['nowhere'] }])).fields?.[0]?.path).toBe('lines.0.values')
    expect((await asks({ scope: 'custom', officeIds: [999_999], lines: [] })).fields?.[0]?.path).toBe('officeIds')
    expect((await asks(null, 'nothing')).success).toBe(false)
    const ruleOf = async () =>
      (await get('security1', dataRules.list, { roleId, resource: 'declaration' })).data.list.map((rule: { words: string }) => rule.words)
    const before = await ruleOf()
    const seen = async () => (await t.as('dept2').get('/dec/declare/list')).body.data.total
    const few = await seen()
    expect((await asks({ scope: 'office', officeIds: [], lines: [] })).msg).toContain('没有要变更的')
    const { id } = (await asks(all)).data
    // A change for another resource of the same role may wait too; a second one for this resource may not.
    expect((await asks(null)).code).toBe('STATE')
    const beside = (await asks(null, 'allowance')).data.id
    const read = await find('security2', id)
    expect(read.words).toEqual({ before: before[0], after: '全部' })
    const mine = read.effect.rows[0].people.find((one: { before: number; after: number }) => one.after > one.before)
    expect(read.effect).toMatchObject({ gained: [], lost: [], rows: [{ title: '项目申报' }] })
    expect(await seen()).toBe(few)
    expect((await decide('security2', id, 'approve')).data).toBe(true)
    expect(await seen()).toBe(mine.after)
    expect(await ruleOf()).toEqual(['全部'])
    const back = (await post('security2', rightsChange.rollback, { id, reason: '看得太多' })).data.id
    expect((await decide('security1', back, 'approve')).data).toBe(true)
    expect(await ruleOf()).toEqual(before)
    expect(await seen()).toBe(few)
    // Deleting it follows the same steps.
    expect((await decide('security2', beside, 'approve')).data).toBe(true)
    expect((await get('security1', dataRules.list, { roleId, resource: 'allowance' })).data.total).toBe(0)
    const again = (await post('security2', rightsChange.rollback, { id: beside, reason: '还要看' })).data.id
    expect((await decide('security1', again, 'approve')).data).toBe(true)
    expect((await get('security1', dataRules.list, { roleId, resource: 'allowance' })).data.total).toBe(1)
    // A direct save after the request makes it void.
    const third = (await asks({ scope: 'own', officeIds: [], lines: [] })).data.id
    const [rule] = (await get('security1', dataRules.list, { roleId, resource: 'declaration' })).data.list
    await post('security1', dataRules.save, { id: rule.id, version: rule.version, roleId, resource: 'declaration', ...all })
    expect((await decide('security2', third, 'approve')).code).toBe('STALE')
    expect(await ruleOf()).toEqual(['全部'])
  })
})
