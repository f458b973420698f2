import { beforeAll, expect, it } from 'vitest'
import { rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import { work } from '../../../contract/work.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { officersDesk } from './testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('rights_change').execute()
})
const { post, idOf, roleOf } = officersDesk(() => t)

it('an officer counts the changes that others requested, and the link opens these alone', async () => {
  const ask = async (who: string, name: string) => {
    const change = { userId: await idOf(name), roleIds: [await roleOf('dept')], terms: [] }
    expect(await post(who, rightsChange.submit, { change, reason: '轮岗', startTime: null })).toMatchObject({ success: true })
  }
  await ask('security1', 'agent1')
  await ask('security2', 'op1')
  const { list } = (await t.as('security1').get(work.list.path)).body.data
  const todo = list.find(({ kind }: { kind: string }) => kind === 'rights-change')
  expect(todo).toMatchObject({ count: 1 })
  const asked = Object.fromEntries(
    [...new URLSearchParams(todo.to.split('?')[1])].filter(([key]) => key.startsWith('c.')).map(([key, value]) => [key.slice(2), value]),
  )
  const rows = async (query: Record<string, unknown>) =>
    (await t.as('security1').get(rightsChange.list.path, query)).body.data as { total: number; list: RightsChangeRow[] }
  const shown = await rows(asked)
  expect(shown.total).toBe(1)
  expect(shown.list[0]!.allowed).toContain('approve')
  expect((await rows({ proposer: 'mine' })).list.map(({ allowed }) => allowed)).toEqual([['withdraw']])
  expect((await rows({})).total).toBe(2)
  expect((await t.as('security1').get(rightsChange.list.path, { proposer: 'x' })).status).toBe(400)
})
