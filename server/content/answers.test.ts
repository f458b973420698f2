import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '1' } })
})
const BOARD = '/admin/policy/unanswered'
const words = '鹅卵石堆场喷淋怎么弄'
const twin = '鹅卵石堆场要不要喷淋'
const ask = (q: string, who: string | null) => t.as(who).get(`/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '10' })}`)
const row = async (of: string) => {
  const { list } = (await t.as('editor1').get(`${BOARD}/list`, { pageSize: 100 })).body.data
  return (list as { id: number; words: string; settled: string | null; note: string | null }[]).find((one) => one.words === of)!
}
const found = async (keyword: string) =>
  (await t.as(null).get('/thirdPartApi/globalSearch', { keyword, type: 'news' })).body.data.list as { title: string; url: string }[]

it('a question becomes an article, which is reviewed, found, and settles every question that it answers', async () => {
  for (const q of [words, twin, '鸵鸟羽毛分级谁管']) for (const who of [null, 'qy1']) await ask(q, who)
  const { id } = await row(words)
  const entry = { id, title: '鹅卵石堆场喷淋怎么弄', answer: '堆场装喷淋，\n<script>alert(1)</script>找县生态环境分局备案。' }
  for (const who of [null, 'qy1', 'front1', 'leader1', 'op1'])
    expect((await t.as(who).post(`${BOARD}/knowledge`, entry)).body.success).toBe(false)
  expect((await t.as('editor1').post(`${BOARD}/knowledge`, { ...entry, answer: ' ' })).body.fields![0]!.path).toBe('answer')
  expect((await t.as('editor1').post(`${BOARD}/knowledge`, { ...entry, id: 999_999 })).body.code).toBe('NOT_FOUND')

  const written = (await t.as('editor1').post(`${BOARD}/knowledge`, entry)).body.data
  expect(written).toMatchObject({ state: '待审核', found: true })
  expect(written.answers.toSorted()).toEqual([words, twin].toSorted())
  expect(await found(words), 'nobody has reviewed it').toEqual([])
  expect(await row(words)).toMatchObject({ settled: null, note: '已写解答“鹅卵石堆场喷淋怎么弄”，待审核' })

  const seen = (await t.as('leader1').get('/cms/news/preview', { id: written.newsId })).body.data
  expect(seen.content).not.toContain('<script')
  const review = { id: written.newsId, version: seen.standing.version, pass: true }
  expect((await t.as('editor1').post('/cms/news/review', review)).body.success).toBe(false)
  expect((await t.as('leader1').post('/cms/news/review', review)).body.success).toBe(true)
  for (const q of [words, twin]) {
    await expect.poll(async () => (await found(q)).map(({ title }) => title), { timeout: 5_000 }).toEqual([entry.title])
    expect(await row(q)).toMatchObject({ settled: 'knowledge', note: entry.title })
  }
  expect(await row('鸵鸟羽毛分级谁管'), 'what it does not answer waits').toMatchObject({ settled: null })
  const { rows } = await t.kernel.pool.query(`select detail from audit_log where action = 'unanswered.knowledge'`)
  expect(rows).toMatchObject([{ detail: { words, title: entry.title } }])
})

it('an answer with findings of the check stays a draft', async () => {
  const { id } = await row('鸵鸟羽毛分级谁管')
  const entry = { id, title: '鸵鸟羽毛分级', answer: '请找 13800003333。' }
  const { newsId, state } = (await t.as('editor1').post(`${BOARD}/knowledge`, entry)).body.data
  expect(state).toContain('确认')
  expect((await t.as('editor1').get('/cms/news/preview', { id: newsId })).body.data.standing.state).toBe(0)
})
