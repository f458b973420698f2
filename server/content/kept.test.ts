import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-08-20T02:00:00Z')
let t: TestApp
let column: number
let policy: number
beforeAll(async () => {
  t = await testApp({ clock, env: { POLICY_REVIEW: '0' } })
  const { id } = await t.kernel.db.selectFrom('news_column').select('id').where('code', '=', 'news').executeTakeFirstOrThrow()
  const published = t.kernel.db.selectFrom('policy').select('id').where('state', '=', 2).where('deleted', '=', false)
  policy = (await published.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  // Hides the articles of the demo county.
  await t.kernel.db.deleteFrom('news').execute()
  column = (await doing('column/add', { name: '留存栏目', parentId: id })).id
  await doing('column/publish', { id: column })
})
async function doing(what: string, body: object): Promise<{ id: number }> {
  const answer = (await t.as('editor1').post(`/cms/news/${what}`, body)).body
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data
}
const ask = async (who: string | null, what: string, query: Record<string, unknown>) =>
  (await t.as(who).get(`/cms/news/${what}`, query)).body
let n = 0
async function publish(more: object = {}): Promise<number> {
  const words = {
    columnId: column,
    policyIds: [policy],
    title: `留存的第${++n}篇`,
    summary: '摘要',
    content: '<p>正文一句。</p>',
    source: '企业服务中心',
  }
  const { id } = await doing('add', { ...words, ...more })
  await doing('publish', { id })
  // The change is heard a little later, and clears what was kept until then.
  await sleep(300)
  return id
}
const inMs = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
/** Nothing becomes too old by itself, however long the test takes. */
function withoutAge(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}
async function places(id: number, neighbour: number) {
  const list = (await ask(null, 'list', { columnId: column, pageSize: 100 })).data
  const beside = (await ask(null, 'findById', { id: neighbour })).data
  const columns = (await ask(null, 'column/list', { pageSize: 100 })).data.list
  return {
    detail: (await ask(null, 'findById', { id })).success,
    list: list.list.some((one: { id: number }) => one.id === id),
    total: list.total,
    columns: columns.find((one: { id: number }) => one.id === column).count,
    policy: (await ask(null, 'ofPolicy', { policyId: policy })).data.some((one: { id: number }) => one.id === id),
    beside: [beside.previous?.id, beside.next?.id].includes(id),
  }
}

it('visitors share an answer until an editor changes something; people with an account read what is stored', async () => {
  withoutAge()
  const id = await publish()
  const titles = async (who: string | null) => [
    (await ask(who, 'findById', { id })).data.title,
    (await ask(who, 'list', { columnId: column })).data.list.find((one: { id: number }) => one.id === id).title,
    (await ask(who, 'ofPolicy', { policyId: policy })).data.find((one: { id: number }) => one.id === id).title,
  ]
  const [before] = await titles(null)
  const changed = ['换过的标题', '换过的标题', '换过的标题']
  await t.kernel.db.updateTable('news').set({ title: '换过的标题' }).where('id', '=', id).execute()
  expect(await titles(null)).toEqual([before, before, before])
  expect(await titles('qy1')).toEqual(changed)
  await doing('setTop', { id, topFlag: 0 })
  expect(await titles(null)).toEqual(changed)
})

it('an article goes at its time and not a moment later, though answers with it are kept', async () => {
  withoutAge()
  const neighbour = await publish()
  const id = await publish({ takeDownAt: inMs(60_000) })
  const { total } = await places(id, neighbour)
  const shown = { detail: true, list: true, policy: true, total, columns: total, beside: true }
  expect(await places(id, neighbour)).toEqual(shown)
  clock.advance(59_999)
  expect(await places(id, neighbour)).toEqual(shown)
  clock.advance(1)
  const gone = { detail: false, list: false, policy: false, total: total - 1, columns: total - 1, beside: false }
  expect(await places(id, neighbour), 'before the job of the minute').toEqual(gone)
  await runRecurring(t.kernel, 'content.clock')
  expect(await places(id, neighbour)).toEqual(gone)
})

it('an article that appears by the clock is in every answer at once', async () => {
  withoutAge()
  const neighbour = await publish()
  const id = await publish({ publishAt: inMs(60_000) })
  const before = await places(id, neighbour)
  expect(before).toMatchObject({ detail: false, list: false, policy: false, beside: false })
  clock.advance(60_000)
  await runRecurring(t.kernel, 'content.clock')
  const total = before.total + 1
  expect(await places(id, neighbour)).toEqual({ detail: true, list: true, policy: true, total, columns: total, beside: true })
})

it('views are counted as before, and the page of the article shows the new number', async () => {
  withoutAge()
  const id = await publish()
  const views = async () => (await ask(null, 'findById', { id })).data.viewNum
  const view = async (who: string | null) => (await t.as(who).form('/cms/news/incViewNum', { id: String(id) })).body.data.viewNum
  expect(await views()).toBe(0)
  expect(await view(null)).toBe(1)
  expect(await views()).toBe(1)
  expect([await view(null), await view('qy1')]).toEqual([1, 2])
  expect(await views()).toBe(2)
})

it('an article tells which of its policies was changed or repealed, and names no neighbour that is not there', async () => {
  const policies = await t.kernel.db
    .selectFrom('policy')
    .select(['id', 'title'])
    .where('state', '=', 2)
    .where('deleted', '=', false)
    .where('repealed_on', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute()
  const [repealed, changed] = policies.map((one) => one.id)
  const id = await publish({ policyIds: [changed, repealed] })
  const named = async (who: string | null) => (await ask(who, 'findById', { id })).data
  const plain = policies.toReversed().map((one) => ({ ...one, changed: false, repealed: false }))
  expect((await named(null)).policies).toEqual(plain)
  await t.kernel.db.updateTable('news_policy').set({ policy_version: 0 }).where('policy_id', '=', changed!).execute()
  await t.kernel.db.updateTable('policy').set({ repealed_on: '2026-08-20' }).where('id', '=', repealed!).execute()
  const now = (await named('qy1')).policies.map((p: { changed: boolean; repealed: boolean }) => [p.changed, p.repealed])
  expect(now).toEqual([
    [true, false],
    [false, true],
  ])
  await t.kernel.db.updateTable('policy').set({ deleted: true }).where('id', '=', repealed!).execute()
  expect((await named('qy1')).policyIds).toEqual([changed])
  const preview = (await ask('editor1', 'preview', { id })).data
  expect(preview).toMatchObject({ policyIds: [changed, repealed], standing: { shown: true } })
  await t.kernel.db.deleteFrom('news').where('id', '!=', id).execute()
  expect(await named('qy1')).toMatchObject({ previous: null, next: null, attachments: [] })
})
