import { beforeAll, expect, it } from 'vitest'
import { meeting } from '../../kernel/testing/meeting.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

/** Work never lies with an account that was disabled while it was handed over or assigned. */
let t: TestApp
let policyId: number
const ids: Record<string, number> = {}
const post = async (who: string, path: string, body: object) => (await t.as(who).post(path, body)).body
const disable = (name: string, takers: object[] = []) => post('admin1', '/sys/user/disable', { id: ids[name], takers })
const enable = (name: string) => t.as('admin1').form('/sys/user/editEnableFlag', { id: String(ids[name]), enableFlag: '1' })
const isAtWork = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('enabled').where('id', '=', ids[name]!).executeTakeFirstOrThrow()).enabled
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

beforeAll(async () => {
  t = await testApp()
  policyId = (await t.as(null).get('/policy/doc/policyDetail', { code: 'demo-talent' })).body.data.id
  for (const { id, user_name } of await t.kernel.db.selectFrom('sys_user').select(['id', 'user_name']).execute()) ids[user_name] = id
  for (const who of ['admin1', 'front1', 'dept1', 'gr1']) await t.as(who).tokens()
})

async function question(words: string): Promise<number> {
  await t.as('gr1').form('/pol/my/getPolConsult', { consultContent: words, polInfoId: String(policyId) })
  return (await t.as('front1').get('/pol/consult/list', { keyword: words })).body.data.list[0].id
}
const waitsFor = async (id: number) =>
  (await t.kernel.db.selectFrom('policy_consult').select('passed_to').where('id', '=', id).executeTakeFirstOrThrow()).passed_to

// Seen red without lockColleagues in passConsultOn.
it('a question is not passed on to a colleague who is disabled in the same moment', async () => {
  const id = await question('同时停用的同事能收到转办吗？')
  const [passed, ended] = await meeting(t, 2, () =>
    Promise.all([post('front1', '/pol/consult/passOn', { id, userId: ids.editor1 }), disable('editor1')]),
  )
  expect([passed.success, ended.success].filter(Boolean)).toHaveLength(1)
  expect((await waitsFor(id)) === ids.editor1).toBe(await isAtWork('editor1'))
  await enable('editor1')
})

// Seen red without lockColleagues in saveDelegation.
it('a review is not delegated to a colleague who is disabled in the same moment', async () => {
  const delegation = { delegateId: ids.dept3, startTime: inDays(-0.01), endTime: inDays(10), reason: '外出培训' }
  const [given, ended] = await meeting(t, 2, () => Promise.all([post('dept1', '/dec/delegation/save', delegation), disable('dept3')]))
  expect([given.success, ended.success].filter(Boolean)).toHaveLength(1)
  const open = await t.kernel.db.selectFrom('declaration_delegation').select('id').where('delegate_id', '=', ids.dept3!).execute()
  expect(open.length > 0).toBe(await isAtWork('dept3'))
  await enable('dept3')
})

// Seen red without lockedWithTakers.
it('of two people who hand over to each other at once one stays, and the other’s refusal says why', async () => {
  for (const name of ['front1', 'editor1']) await enable(name)
  const before = await question('谁来接手第一件？')
  await post('front1', '/pol/consult/passOn', { id: before, userId: ids.editor1 })
  const other = await question('谁来接手第二件？')
  await t.kernel.db.updateTable('policy_consult').set({ passed_to: ids.front1!, passed_to_name: '甲' }).where('id', '=', other).execute()
  const answers = await meeting(t, 2, () =>
    Promise.all([
      disable('editor1', [{ kind: 'consult', userId: ids.front1 }]),
      disable('front1', [{ kind: 'consult', userId: ids.editor1 }]),
    ]),
  )
  expect(answers.filter((one) => one.success)).toHaveLength(1)
  expect(['CONFLICT', 'TRY_AGAIN']).not.toContain(answers.find((one) => !one.success)!.code)
  const left = (await isAtWork('front1')) ? ids.front1 : ids.editor1
  expect([await waitsFor(before), await waitsFor(other)]).toEqual([left, left])
})
