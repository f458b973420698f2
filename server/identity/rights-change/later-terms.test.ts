import { beforeAll, expect, it } from 'vitest'
import { identity } from '../../../contract/identity.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { viewAs } from '../../../contract/identity/view-as.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

const clock = movableClock(new Date('2026-12-01T02:00:00Z'))
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})

// Seen red while the effect was that of the day of the decision: gained and conflicts were empty.
it('the reviewer of a temporary role that begins later reads what it will give, and the pairs that one person should not hold', async () => {
  const idOf = async (name: string) =>
    (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
  const roleOf = async (code: string) =>
    (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  const change = {
    userId: await idOf('dept3'),
    roleIds: [await roleOf('dept')],
    terms: [{ roleId: await roleOf('finance'), from: '2026-12-05', to: '2026-12-30' }],
  }
  const asked = (await t.as('security1').post(rightsChange.submit.path, { change, reason: '月底代班' })).body
  const { effect, words } = (await t.as('security2').get(rightsChange.findById.path, { id: asked.data.id })).body.data
  expect(effect.gained).toContain('拨付补贴')
  expect(effect.conflicts).not.toEqual([])
  expect(words.after).toContain('2026-12-05')
})

it('a view after the change shows the day that the reviewer chooses within the terms; by itself the first on which all of it acts', async () => {
  const { list } = (await t.as('security2').get(rightsChange.list.path, { page: 1, pageSize: 10 })).body.data
  const changeId = list[0].id
  const found = (await t.as('security2').get(rightsChange.findById.path, { id: changeId })).body.data
  expect(found.seenDays).toEqual({ from: '2026-12-01', to: '2026-12-30', usual: '2026-12-05' })
  const begin = async (day?: string) => (await t.as('security2').post(viewAs.startChange.path, { changeId, reason: '看看', day })).body
  for (const day of ['2026-11-30', '2026-12-31']) {
    const refused = await begin(day)
    expect(refused.fields?.[0]).toEqual({ path: 'day', message: '请选择 2026-12-01 至 2026-12-30 之间的一天' })
  }
  const pays = async () => {
    const { permissions } = (await t.as('security2').get(identity.getMenus.path)).body.data
    const { change } = (await t.as('security2').get(identity.info.path)).body.data.user.viewing
    await t.as('security2').post(viewAs.end.path, {})
    return [permissions.includes('allowance:pay'), change]
  }
  expect((await begin()).success).toBe(true)
  expect(await pays()).toEqual([true, expect.stringContaining('（2026-12-05 那天）')])
  expect((await begin('2026-12-04')).success).toBe(true)
  expect(await pays()).toEqual([false, expect.stringContaining('（2026-12-04 那天）')])
  expect((await begin('2026-12-30')).success).toBe(true)
  expect((await pays())[0]).toBe(true)
})
