import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  (await t.as(who).get(`/train/num/${what}`, query)).body
const idOf = async (title: string) =>
  (await t.kernel.db.selectFrom('train_activity').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
/** Scores of the demo participants of an activity, in their order; the others have none. */
async function scored(id: number, scores: number[]): Promise<void> {
  const { db } = t.kernel
  await db
    .updateTable('train_enrol')
    .set({ score: null, evaluate_content: null, evaluated_at: null })
    .where('activity_id', '=', id)
    .execute()
  const people = await db
    .selectFrom('train_enrol')
    .select('id')
    .where('activity_id', '=', id)
    .where('state', '=', 1)
    .orderBy('id')
    .execute()
  for (const [n, score] of scores.entries())
    await db
      .updateTable('train_enrol')
      .set({ score, evaluate_content: n === 0 ? '' : `第 ${n} 条评语`, evaluated_at: new Date(Date.now() + n * 1000) })
      .where('id', '=', people[n]!.id)
      .execute()
  await db
    .updateTable('train_activity')
    .set({ evaluate_num: scores.length, score_sum: scores.reduce((a, b) => a + b, 0) })
    .where('id', '=', id)
    .execute()
}

it('the board shows distribution and words from three answers on, without names, to staff who read training', async () => {
  const id = await idOf('绿色工厂创建培训')
  for (const who of [null, 'gr1', 'qy1', 'dept1']) {
    expect((await get(who, 'evaluated')).success, String(who)).toBe(false)
    expect((await get(who, 'words', { id })).success, String(who)).toBe(false)
  }
  const row = async () =>
    (await get('leader1', 'evaluated', { keyword: '绿色工厂' })).data.list.find((one: { id: number }) => one.id === id)
  await scored(id, [5, 5])
  expect(await row()).toMatchObject({ evaluateNum: 2, evaluateAvg: null, distribution: null })
  expect((await get('leader1', 'words', { id })).data).toMatchObject({ evaluateAvg: null, distribution: null, words: null })
  await scored(id, [5, 5, 2])
  expect(await row()).toMatchObject({ evaluateNum: 3, evaluateAvg: 4, distribution: [0, 1, 0, 0, 2] })
  const { data } = await get('leader1', 'words', { id })
  // The newest first, and only what was written.
  expect(data.words).toEqual([
    { score: 2, content: '第 2 条评语' },
    { score: 5, content: '第 1 条评语' },
  ])
  expect(JSON.stringify(data)).not.toMatch(/contact|phone|enrolId|companyName/)
  await scored(id, [])
  expect(await row()).toBeUndefined()
  expect((await get('leader1', 'words', { id: 999_999 })).code).toBe('NOT_FOUND')
})
