import { beforeAll, expect, it } from 'vitest'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
const clock = movableClock(new Date('2026-11-23T02:00:00Z'))
beforeAll(async () => {
  t = await testApp({ clock })
})
const user = async (name: string) => (await t.as('admin1').get('/sys/user/list', { name })).body.data.list[0]
const roleId = async (code: string): Promise<number> =>
  (await t.as('security1').get('/sys/role/options')).body.data.find((role: { code: string }) => role.code === code).id
async function give(name: string, terms: object[], roleIds: number[]) {
  const { id, version } = await user(name)
  return (await t.as('security1').post('/sys/user/saveRoles', { id, version, roleIds, terms })).body
}

it('an invalid term of a role is refused at its field', async () => {
  const [dept, leader] = [await roleId('dept'), await roleId('leader')]
  const day = today(clock)
  const fault = async (term: object) => (await give('dept1', [{ roleId: leader, ...term }], [dept])).fields
  expect(await fault({ to: addDays(day, -1) })).toMatchObject([{ path: 'terms.0.to', message: '结束日期不能早于开始日期' }])
  expect(await fault({ from: addDays(day, -1), to: day })).toMatchObject([{ path: 'terms.0.from', message: '开始日期不能早于今天' }])
  expect(await fault({ to: addDays(day, 400) })).toMatchObject([{ path: 'terms.0.to' }])
  expect(await fault({ to: '2026-02-30' })).toMatchObject([{ path: 'terms.0.to' }])
  expect((await give('dept1', [{ roleId: dept, to: day }], [dept])).fields).toMatchObject([{ path: 'terms.0.roleId' }])
  expect((await give('dept1', [{ roleId: await roleId('auditor'), to: day }], [])).code).toBe('EXCLUSIVE_ROLES')
})

it('starts and ends automatically: planned, held from the first day to the last, then gone', async () => {
  const [dept, leader] = [await roleId('dept'), await roleId('leader')]
  const from = addDays(today(clock), 2)
  const to = addDays(today(clock), 3)
  expect((await give('dept1', [{ roleId: leader, from, to }], [dept])).data).toBe(true)
  const held = async () => (await user('dept1')).roles.find((role: { code: string }) => role.code === 'leader')
  expect(await held()).toMatchObject({ from, to, planned: true })
  const reads = async () => (await t.as('dept1').get('/pol/info/list')).body.success as boolean
  expect(await reads()).toBe(false)
  clock.advance(2 * 86_400_000)
  await runRecurring(t.kernel, 'identity.terms')
  expect(await held()).toMatchObject({ planned: false })
  expect(await reads()).toBe(true)

  // A running term is saved unchanged, although it began before today.
  clock.advance(86_400_000)
  await runRecurring(t.kernel, 'identity.terms')
  expect((await give('dept1', [{ roleId: leader, from, to }], [dept])).data).toBe(true)
  expect(await reads()).toBe(true)

  clock.advance(86_400_000)
  await runRecurring(t.kernel, 'identity.terms')
  expect(await held()).toBeUndefined()
  expect(await reads()).toBe(false)
  expect((await t.as('dept1').get('/dec/declare/list')).body.success).toBe(true)
  const ends = t.database.db.selectFrom('audit_log').select('detail').where('action', '=', 'role.end')
  expect(await ends.execute()).toMatchObject([{ detail: { before: ['dept', 'leader'], after: ['dept'] } }])
})

it('is removed when all roles are removed', async () => {
  const leader = await roleId('leader')
  const day = today(clock)
  expect((await give('dept3', [{ roleId: leader, to: addDays(day, 5) }], [])).data).toBe(true)
  expect((await user('dept3')).roles).toMatchObject([{ code: 'leader', to: addDays(day, 5), planned: false }])
  expect((await give('dept3', [], [])).data).toBe(true)
  await runRecurring(t.kernel, 'identity.terms')
  expect((await user('dept3')).roles).toEqual([])
})

it('keeps its role from being deleted before it has begun', async () => {
  const role = { code: 'helper', name: '临时帮办', permissions: ['feedback:read'], menuIds: [] }
  const { id } = (await t.as('security1').post('/sys/role/saveOrUpdate', role)).body.data
  const from = addDays(today(clock), 3)
  expect((await give('dept3', [{ roleId: id, from, to: addDays(from, 2) }], [])).data).toBe(true)
  const remove = async () => (await t.as('security1').form('/sys/role/delete', { id: String(id) })).body
  expect(await remove()).toMatchObject({ code: 'IN_USE', msg: '还有 1 人到开始日期将持有该角色，请先收回' })
  expect((await user('dept3')).roles).toMatchObject([{ code: 'helper', planned: true }])
  expect((await give('dept3', [], [])).data).toBe(true)
  expect((await remove()).data).toBe(true)
})
