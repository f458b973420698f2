import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'

let t: TestApp
let office: number
beforeAll(async () => {
  t = await testApp()
  office = (await t.kernel.db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirstOrThrow()).id
})
const words = (title: string) => ({ typeId: 1601, title, content: '每周限电两天', contact: '林小满', phone: '13812345678', submit: true })
const file = (title: string) => t.as('qy1').post('/appeal/info/save', words(title))
const doing = (who: string, what: string, body: object) => t.as(who).post(`/appeal/info/${what}`, body)
const won = (replies: { body: { success: boolean } }[]) => replies.filter(({ body }) => body.success).length
const moves = async (id: number) =>
  (
    await t.kernel.db.selectFrom('flow_log').select('move').where('flow', '=', 'appeal').where('row_id', '=', id).orderBy('id').execute()
  ).map((row) => row.move)

// Seen red without the unique index appeal_once: fifty appeals.
it('fifty equal parallel submissions make one appeal with one number', async () => {
  await t.as('qy1').get('/appeal/info/listMy')
  const replies = await Promise.all(Array.from({ length: 50 }, () => file('同一件诉求')))
  expect(won(replies)).toBe(50)
  expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
  const kept = await t.kernel.db.selectFrom('appeal').select(['id', 'appeal_no']).where('title', '=', '同一件诉求').execute()
  expect(kept).toHaveLength(1)
  expect(kept[0]!.appeal_no).toMatch(/^SQ\d{8}-\d{4}$/)
  expect(await moves(kept[0]!.id)).toEqual(['submit'])
})

// Seen red without the row lock of lockAppeals and the version in the UPDATE of `move`.
it('of a parallel transfer, direct answer, return and withdrawal one succeeds, and only that one is recorded', async () => {
  await Promise.all(['front1', 'qy1', 'dept1', 'dept3', 'appeal1'].map((who) => t.as(who).get('/work/list')))
  for (let round = 0; round < 5; round++) {
    const { id } = (await file(`抢着办的诉求 ${round}`)).body.data
    const replies = await meeting(t, 4, () =>
      Promise.all([
        doing('front1', 'transfer', { id, officeId: office, version: 1 }),
        doing('appeal1', 'deal', { id, dealContent: '已答复', result: 'solved', version: 1 }),
        doing('front1', 'back', { id, reason: '请补充', version: 1 }),
        doing('qy1', 'withdraw', { id, version: 1 }),
      ]),
    )
    expect(won(replies)).toBe(1)
    expect(await moves(id)).toHaveLength(2)
  }
})

// Seen red without the row lock of lockAppeals and the version in the UPDATE of `move`.
it('of two parallel answers of one office one succeeds, and of two parallel reviews one', async () => {
  const { id } = (await file('两个人同时办')).body.data
  await doing('front1', 'transfer', { id, officeId: office })
  const answer = { id, dealContent: '已答复', result: 'solved', version: 2 }
  expect(won(await meeting(t, 2, () => Promise.all([doing('dept1', 'deal', answer), doing('dept3', 'deal', answer)])))).toBe(1)
  const verdict = { id, examineState: 1, version: 3 }
  await t.as('leader1').get('/work/list')
  const reviewers = ['front1', 'appeal1', 'leader1']
  expect(won(await meeting(t, 3, () => Promise.all(reviewers.map((who) => doing(who, 'examine', verdict)))))).toBe(1)
  expect(await moves(id)).toEqual(['submit', 'transfer', 'deal', 'pass'])
})
