import { beforeAll, describe, expect, it } from 'vitest'
import { accessReview, type ReviewRow } from '../../../contract/identity/access-review.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { users } from '../../../contract/identity/users.ts'
import { hashPassword } from '../../kernel/access/password.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { keepTerms } from '../admin/role-terms.ts'
import { createUser } from '../index.ts'
import { officersDesk } from '../rights-change/testing.ts'

const clock = movableClock('2026-11-27T02:00:00Z')
let t: TestApp
const { idOf, roleOf, post } = officersDesk(() => t)
const inDays = (days: number) => addDays(today(clock), days)

interface Roles {
  roleIds: number[]
  terms: { roleId: number; from?: string; to: string }[]
}
async function give(by: string, to: string, roles: Roles): Promise<void> {
  const id = await idOf(to)
  const { version } = (await t.as('admin1').get(users.findById.path, { id })).body.data
  const answer = await post(by, users.saveRoles, { id, version, ...roles })
  expect(answer.success, JSON.stringify(answer)).toBe(true)
}
const rowOf = async (who: string, userName: string, roleName: string): Promise<ReviewRow> => {
  const reviewId = (await t.as(who).get(accessReview.list.path)).body.data[0].id
  const { list } = (await t.as(who).get(accessReview.rows.path, { reviewId, keyword: userName, pageSize: 100 })).body.data
  return list.find((row: ReviewRow) => row.roleName === roleName)
}
const keep = async (who: string, row: ReviewRow) =>
  (await post(who, accessReview.decide, { items: [{ id: row.id, version: row.version }], decision: 'keep', reason: '' })).data.list[0]
/** Who of the three officers may decide the row; those who may not are also refused. */
async function deciders(userName: string, roleName: string): Promise<string[]> {
  const may: string[] = []
  for (const who of ['security1', 'security2', 'security3']) {
    const row = await rowOf(who, userName, roleName)
    if (row.allowed.length > 0) may.push(who)
    else expect(await keep(who, row), `${who} ${userName}`).toMatchObject({ ok: false, code: 'OWN_WORK' })
  }
  return may
}

beforeAll(async () => {
  t = await testApp({ clock })
  await createUser(
    t.kernel.db,
    systemCall('test'),
    { userName: 'security3', name: '安全管理员 丙', type: 'YYF', roles: ['secadmin'], passwordHash: await hashPassword('Qifu@2026') },
    clock.now(),
  )
})

// Seen red with the granter alone: whoever had prolonged or proposed the grant confirmed it.
describe('who made a grant does not review it', () => {
  it('gave, proposed or prolonged it last; who approved it, shortened it or left it as it was may', async () => {
    const [dept, front, leader] = [await roleOf('dept'), await roleOf('front'), await roleOf('leader')]
    const forDays = (to: number, roleId = front) => ({ roleIds: [dept], terms: [{ roleId, to: inDays(to) }] })
    // Prolonged without an end, and by some days.
    await give('security2', 'dept1', forDays(5))
    await give('security1', 'dept1', { roleIds: [dept, front], terms: [] })
    await give('security2', 'dept2', forDays(5))
    await give('security1', 'dept2', forDays(9))
    // Shortened, and saved together with another role.
    await give('security2', 'dept3', forDays(9))
    await give('security1', 'dept3', forDays(5))
    await give('security2', 'dept4', forDays(5))
    await give('security1', 'dept4', { roleIds: [dept, leader], terms: [{ roleId: front, to: inDays(5) }] })
    // Requested by one and approved by the other.
    const change = { userId: await idOf('market1'), roleIds: [front], terms: [] }
    const asked = await post('security1', rightsChange.submit, { change, reason: '补岗' })
    expect(asked.success, JSON.stringify(asked)).toBe(true)
    const { version, hash } = (await t.as('security2').get(rightsChange.findById.path, { id: asked.data.id })).body.data
    const approved = await post('security2', rightsChange.decide, {
      id: asked.data.id,
      version,
      hash,
      decision: 'approve',
      opinion: '同意',
    })
    expect(approved.success, JSON.stringify(approved)).toBe(true)
    // A term that begins later, which another officer makes last longer before its first day.
    const later = (to: number) => ({ roleIds: [], terms: [{ roleId: front, from: inDays(1), to: inDays(to) }] })
    await give('security2', 'market2', later(3))
    await give('security1', 'market2', later(4))
    clock.advance(24 * 3_600_000)
    await keepTerms(t.kernel)

    expect((await post('security3', accessReview.open, { dueOn: inDays(14) })).success).toBe(true)
    const name = (await t.kernel.db.selectFrom('role').select('name').where('id', '=', front).executeTakeFirstOrThrow()).name
    const found: Record<string, string[]> = {}
    for (const who of ['dept1', 'dept2', 'dept3', 'dept4', 'market1', 'market2']) found[who] = await deciders(who, name)
    expect(found).toEqual({
      dept1: ['security2', 'security3'],
      dept2: ['security2', 'security3'],
      dept3: ['security1', 'security3'],
      dept4: ['security1', 'security3'],
      market1: ['security2', 'security3'],
      market2: ['security2', 'security3'],
    })
    expect(await keep('security3', await rowOf('security3', 'market1', name))).toMatchObject({ ok: true })
  })

  it('also while the review is open: who prolongs it then no longer decides it', async () => {
    const front = await roleOf('front')
    const { name } = await t.kernel.db.selectFrom('role').select('name').where('id', '=', front).executeTakeFirstOrThrow()
    await give('security1', 'dept3', { roleIds: [await roleOf('dept'), front], terms: [] })
    expect(await deciders('dept3', name)).toEqual(['security2', 'security3'])
  })

  it('given anew after it was taken away, it has only the new makers', async () => {
    const front = await roleOf('front')
    const { name } = await t.kernel.db.selectFrom('role').select('name').where('id', '=', front).executeTakeFirstOrThrow()
    await give('security3', 'dept1', { roleIds: [], terms: [] })
    await give('security3', 'dept1', { roleIds: [front], terms: [] })
    expect(await deciders('dept1', name)).toEqual(['security1', 'security2'])
  })
})
