import { beforeAll, expect, it } from 'vitest'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { officersDesk } from './testing.ts'

const clock = movableClock('2026-12-01T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const { post, idOf, roleOf, rolesOf } = officersDesk(() => t)
const find = async (id: number) => (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
/** A change that gives a person these roles, approved for a later start. */
async function approved(name: string, codes: string[], startTime: string): Promise<number> {
  const change = { userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] }
  const { id } = (await post('security1', rightsChange.submit, { change, reason: '轮岗', startTime })).data
  const { version, hash } = await find(id)
  expect((await post('security2', rightsChange.decide, { id, version, hash, decision: 'approve' })).data).toBe(true)
  return id
}
const newRole = async (code: string, permissions: string[]): Promise<number> =>
  (await post('security1', roles.save, { code, name: `角色 ${code}`, description: '', permissions, menuIds: [] })).data.id
const resave = async (id: number, permissions: string[], menuIds: number[] = []) => {
  const { code, name, description, version } = (await t.as('security1').get(roles.findById.path, { id })).body.data
  expect((await post('security1', roles.save, { id, version, code, name, description, permissions, menuIds })).success).toBe(true)
}
const rule = async (roleId: number, scope: string) => {
  const [old] = (await t.as('security1').get(dataRules.list.path, { roleId, resource: 'declaration' })).body.data.list
  const own = old ? { id: old.id, version: old.version } : {}
  const saved = await post('security1', dataRules.save, { ...own, roleId, resource: 'declaration', scope, officeIds: [], lines: [] })
  expect(saved.success).toBe(true)
}
const told = async () =>
  ((await t.as('security1').get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string; body: string }[]).filter(
    ({ title }) => title.startsWith('权限变更已作废'),
  )
const MORE = (code: string) => `同意之后所授角色的权限有增加：角色 ${code}`

it('a scheduled change is void when a role that it gives has grown since the approval, and the officers are told', async () => {
  const [codes, menus, rows, fewer] = [
    await newRole('codes', ['declaration:read']),
    await newRole('menus', ['declaration:read']),
    await newRole('rows', ['declaration:read']),
    await newRole('fewer', ['declaration:read', 'policy:read']),
  ]
  await rule(rows, 'own')
  await rule(fewer, 'own')
  const start = '2026-12-05 08:00:00'
  const ids = [
    await approved('dept1', ['dept', 'codes'], start),
    await approved('dept2', ['dept', 'menus'], start),
    await approved('dept3', ['dept', 'rows'], start),
    await approved('dept4', ['dept', 'fewer'], start),
  ] as const
  for (const id of ids) expect((await find(id)).staleWhy).toBeNull()
  const menu = await t.kernel.db.selectFrom('menu').select('id').orderBy('id').executeTakeFirstOrThrow()
  await resave(codes, ['declaration:read', 'policy:read'])
  await resave(menus, ['declaration:read'], [menu.id])
  await rule(rows, 'all')
  await resave(fewer, ['declaration:read'])
  const whys = [MORE('codes'), MORE('menus'), MORE('rows'), null]
  for (const [i, id] of ids.entries()) expect((await find(id)).staleWhy, String(i)).toBe(whys[i])
  clock.set('2026-12-05T00:01:00Z')
  await runRecurring(t.kernel, 'identity.terms')
  for (const [i, code] of ['codes', 'menus', 'rows'].entries())
    expect(await find(ids[i]!), code).toMatchObject({ state: 4, opinion: MORE(code) })
  expect((await find(ids[3])).state).toBe(1)
  for (const name of ['dept1', 'dept2', 'dept3']) expect(await rolesOf(name), name).toEqual(['dept'])
  expect(await rolesOf('dept4')).toEqual(['dept', 'fewer'])
  expect((await told()).map(({ body }) => body).toSorted()).toEqual(
    ['codes', 'menus', 'rows'].map((code) => `原因：${MORE(code)}。仍需要的，请重新提出。`).toSorted(),
  )
})

it('begins when the role is as it was again, or when the person holds the grown role already', async () => {
  const back = await newRole('back', ['declaration:read'])
  const start = '2026-12-09 08:00:00'
  const restored = await approved('dept1', ['dept', 'back'], start)
  // Gets another role, and keeps the one that grows.
  await newRole('other', ['policy:read'])
  const kept = await approved('dept4', ['dept', 'fewer', 'other'], start)
  await resave(back, ['declaration:read', 'policy:read'])
  await resave(await roleOf('fewer'), ['declaration:read', 'policy:read'])
  expect((await find(restored)).staleWhy).toBe(MORE('back'))
  await resave(back, ['declaration:read'])
  for (const id of [restored, kept]) expect((await find(id)).staleWhy).toBeNull()
  clock.set('2026-12-09T00:01:00Z')
  await runRecurring(t.kernel, 'identity.terms')
  expect(await rolesOf('dept1')).toEqual(['back', 'dept'])
  expect(await rolesOf('dept4')).toEqual(['dept', 'fewer', 'other'])
})

const SEEN = '您看过以后，这项变更带来的权限已有变化，请重新看过影响再决定'
const requested = async (change: object, startTime: string | null = null): Promise<number> =>
  (await post('security1', rightsChange.submit, { change, reason: '轮岗', startTime })).data.id
const giving = async (name: string, codes: string[]) =>
  requested({ userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] })
