import { beforeAll, expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
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
