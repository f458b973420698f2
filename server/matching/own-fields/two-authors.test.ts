import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '1' } })
  // In a small office those who review also write; editor1 does not review.
  await sql`insert into user_role (user_id, role_id) select u.id, r.id from sys_user u, role r
    where (u.user_name = 'leader1' and r.code = 'editor') or (u.user_name = 'front1' and r.code in ('editor', 'leader'))`.execute(
    t.kernel.db,
  )
})
const text = { label: '年用水量', type: 'number', group: '财务', question: '上年度用水多少？' }
interface Saved {
  id: number
  version: number
}
const save = async (who: string, { id, version }: Partial<Saved>, more: object = {}): Promise<Saved> => {
  const { body } = await t.as(who).post('/admin/ownField/save', { ...text, ...more, ...(id ? { id, version } : {}) })
  expect(body).toMatchObject({ success: true })
  return body.data
}
const after = ({ id, version }: Saved): Saved => ({ id, version: version + 1 })
const review = async (who: string, row: Saved, more: object = { pass: true }) =>
  (await t.as(who).post('/admin/ownField/review', { id: row.id, version: row.version, ...more })).body
const shown = async (id: number, who = 'editor1') =>
  (await t.as(who).get('/admin/ownField/list', { pageSize: 50 })).body.data.list.find((one: { id: number }) => one.id === id)

// C-06, ADR 1028. Seen red: whoever was not the last to touch it could approve their own text.
it('is not reviewed by anybody who wrote on it since it was last in use, and names them all', async () => {
  const first = await save('leader1', {})
  expect((await review('leader1', first)).code).toBe('OWN_WORK')
  const touched = await save('editor1', first, { note: '按水费发票' })
  expect((await review('leader1', touched)).code).toBe('OWN_WORK')
  expect((await review('leader1', touched, { pass: false, opinion: '再改' })).code).toBe('OWN_WORK')
  expect((await shown(first.id)).waitingByName).toBe('领导 于川、政策编辑 文清')

  // Returned by a colleague, the text is still theirs.
  expect((await review('front1', touched, { pass: false, opinion: '再改' })).success).toBe(true)
  const again = await save('editor1', after(touched), { note: '按水费发票填写' })
  expect((await review('leader1', again)).code).toBe('OWN_WORK')
  expect((await review('front1', again)).success).toBe(true)
  const versions = (await t.as('editor1').get('/admin/ownField/versions', { id: first.id })).body.data
  expect(versions[0].madeByName).toBe('领导 于川、政策编辑 文清')

  // Approved by another person, it is nobody's own work any more.
  const next = await save('editor1', after(again), { note: '按用水量填写' })
  expect((await shown(first.id)).waitingByName).toBe('政策编辑 文清')
  expect((await review('leader1', next)).success).toBe(true)
})

it('a colleague who touched it once does not review it either', async () => {
  const first = await save('editor1', {}, { label: '年用气量' })
  const touched = await save('leader1', first, { label: '年用气量', note: '按发票' })
  const last = await save('editor1', touched, { label: '年用气量', note: '按发票填写' })
  expect((await review('leader1', last)).code).toBe('OWN_WORK')
  expect((await review('front1', last)).success).toBe(true)
})

// Seen red: the list offered the review to everybody with the right, and refused it to an author once it was filled in.
it('is offered for review only to whom the review is not refused', async () => {
  const offeredTo = async ({ id }: Saved) => {
    const found: string[] = []
    for (const who of ['editor1', 'leader1', 'front1']) if ((await shown(id, who)).allowed.includes('review')) found.push(who)
    return found
  }
  const first = await save('leader1', {}, { label: '年用煤量' })
  expect(await offeredTo(first)).toEqual(['front1'])
  const touched = await save('editor1', first, { label: '年用煤量', note: '按发票' })
  expect(await offeredTo(touched)).toEqual(['front1'])
  expect((await review('front1', touched, { pass: false, opinion: '再改' })).success).toBe(true)
  expect(await offeredTo(touched)).toEqual([])
  const again = await save('editor1', after(touched), { label: '年用煤量', note: '按发票填写' })
  expect(await offeredTo(again)).toEqual(['front1'])
  expect((await review('front1', again)).success).toBe(true)
  expect(await offeredTo(again)).toEqual([])
  const next = await save('editor1', after(again), { label: '年用煤量', note: '按过磅单' })
  expect(await offeredTo(next)).toEqual(['leader1', 'front1'])
})
