// Seen red without the advisory lock of askRight: all six clicks told the officers.
import { expect, it } from 'vitest'
import { rightAsk } from '../../contract/identity/access.ts'
import { testApp } from '../kernel/testing/harness.ts'

it('of several requests at once one tells each security officer, and the others say so', async () => {
  const t = await testApp()
  const me = t.as('dept1')
  await me.get('/sys/activeUser/info')
  const said = await Promise.all(Array.from({ length: 6 }, () => me.post(rightAsk.ask.path, { path: '/work/policyserveradmin' })))
  expect(said.map(({ body }) => body.data?.again).toSorted()).toEqual([false, true, true, true, true, true])
  const told = await t.kernel.db.selectFrom('notice').select('user_id').where('waits_for', 'like', 'right-ask:%').execute()
  expect(told).toHaveLength(2)
})
