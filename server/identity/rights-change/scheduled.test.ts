import { beforeAll, describe, expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { users } from '../../../contract/identity/users.ts'
import { movableClock } from '../../kernel/clock.ts'
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
const ask = async (name: string, codes: string[], startTime: string | null, terms: object[] = []) =>
  post('security1', rightsChange.submit, {
    change: { userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms },
    reason: '轮岗',
    startTime,
  })
const find = async (id: number) => (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
const decide = async (who: string, id: number, decision: string, opinion = '') => {
  const { version, hash } = await find(id)
  return post(who, rightsChange.decide, { id, version, hash, decision, opinion })
}
const minute = () => runRecurring(t.kernel, 'identity.terms')

describe('定时生效的权限变更', () => {
  it('is refused at its field for a start that is over, too far away, or after a term has ended', async () => {
    const fields = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).fields?.[0]
    expect(await fields('dept1', ['leader'], '2026-12-01 10:00:00')).toEqual({ path: 'startTime', message: '生效时间已过，请另选' })
    expect((await fields('dept1', ['leader'], '2028-01-01 00:00:00'))?.path).toBe('startTime')
    expect((await fields('dept1', ['leader'], '明天'))?.path).toBe('startTime')
    const term = { roleId: await roleOf('front'), from: '2026-12-01', to: '2026-12-05' }
    expect((await fields('dept1', ['leader'], '2026-12-06 08:00:00', [term]))?.path).toBe('startTime')
  })

  it('changes nothing when approved, and takes effect in its minute with the holder’s next call', async () => {
    const { id } = (await ask('dept1', ['dept', 'leader'], '2026-12-02 08:30:00')).data
    expect((await decide('security1', id, 'approve')).code).toBe('OWN_WORK')
    expect((await decide('security2', id, 'approve')).data).toBe(true)
    const waits = await find(id)
    expect(waits).toMatchObject({ state: 5, allowed: ['reject'], staleWhy: null })
    expect(Date.parse(waits.startTime)).toBe(Date.parse('2026-12-02T08:30:00+08:00'))
    expect((await decide('security2', id, 'approve')).code).toBe('STATE')
    expect((await ask('dept1', ['front'], null)).code).toBe('STATE')
    await minute()
    expect(await rolesOf('dept1')).toEqual(['dept'])
    clock.advance(22.4 * 3_600_000)
    await minute()
    expect(await rolesOf('dept1')).toEqual(['dept'])
    clock.advance(0.2 * 3_600_000)
    await minute()
    await minute()
    expect(await rolesOf('dept1')).toEqual(['dept', 'leader'])
    expect((await t.as('dept1').get('/pol/info/list', { forReview: 1 })).body.success).toBe(true)
    expect(await find(id)).toMatchObject({ state: 1, allowed: [] })
    const given = await t.kernel.db
      .selectFrom('user_role')
      .select('granted_by')
      .where('user_id', '=', await idOf('dept1'))
      .where('role_id', '=', await roleOf('leader'))
      .executeTakeFirstOrThrow()
    expect(given.granted_by).toBe(await idOf('security2'))
    expect((await auditTrail(t.kernel, 'rightsChange.begin')).map(({ object_id, actor_type }) => [object_id, actor_type])).toEqual([
      [String(id), 'SYSTEM'],
    ])
    // The way back is a request like any other.
    const back = (await post('security2', rightsChange.rollback, { id, reason: '轮岗结束' })).data.id
    expect((await decide('security1', back, 'approve')).data).toBe(true)
    expect(await rolesOf('dept1')).toEqual(['dept'])
  })

  it('can be stopped before its start by its author or by another officer', async () => {
    for (const stop of ['withdraw', 'reject']) {
      const { id } = (await ask('dept2', ['leader'], '2026-12-10 08:00:00')).data
      expect((await decide('security2', id, 'approve')).data).toBe(true)
      const { version } = await find(id)
      if (stop === 'reject') {
        expect((await decide('security2', id, 'reject')).fields?.[0]?.path).toBe('opinion')
        expect((await decide('security2', id, 'reject', '不轮岗了')).data).toBe(true)
      } else {
        expect((await post('security2', rightsChange.withdraw, { id, version })).code).toBe('NOT_SUBMITTER')
        expect((await post('security1', rightsChange.withdraw, { id, version })).data).toBe(true)
      }
    }
    clock.advance(20 * 86_400_000)
    await minute()
    expect(await rolesOf('dept2')).toEqual(['dept'])
  })

  it('becomes void when the rights changed in between or cannot be given any more, and the others begin', async () => {
    const [start, later] = ['2026-12-25 08:00:00', '2026-12-25 08:01:00']
    const changed = (await ask('dept2', ['leader'], start)).data.id
    const removed = (
      await post('security1', rightsChange.submit, {
        change: { roleId: await roleOf('leader'), permissions: ['policy:read', 'policy:review'], menuIds: [] },
        reason: '调整',
        startTime: start,
      })
    ).data.id
    const whole = (await ask('dept4', ['front'], later)).data.id
    for (const id of [changed, removed, whole]) expect((await decide('security2', id, 'approve')).data, String(id)).toBe(true)
    const { id, version } = (await t.as('admin1').get(users.findById.path, { id: await idOf('dept2') })).body.data
    await post('security1', users.saveRoles, { id, version, roleIds: [await roleOf('front')], terms: [] })
    // The officer who approved holds the role now, so the change would be of their own rights.
    await t.kernel.db
      .updateTable('rights_change')
      .set({ decided_by: await idOf('leader1') })
      .where('id', '=', removed)
      .execute()
    clock.advance(5 * 86_400_000)
    await minute()
    expect((await find(changed)).state).toBe(4)
    expect((await find(removed)).state).toBe(4)
    expect((await find(whole)).state).toBe(1)
    expect(await rolesOf('dept2')).toEqual(['front'])
    expect(await rolesOf('dept4')).toEqual(['front'])
    expect((await auditTrail(t.kernel, 'rightsChange.lapse')).map(({ detail }) => detail!.reason)).toEqual([
      '同意之后权限已有变化',
      '不能修改本人持有的角色',
    ])
  })
})
