import { beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

// Seen red without the primary key of policy_favourite: five rows.
it('five parallel requests store a favourite once', async () => {
  const { id } = await t.kernel.db.selectFrom('policy').select('id').where('code', '=', 'hnte').executeTakeFirstOrThrow()
  const keep = () => t.as('gr1').form('/pol/my/collect', { polInfoId: String(id), collectFlag: '1' })
  const answers = await Promise.all(Array.from({ length: 5 }, keep))
  expect(answers.map((a) => a.body)).toEqual(answers.map(() => ({ success: true, data: true })))
  expect((await t.as('gr1').get('/pol/my/collectList')).body.data.total).toBe(1)
  expect(await auditTrail(t.kernel, 'favourite.add')).toHaveLength(1)
})
