import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-08-20T02:00:00Z')
let t: TestApp
let column: number
const doing = async (who: string, what: string, body: object) => (await t.as(who).post(`/cms/news/${what}`, body)).body
const brief = async (who: string | null, month?: string) =>
  (await t.as(who).get('/cms/news/brief', month === undefined ? {} : { month })).body
let n = 0
async function publish(columnId = column): Promise<number> {
  const body = { columnId, title: `月报里的第${++n}篇`, summary: '摘要', content: '<p>正文一句。</p>', source: '企业服务中心' }
  const saved = await doing('editor1', 'add', body)
  expect(saved, JSON.stringify(saved)).toMatchObject({ success: true })
  const answer = (await t.as('editor1').form('/cms/news/publish', { id: String(saved.data.id) })).body
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return saved.data.id
}
beforeAll(async () => {
  t = await testApp({ clock, env: { POLICY_REVIEW: '0' } })
  const { id } = await t.kernel.db.selectFrom('news_column').select('id').where('code', '=', 'news').executeTakeFirstOrThrow()
  // Hides the articles of the demo county.
  await t.kernel.db.deleteFrom('news').execute()
  const saved = await doing('editor1', 'column/add', { name: '月报栏目', parentId: id, freshDays: 14 })
  column = saved.data.id
  await t.as('editor1').form('/cms/news/column/publish', { id: String(column) })
})

it('the brief of a month is for those who review, and counts what was published in it', async () => {
  for (const who of [null, 'gr1', 'qy1', 'dept1', 'editor1']) expect((await brief(who)).success, String(who)).toBe(false)
  for (const month of ['2026-13', '2026-9', '09-2026', '1999-01', 'x'])
    expect((await brief('leader1', month)).fields?.[0]?.path, month).toBe('month')
  await publish()
  // The last minute of August and the first of September, in Shanghai.
  clock.set('2026-08-31T15:59:00Z')
  await publish()
  clock.set('2026-08-31T16:01:00Z')
  const first = await publish()
  clock.set('2026-09-10T02:00:00Z')
  const second = await publish()
  const gone = await publish()
  await t.as('editor1').form('/cms/news/offPublish', { id: String(gone) })
  const deleted = await publish()
  await t.as('editor1').form('/cms/news/offPublish', { id: String(deleted) })
  await t.as('editor1').form('/cms/news/delete', { id: String(deleted) })
  for (let i = 0; i < 3; i++) {
    await t.as('gr1').form('/cms/news/incViewNum', { id: String(second) })
    clock.advance(11 * 60_000)
  }
  await t.as('qy1').form('/cms/news/incViewNum', { id: String(first) })
  const { data } = await brief('leader1', '2026-09')
  expect(data).toMatchObject({ month: '2026-09', published: 3, before: 2, views: 4, takenDown: 1, waiting: 0 })
  const row = data.columns.find((one: { id: number }) => one.id === column)
  expect(row).toMatchObject({ path: expect.stringContaining('月报栏目') as string, published: 3, before: 2, views: 4, late: -14 })
  // What was taken down is counted, but cannot be opened.
  expect(data.most.map((one: { id: number; viewNum: number }) => [one.id, one.viewNum])).toEqual([
    [second, 3],
    [first, 1],
  ])
  expect((await brief('leader1', '2026-08')).data).toMatchObject({ published: 2, before: 0, takenDown: 0 })
  expect((await brief('leader1', '2031-01')).data).toMatchObject({ published: 0, before: 0, views: 0, most: [] })
})

it('on the first of a month leaders are told once of the last month, with the columns that are late', async () => {
  clock.set('2026-10-01T00:46:00Z')
  expect((await brief('leader1')).data.month).toBe('2026-09')
  const told = () =>
    t.kernel.db
      .selectFrom('notice as n')
      .innerJoin('sys_user as u', 'u.id', 'n.user_id')
      .select(['u.user_name', 'n.title', 'n.body', 'n.link'])
      .where('n.key', 'like', 'content:brief:%')
      .execute()
  await runRecurring(t.kernel, 'content.brief')
  await runRecurring(t.kernel, 'content.brief')
  const rows = await told()
  expect(rows.filter((one) => one.user_name === 'leader1')).toEqual([
    {
      user_name: 'leader1',
      title: '9 月资讯简报：发布 3 篇（上月 2 篇），浏览 4 次',
      body: expect.stringMatching(/月报栏目 7 天/) as string,
      link: '/work/newsManage?tab=brief&month=2026-09',
    },
  ])
  expect(rows.map((one) => one.user_name)).not.toContain('editor1')
})
