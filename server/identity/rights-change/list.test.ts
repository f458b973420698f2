import { beforeAll, expect, it } from 'vitest'
import { offices } from '../../../contract/identity/offices.ts'
import { rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, testEngine, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { statementsOf } from '../../kernel/testing/statements.ts'
import { officersDesk } from './testing.ts'

const clock = movableClock('2026-12-01T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  await t.kernel.db.deleteFrom('rights_change').execute()
})
const { post, idOf, roleOf } = officersDesk(() => t)
const START = '2026-12-05 08:00:00'
const ask = async (change: object, startTime: string | null = null): Promise<number> =>
  (await post('security1', rightsChange.submit, { change, reason: '轮岗', startTime })).data.id
const roleFor = async (name: string, codes: string[], startTime: string | null = null) =>
  ask({ userId: await idOf(name), roleIds: await inTurn(codes, roleOf), terms: [] }, startTime)
const newRole = async (code: string): Promise<number> =>
  (await post('security1', roles.save, { code, name: `角色 ${code}`, description: '', permissions: ['policy:read'], menuIds: [] })).data.id
const newOffice = async (code: string): Promise<number> =>
  (await post('admin1', offices.save, { name: `部门 ${code}`, code, order: 1, enableFlag: 1 })).data.id
const find = async (id: number) => (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
const approve = async (id: number) => {
  const { version, hash } = await find(id)
  return post('security2', rightsChange.decide, { id, version, hash, decision: 'approve' })
}
const list = async (pageSize: number): Promise<RightsChangeRow[]> =>
  (await t.as('security2').get(rightsChange.list.path, { pageSize })).body.data.list
const onlyOf = (place: number) => ({ scope: 'custom', officeIds: [place], lines: [{ field: 'office', op: 'in', values: [String(place)] }] })

it.runIf(testEngine === 'postgres')(
  'the list asks the database as often for one open request as for eight of every kind, and locks nothing',
  async () => {
    const [first, second] = [await newRole('first'), await newRole('second')]
    const menu = await t.kernel.db.selectFrom('menu').select('id').orderBy('id').executeTakeFirstOrThrow()
    const place = await newOffice('placed')
    await roleFor('dept1', ['dept', 'first'])
    await roleFor('fin1', ['first'])
    for (const name of ['dept2', 'dept3']) expect((await approve(await roleFor(name, ['dept', 'second'], START))).data).toBe(true)
    await ask({ roleId: first, permissions: ['policy:read', 'consult:read'], menuIds: [menu.id] })
    await ask({ roleId: second, permissions: [], menuIds: [] })
    for (const roleId of [first, second]) await ask({ roleId, resource: 'allowance', rule: onlyOf(place) })
    const all = await list(50)
    expect(all).toHaveLength(8)
    expect(all.filter(({ staleWhy }) => staleWhy !== null)).toEqual([])

    const [one, eight] = [await statementsOf(() => list(1)), await statementsOf(() => list(8))]
    expect(eight).toEqual(one)
    expect(eight.filter((text) => /\bfor (no key )?(update|share)\b|^begin/i.test(text))).toEqual([])
  },
)

it('the decision and the start refuse a rule for an office that is gone with the reason that the list gives', async () => {
  const [waits, begins] = [await newRole('waits'), await newRole('begins')]
  const place = await newOffice('gone')
  const rule = { scope: 'custom', officeIds: [place], lines: [] }
  const waiting = await ask({ roleId: waits, resource: 'declaration', rule })
  const scheduled = await ask({ roleId: begins, resource: 'declaration', rule }, START)
  expect((await approve(scheduled)).data).toBe(true)
  expect((await t.as('admin1').form(offices.remove.path, { id: String(place) })).body.data).toBe(true)

  const WHY = '所请的规则用到已不存在的部门或取值'
  const shown = (await list(50)).filter(({ id }) => id === waiting || id === scheduled)
  expect(shown.map(({ staleWhy, allowed }) => [staleWhy, allowed])).toEqual([
    [WHY, ['reject']],
    [WHY, ['reject']],
  ])
  expect(await approve(waiting)).toMatchObject({ code: 'STALE', msg: `${WHY}，该申请作废，仍需要的请重新提出` })
  clock.set('2026-12-05T00:01:00Z')
  await runRecurring(t.kernel, 'identity.terms')
  for (const id of [waiting, scheduled]) expect(await find(id), String(id)).toMatchObject({ state: 4, opinion: WHY })
})