type Read = { version: number; hash: string }
const decideAs = async (id: number, { version, hash }: Read, decision = 'approve') =>
  post('security2', rightsChange.decide, { id, version, hash, decision, opinion: '按所见' })

it('a decision does not count when a role that it gives changed after the officer read it, and the officer reads again', async () => {
  const roleId = await newRole('read', ['declaration:read'])
  const id = await giving('dept2', ['dept', 'read'])
  const changes = [
    () => resave(roleId, ['declaration:read', 'policy:read']),
    () => resave(roleId, ['declaration:read']),
    () => rule(roleId, 'own'),
    () => rule(roleId, 'all'),
  ]
  for (const [n, change] of changes.entries()) {
    const seen = await find(id)
    await change()
    expect(await decideAs(id, seen), String(n)).toMatchObject({ success: false, code: 'CONFLICT', msg: SEEN })
    expect(await find(id)).toMatchObject({ state: 0, staleWhy: null, version: seen.version })
    expect(await rolesOf('dept2')).toEqual(['dept'])
  }
  const seen = await find(id)
  // Roles that the person holds already are not what the change gives.
  await rule(await roleOf('dept'), 'office')
  expect((await decideAs(id, seen)).data).toBe(true)
  expect(await rolesOf('dept2')).toEqual(['dept', 'read'])
})

it('a refusal counts whatever changed meanwhile', async () => {
  const roleId = await newRole('refused', ['declaration:read'])
  const id = await giving('dept3', ['dept', 'refused'])
  const seen = await find(id)
  await resave(roleId, ['declaration:read', 'policy:read'])
  expect((await decideAs(id, seen, 'reject')).data).toBe(true)
})

it('of a changed role its data rules belong to what was read, of a changed data rule whether the role acts on it', async () => {
  const roleId = await newRole('wide', ['policy:read'])
  await rule(roleId, 'own')
  const opening = await requested({ roleId, permissions: ['declaration:read', 'policy:read'], menuIds: [] })
  const seen = await find(opening)
  await rule(roleId, 'all')
  expect(await decideAs(opening, seen)).toMatchObject({ code: 'CONFLICT', msg: SEEN })
  expect((await decideAs(opening, await find(opening))).data).toBe(true)

  const idle = await newRole('idle', ['policy:read'])
  const ruled = await requested({ roleId: idle, resource: 'declaration', rule: { scope: 'all', officeIds: [], lines: [] } })
  const before = await find(ruled)
  await resave(idle, ['policy:read', 'declaration:read'])
  expect(await decideAs(ruled, before)).toMatchObject({ code: 'CONFLICT', msg: SEEN })
  expect((await decideAs(ruled, await find(ruled))).data).toBe(true)
})

it('a change of a role that was approved for later is void when its data rules open other rows by then', async () => {
  const roleId = await newRole('later', ['policy:read'])
  await rule(roleId, 'own')
  const id = await requested({ roleId, permissions: ['declaration:read', 'policy:read'], menuIds: [] }, '2026-12-20 08:00:00')
  expect((await decideAs(id, await find(id))).data).toBe(true)
  expect((await find(id)).staleWhy).toBeNull()
  await rule(roleId, 'all')
  expect((await find(id)).staleWhy).toBe('同意之后角色看得见的数据有变化：角色 later')
  clock.set('2026-12-20T00:01:00Z')
  await runRecurring(t.kernel, 'identity.terms')
  expect(await find(id)).toMatchObject({ state: 4, opinion: '同意之后角色看得见的数据有变化：角色 later' })
})
