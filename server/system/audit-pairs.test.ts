import { beforeAll, expect, it } from 'vitest'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { countAudit } from './audit-rows.ts'

// Two conditions are read along an index of both (ADR 0960); what is found must be the same as without it.
let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.as('editor1').get('/sys/activeUser/info')
  await t.as('dept1').get('/sys/activeUser/info')
})

interface Known {
  id: number
  name: string
  action: string
  object_type: string | null
}
type Conditions = { userName?: string; action?: string; objectType?: string }

it('a user, an action and a kind of object together find what each row says', async () => {
  const { rows } = await t.kernel.pool.query<Known>(
    `select a.id::int, u.name, a.action, a.object_type from audit_log a join sys_user u on u.id = a.actor_id order by a.at desc, a.id desc`,
  )
  // The auditor's own reading adds rows.
  const { name: auditor } = await t.kernel.db
    .selectFrom('sys_user')
    .select('name')
    .where('user_name', '=', 'audit1')
    .executeTakeFirstOrThrow()
  const known = rows.filter(({ name }) => name !== auditor)
  const some = <T>(values: readonly T[], most: number) => [...new Set(values)].slice(0, most)
  const names = some(
    known.map(({ name }) => name),
    4,
  )
  const actions = some(
    known.map(({ action }) => action),
    4,
  )
  const kinds = some(
    known.flatMap((row) => row.object_type ?? []),
    3,
  )
  expect(names.length * actions.length * kinds.length).toBeGreaterThan(8)
  const asked: Conditions[] = names.flatMap((userName) => [
    ...actions.map((action) => ({ userName, action })),
    ...kinds.map((objectType) => ({ userName, objectType })),
    ...actions.flatMap((action) => kinds.map((objectType) => ({ userName, action, objectType }))),
  ])
  let found = 0
  for (const conditions of asked) {
    const { userName, action, objectType } = conditions
    const { data } = (await t.as('audit1').get('/sys/log/list', { kind: 'audit', pageSize: 100, ...conditions })).body
    const wanted = known.filter(
      (row) => row.name.includes(userName!) && (!action || row.action === action) && (!objectType || row.object_type === objectType),
    )
    expect([data.total, data.list.map(({ id }: { id: number }) => id)], JSON.stringify(conditions)).toEqual([
      wanted.length,
      wanted.slice(0, 100).map(({ id }) => id),
    ])
    found += wanted.length
  }
  expect(found).toBeGreaterThan(20)
})

it('the result is a condition beside the others, also in the export', async () => {
  const asked = async (conditions: Conditions & { result?: string }) =>
    (await t.as('audit1').get('/sys/log/list', { kind: 'audit', pageSize: 100, ...conditions })).body
  expect((await asked({ result: 'bad' })).fields).toMatchObject([{ path: expect.stringContaining('result') }])
  const { id: actor, name: userName } = await t.kernel.db
    .selectFrom('sys_user')
    .select(['id', 'name'])
    .where('user_name', '=', 'dept1')
    .executeTakeFirstOrThrow()
  const by = { userId: actor, type: 'YYF', roles: ['dept'] } as const
  for (const result of ['refused', 'failed', 'refused', 'ok'] as const)
    await audit(t.kernel.db, systemCall('results'), { action: 'result.try', objectType: 'tried', result, actor: by })
  for (const more of [{}, { userName }, { objectType: 'tried' }, { userName, objectType: 'tried' }]) {
    const { data } = await asked({ action: 'result.try', result: 'refused', ...more })
    expect([data.total, ...data.list.map((row: { result: string }) => row.result)], JSON.stringify(more)).toEqual([2, 'refused', 'refused'])
  }
  expect((await asked({ action: 'result.try', result: 'ok' })).data.total).toBe(1)
  const alone = (await asked({ result: 'failed' })).data.list
  expect(alone.length).toBeGreaterThan(0)
  expect(new Set(alone.map((row: { result: string }) => row.result))).toEqual(new Set(['failed']))
  expect(await countAudit(t.kernel.db, { action: 'result.try', result: 'refused' })).toBe(2)
})

it('the second page of two conditions continues the first', async () => {
  const { rows } = await t.kernel.pool.query<{ name: string; action: string; many: number }>(
    `select u.name, a.action, count(*)::int as many from audit_log a join sys_user u on u.id = a.actor_id
      where u.user_name <> 'audit1' group by 1, 2 order by 3 desc limit 1`,
  )
  const { name: userName, action, many } = rows[0]!
  expect(many).toBeGreaterThan(3)
  const page = async (n: number, pageSize: number) =>
    (await t.as('audit1').get('/sys/log/list', { kind: 'audit', page: n, pageSize, userName, action })).body.data.list.map(
      ({ id }: { id: number }) => id,
    )
  const pageSize = 2
  expect([...(await page(1, pageSize)), ...(await page(2, pageSize))]).toEqual(await page(1, 2 * pageSize))
})
