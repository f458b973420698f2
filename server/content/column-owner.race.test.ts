import { beforeAll, expect, it } from 'vitest'
import { meeting } from '../kernel/testing/meeting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const ids: Record<string, number> = {}
const post = async (who: string, path: string, body: object) => (await t.as(who).post(path, body)).body
const column = async (name: string): Promise<{ id: number; version: number }> =>
  (await post('editor1', '/cms/news/column/add', { name, summary: '' })).data
const inCharge = async (id: number) =>
  (await t.kernel.db.selectFrom('news_column').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()).owner_id
const give = ({ id, version }: { id: number; version: number }, who: string, to: string, name: string) =>
  post(who, '/cms/news/column/modify', { id, version, name, summary: '', ownerId: ids[to] })

beforeAll(async () => {
  t = await testApp()
  for (const { id, user_name } of await t.kernel.db.selectFrom('sys_user').select(['id', 'user_name']).execute()) ids[user_name] = id
  for (const who of ['admin1', 'editor1', 'op2']) await t.as(who).tokens()
})

// Seen red without the lock of lockTree and the version in the UPDATE of `move`: both said that it was done, and the later one stayed.
it('of two who put different people in charge at once one wins, and the other is told', async () => {
  const made = await column('两人同时改')
  const answers = await meeting(t, 2, () =>
    Promise.all([give(made, 'editor1', 'op1', '两人同时改'), give(made, 'op2', 'op2', '两人同时改')]),
  )
  expect(answers.map(({ success, code }) => (success ? 'ok' : code)).toSorted()).toEqual(['CONFLICT', 'ok'])
  expect(await inCharge(made.id)).toBe(answers[0]!.success ? ids.op1 : ids.op2)
})

// Seen red without lockColleagues in saveColumn: the column was with the disabled account.
it('an account that is disabled in the same moment does not become the owner', async () => {
  const disable = () => post('admin1', '/sys/user/disable', { id: ids.op1, takers: [] })
  const enable = () => t.as('admin1').form('/sys/user/editEnableFlag', { id: String(ids.op1), enableFlag: '1' })
  await t.kernel.db.updateTable('news_column').set({ owner_id: ids.editor1! }).where('owner_id', '=', ids.op1!).execute()
  // Nothing else is in the account's hand.
  expect((await disable()).success).toBe(true)
  await enable()
  const made = await column('交给谁')
  const [given, ended] = await meeting(t, 2, () => Promise.all([give(made, 'editor1', 'op1', '交给谁'), disable()]))
  expect(ended.success).toBe(true)
  // Given first, the column lost its owner with the account; disabled first, it was not given.
  expect(await inCharge(made.id)).toBe(given.success ? null : ids.editor1)
  await enable()
})
