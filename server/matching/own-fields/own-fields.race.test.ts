import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { meeting } from '../../kernel/testing/meeting.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '1' } })
})
const SAVE = '/admin/ownField/save'
const REVIEW = '/admin/ownField/review'
const passed = async (input: object) => {
  const { id, version } = (await t.as('editor1').post(SAVE, input)).body.data
  expect((await t.as('leader1').post(REVIEW, { id, version, pass: true })).body.success).toBe(true)
  return { id, version: version + 1, key: `own${id}` }
}

// Seen red without the advisory lock of `changing`: both were approved.
it('of two changes that refer to each other and are approved at the same moment one is refused, and later changes still work', async () => {
  const input = (label: string, formula: string) => ({ label, type: 'number', group: '财务', formula })
  const a = await passed(input('互指甲', '=employees * 1'))
  const b = await passed(input('互指乙', '=employees * 2'))
  const waiting = await Promise.all(
    [
      { ...input('互指甲', `=${b.key} + 1`), id: a.id, version: a.version },
      { ...input('互指乙', `=${a.key} + 1`), id: b.id, version: b.version },
    ].map(async (one) => (await t.as('editor1').post(SAVE, one)).body.data),
  )
  const both = await meeting(t, 2, () =>
    Promise.all(waiting.map(async ({ id, version }) => (await t.as('leader1').post(REVIEW, { id, version, pass: true })).body)),
  )
  expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  expect(both.find(({ success }) => !success)?.fields).toMatchObject([{ path: 'formula' }])
  await passed(input('互指丙', '=employees * 3'))
})
