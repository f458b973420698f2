import { beforeAll, expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { rightsPreview, type OpenChange } from '../../../contract/identity/rights-effect.ts'
import { users } from '../../../contract/identity/users.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { officersDesk } from './testing.ts'

const clock = movableClock('2026-12-01T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const { post, idOf, roleOf } = officersDesk(() => t)
const waiting = async (who: string | null, name = 'dept1') =>
  (await t.as(who).get(rightsPreview.waiting.path, { id: await idOf(name) })).body
const inUtc = (all: OpenChange[]) =>
  all.map((one) => ({
    ...one,
    proposeTime: new Date(one.proposeTime).toISOString(),
    startTime: one.startTime && new Date(one.startTime).toISOString(),
  }))
const effect = async (name: string, codes: string[]) =>
  (await post('security1', rightsPreview.person, { id: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] })).data
const ask = async (name: string, codes: string[], startTime: string | null = null): Promise<number> =>
  (
    await post('security2', rightsChange.submit, {
      change: { userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] },
      reason: '轮岗',
      startTime,
    })
  ).data.id
const find = async (who: string, id: number) => (await t.as(who).get(rightsChange.findById.path, { id })).body.data
const name = async (userName: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('name').where('user_name', '=', userName).executeTakeFirstOrThrow()).name

it('is for security officers only', async () => {
  expect((await waiting(null)).code).toBe('UNAUTHENTICATED')
  for (const who of ['dept1', 'admin1', 'audit1', 'qy1']) expect((await waiting(who)).code, who).toBe('FORBIDDEN')
  expect((await waiting('security1')).data).toEqual([])
})

// Before: the grant said nothing, and the request of a colleague became void without a word.
it('says before a grant that a request for this person waits, who made it and since when, and that it becomes void', async () => {
  const id = await ask('dept1', ['dept', 'editor'])
  const one = { proposedBy: await name('security2'), proposeTime: clock.now().toISOString(), startTime: null, approved: false }
  expect(inUtc((await waiting('security1')).data)).toEqual([one])
  expect((await waiting('security1', 'dept2')).data).toEqual([])
  expect(inUtc((await effect('dept1', ['dept', 'front'])).voids)).toEqual([one])
  expect((await effect('dept2', ['dept', 'front'])).voids).toEqual([])
  // The request is no obstacle to itself.
  expect((await find('security1', id)).effect.voids).toEqual([])
  const { version } = (await t.as('admin1').get(users.findById.path, { id: await idOf('dept1') })).body.data
  const granted = { id: await idOf('dept1'), version, roleIds: await inTurn(['dept', 'front'], roleOf), terms: [] }
  expect((await post('security1', users.saveRoles, granted)).data).toBe(true)
  expect((await find('security1', id)).staleWhy).toBe('提出之后权限已有变化')
})

it('names one that is approved and waits for its start, and none that is decided or withdrawn', async () => {
  const start = '2026-12-05 08:00:00'
  const id = await ask('dept2', ['dept', 'editor'], start)
  const { version, hash } = await find('security1', id)
  expect((await post('security1', rightsChange.decide, { id, version, hash, decision: 'approve' })).data).toBe(true)
  expect(inUtc((await waiting('security1', 'dept2')).data)).toMatchObject([{ approved: true, startTime: '2026-12-05T00:00:00.000Z' }])
  await post('security2', rightsChange.withdraw, { id, version: (await find('security2', id)).version })
  expect((await waiting('security1', 'dept2')).data).toEqual([])
})

it('a role says so too', async () => {
  const roleId = await roleOf('front')
  const role = (await t.as('security1').get('/sys/role/findById', { id: roleId })).body.data
  const wanted = { id: roleId, permissions: role.permissions, menuIds: role.menuIds }
  expect((await post('security1', rightsPreview.role, wanted)).data.voids).toEqual([])
  const change = { roleId, permissions: role.permissions.filter((code: string) => code !== 'company:read'), menuIds: role.menuIds }
  const asked = await post('security2', rightsChange.submit, { change, reason: '收窄', startTime: null })
  expect(asked.success, JSON.stringify(asked)).toBe(true)
  expect((await post('security1', rightsPreview.role, wanted)).data.voids).toHaveLength(1)
})
