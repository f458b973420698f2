import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { subscribe } from '../kernel/jobs/events.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { inTurn } from '../kernel/testing/in-turn.ts'
import { multipart, png } from '../kernel/testing/samples.ts'
import { changing } from './visible.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let column: number
let parent: number
beforeAll(async () => {
  t = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
  const news = await t.kernel.db.selectFrom('news_column').select('id').where('code', '=', 'news').executeTakeFirstOrThrow()
  parent = news.id
  column = (await made('column/add', { name: '测试栏目', parentId: parent })).id
  // Hides the articles of the demo county.
  await t.kernel.db.deleteFrom('news').execute()
  // The demo policies were published up to the day on which the demo data were made; the feed has the newest fifty of all kinds.
  await t.kernel.pool.query(`update policy set publish_time = publish_time - interval '1 year'`)
  await doing('editor1', 'column/publish', { id: column })
})
const doing = (who: string | null, what: string, body: object) =>
  t
    .as(who)
    .post(`/cms/news/${what}`, body)
    .then((r) => r.body)
const ask = (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  t
    .as(who)
    .get(`/cms/news/${what}`, query)
    .then((r) => r.body)
const made = async (what: string, body: object): Promise<{ id: number; version: number }> => {
  const answered = await doing('editor1', what, body)
  expect(answered, JSON.stringify(answered)).toMatchObject({ success: true })
  return answered.data
}
let n = 0
const words = (more: object = {}) => ({
  columnId: column,
  title: `龙门吊试车成功第${++n}次`,
  summary: '车间里的龙门吊今天试车',
  content: '<p>龙门吊今天完成空载和满载试验。</p>',
  source: '企业服务中心',
  ...more,
})
const draft = (more: object = {}) => made('add', words(more))
/** Written by one user, approved by another. */
async function publish(more: object = {}): Promise<number> {
  const { id } = await draft(more)
  expect((await doing('editor1', 'publish', { id })).data?.state).toBe(3)
  const seen = (await ask('leader1', 'preview', { id })).data
  const agreed = await doing('leader1', 'review', { id, version: seen.standing.version, pass: true })
  expect(agreed, JSON.stringify(agreed)).toMatchObject({ success: true })
  return id
}
const get = async (url: string) => (await t.http.inject({ url })).body
/** How often an action on a record stands in the audit log. */
const noted = async (action: string, id: number): Promise<number> =>
  (await t.kernel.db.selectFrom('audit_log').select('id').where('action', '=', action).where('object_id', '=', String(id)).execute()).length
/** Whether an article is in each of the nine public places. */
async function places(id: number): Promise<Record<string, boolean>> {
  const title = (await t.kernel.db.selectFrom('news').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title
  const list = (await ask(null, 'list', { columnId: column, pageSize: 100 })).data?.list ?? []
  const others = list.filter((one: { id: number }) => one.id !== id)
  const beside = await inTurn(others, async (one: { id: number }) => {
    const { data } = await ask(null, 'findById', { id: one.id })
    return data.previous?.id === id || data.next?.id === id
  })
  const found = await t.as(null).get('/thirdPartApi/globalSearch', { keyword: title, type: 'news', pageSize: 50 })
  const home = await t.as(null).get('/pol/polDicValue/home', {})
  const file = await t.kernel.db
    .selectFrom('file')
    .select('key')
    .where('object_type', '=', 'news')
    .where('object_id', '=', String(id))
    .executeTakeFirst()
  return {
    list: list.some((one: { id: number }) => one.id === id),
    detail: (await ask(null, 'findById', { id })).success,
    preview: (await ask('qy1', 'preview', { id })).success,
    search: JSON.stringify(found.body).includes(`industryinfodetails?id=${id}"`),
    home: JSON.stringify(home.body).includes(`industryinfodetails?id=${id}"`),
    rss: (await get('/rss.xml')).includes(`industryinfodetails?id=${id}<`),
    sitemap: (await get('/sitemap.xml')).includes(`industryinfodetails?id=${id}<`),
    beside: beside.some(Boolean),
    views: (await doing(null, 'incViewNum', { id })).success,
    file: file !== undefined && (await t.as(null).send({ method: 'GET', url: `/files/download?filePath=${file.key}` })).status === 200,
  }
}
const everywhere = {
  list: true,
  detail: true,
  preview: true,
  search: true,
  rss: true,
  sitemap: true,
  beside: true,
  views: true,
  file: true,
  home: true,
}
const nowhere = Object.fromEntries(Object.keys(everywhere).map((place) => [place, false]))

async function picture(): Promise<string> {
  const { payload, headers } = multipart({ name: '图.png', content: await png() })
  return (await t.as('editor1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath
}

describe('content refuses', () => {
  it('other users to write or see unpublished articles, and authors to review their own work', async () => {
    expect((await doing(null, 'add', words())).code).toBe('UNAUTHENTICATED')
    expect((await doing('dept1', 'add', words())).code).toBe('FORBIDDEN')
    expect((await ask('qy1', 'list', { scope: 'manage' })).code).toBe('FORBIDDEN')
    expect((await ask('dept1', 'column/list', { scope: 'manage' })).code).toBe('FORBIDDEN')
    const { id, version } = await draft()
    for (const who of ['qy1', 'dept1']) {
      expect((await ask(who, 'preview', { id })).code).toBe('NOT_FOUND')
      expect((await ask(who, 'check', { id })).code).toBe('NOT_FOUND')
      expect((await ask(who, 'steps', { id })).code).toBe('NOT_FOUND')
    }
    expect((await doing('editor1', 'review', { id, version, pass: true })).code).toBe('FORBIDDEN')
    await t.kernel.db
      .updateTable('news')
      .set({ created_by: await userId('leader1') })
      .where('id', '=', id)
      .execute()
    const sent = await doing('editor1', 'publish', { id })
    expect((await doing('leader1', 'review', { id, version: sent.data.version, pass: true })).code).toBe('OWN_WORK')
  })
  it('pages of more than a hundred rows; staff without scope=manage get the public list', async () => {
    expect((await ask(null, 'column/list', { pageSize: 101 })).code).toBe('INVALID')
    expect((await ask(null, 'list', { pageSize: 101 })).code).toBe('INVALID')
    const { id } = await draft()
    const ids = async (query: Record<string, unknown>) =>
      (await ask('editor1', 'list', { columnId: column, pageSize: 100, ...query })).data.list.map((one: { id: number }) => one.id)
    expect(await ids({})).not.toContain(id)
    expect(await ids({ scope: 'manage' })).toContain(id)
  })
  it.each([
    ['a title of 101 characters', { title: '题'.repeat(101) }, 'title'],
    ['no title', { title: ' ' }, 'title'],
    ['a column that is not there', { columnId: 999_999 }, 'columnId'],
    ['a time to publish that has passed', { publishAt: '2026-09-28 09:00:00' }, 'publishAt'],
    ['a take-down before the publication', { publishAt: '2026-10-02 09:00:00', takeDownAt: '2026-10-02 09:00:00' }, 'takeDownAt'],
    ['a cover without words', { cover: 'a'.repeat(32) }, 'coverAlt'],
    ['a policy that is not there', { policyIds: [999_999] }, 'policyIds'],
  ])('to save %s', async (_, wrong, field) => {
    const answered = await doing('editor1', 'add', words(wrong))
    expect(answered.fields?.map((f: { path: string }) => f.path)).toContain(field)
  })
})

describe('an article', () => {
  it('is published by another person, taken down, published again, and deleted only while it is down', async () => {
    const { id, version } = await draft()
    expect(await places(id)).toEqual(nowhere)
    const sent = await doing('editor1', 'publish', { id, version })
    expect(sent.data.state).toBe(3)
    expect((await doing('editor1', 'modify', { ...words(), id })).code).toBe('STATE')
    expect((await doing('leader1', 'review', { id, version: sent.data.version, pass: false })).fields?.[0]?.path).toBe('opinion')
    expect((await doing('leader1', 'review', { id, version: sent.data.version, pass: false, opinion: '请补充时间' })).data.state).toBe(0)
    expect((await doing('editor1', 'publish', { id, version })).code).toBe('CONFLICT')
    const again = await doing('editor1', 'publish', { id })
    expect((await doing('leader1', 'review', { id, version: again.data.version, pass: true })).data.state).toBe(1)
    expect((await ask(null, 'findById', { id })).data.content).toContain('空载和满载')
    expect((await doing('editor1', 'delete', { id })).code).toBe('STATE')
    expect((await doing('editor1', 'offPublish', { id })).data.state).toBe(2)
    expect((await doing('editor1', 'publish', { id })).data.state).toBe(1)
    await doing('editor1', 'offPublish', { id })
    // A change while it is down needs another review.
    const seen = (await ask('editor1', 'preview', { id })).data
    const changed = await doing('editor1', 'modify', { ...words(), id, version: seen.standing.version })
    expect(changed.success).toBe(true)
    expect((await doing('editor1', 'publish', { id })).data.state).toBe(3)
    expect((await ask('leader1', 'steps', { id })).data.map((s: { move: string }) => s.move)).toEqual(
      expect.arrayContaining(['create', 'submit', 'reject', 'approve', 'offPublish', 'publish', 'edit']),
    )
    await doing('editor1', 'withdraw', { id })
    expect((await doing('editor1', 'delete', { id })).data).toBe(true)
    expect((await ask('editor1', 'preview', { id })).code).toBe('NOT_FOUND')
  })

  it('keeps the first of two parallel changes', async () => {
    const { id, version } = await draft()
    expect((await doing('editor1', 'modify', { ...words(), id, version })).success).toBe(true)
    expect((await doing('editor1', 'modify', { ...words(), id, version })).code).toBe('CONFLICT')
  })

  it('has its place in the list, pinned articles first', async () => {
    const [a, b, c] = [await publish(), await publish(), await publish()]
    const order = async () =>
      (await ask(null, 'list', { columnId: column, pageSize: 100 })).data.list
        .map((one: { id: number }) => one.id)
        .filter((id: number) => [a, b, c].includes(id))
    expect(await order()).toEqual([c, b, a])
    expect((await doing('editor1', 'move', { id: a, direction: 'up' })).data).toBe(true)
    expect(await order()).toEqual([c, a, b])
    expect((await doing('editor1', 'setTop', { id: b, topFlag: 1 })).data).toBe(true)
    expect(await order()).toEqual([b, c, a])
    await doing('editor1', 'setTop', { id: b, topFlag: 0 })
  })
})

describe('an article that is not public is in no public place:', () => {
  const down: [string, (id: number) => Promise<unknown>, (id: number) => Promise<unknown>][] = [
    ['an article that was taken down', (id) => doing('editor1', 'offPublish', { id }), (id) => doing('editor1', 'publish', { id })],
    [
      'an article of a column that was taken down',
      () => doing('editor1', 'column/offPublish', { id: column }),
      () => doing('editor1', 'column/publish', { id: column }),
    ],
    [
      'an article below a column that was taken down',
      () => doing('editor1', 'column/offPublish', { id: parent }),
      () => doing('editor1', 'column/publish', { id: parent }),
    ],
    [
      'an article after its last minute',
      async (id) => set(id, { take_down_at: clock.now().toISOString() }),
      async (id) => set(id, { take_down_at: null }),
    ],
    [
      'an article before its first minute',
      async (id) => set(id, { publish_at: new Date(clock.now().getTime() + 1000).toISOString() }),
      async (id) => set(id, { publish_at: null }),
    ],
  ]
  const set = (id: number, times: { take_down_at?: string | null; publish_at?: string | null }) =>
    changing(t.kernel, (db) => db.updateTable('news').set(times).where('id', '=', id).execute())
  it.each(down)('%s', async (name, hide, show) => {
    await publish()
    const cover = await picture()
    const id = await publish({ cover, coverAlt: '龙门吊' })
    expect(await places(id)).toEqual(everywhere)
    await hide(id)
    if (name.includes('minute')) await runRecurring(t.kernel, 'content.clock')
    // Only the clock decides until the job of the minute runs; the job then updates the visibility of the file.
    const { file, ...rest } = await places(id)
    const { file: _, ...none } = nowhere
    expect(rest).toEqual(none)
    if (!name.includes('before')) expect(file).toBe(false)
    await show(id)
  })
  it('a draft, and an article that waits for review', async () => {
    const { id } = await draft({ cover: await picture(), coverAlt: '龙门吊' })
    expect(await places(id)).toEqual(nowhere)
    await doing('editor1', 'publish', { id })
    expect(await places(id)).toEqual(nowhere)
  })
})

describe('the clock job', () => {
  it('publishes an article at its minute and takes it down at its last, with its files', async () => {
    await publish()
    const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
    const id = await publish({ publishAt: at(10), takeDownAt: at(30), cover: await picture(), coverAlt: '龙门吊' })
    expect(await places(id)).toEqual(nowhere)
    clock.advance(10 * 60_000)
    await runRecurring(t.kernel, 'content.clock')
    expect(await places(id)).toEqual(everywhere)
    clock.advance(20 * 60_000)
    expect((await ask(null, 'findById', { id })).code).toBe('NOT_FOUND')
    await runRecurring(t.kernel, 'content.clock')
    expect(await places(id)).toEqual(nowhere)
    expect((await t.kernel.db.selectFrom('news').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state).toBe(2)
  })
})

it('the clock job leaves articles of a hidden column alone, instead of clearing every cached page each minute', async () => {
  const id = await publish({ publishAt: new Date(clock.now().getTime() + 600_000).toISOString() })
  await doing('editor1', 'column/offPublish', { id: column })
  clock.advance(600_000)
  const settled = () => new Promise((resolve) => setTimeout(resolve, 500))
  // The change of the column itself is heard late.
  await settled()
  let changes = 0
  const end = subscribe(t.kernel, 'content', () => void changes++)
  await runRecurring(t.kernel, 'content.clock')
  await settled()
  end()
  expect(changes).toBe(0)
  await doing('editor1', 'column/publish', { id: column })
  expect((await ask(null, 'findById', { id })).data.title).toBeDefined()
})

describe('the check before publishing', () => {
  it('names the place of each finding; numbers and dead links need an explanation, others a confirmation; both are audited', async () => {
    const content = `<p>联系人电话 13800001111，身份证 330102199001011234，这是唯一的办法。</p><p><a href="https://localhost/x">打开</a></p>`
    const { id } = await draft({ content })
    const { findings } = (await ask('editor1', 'check', { id })).data
    expect(findings.map((f: { kind: string }) => f.kind).toSorted()).toEqual(['deadLink', 'idNumber', 'phone', 'word'])
    expect(findings.find((f: { kind: string }) => f.kind === 'phone').place).toContain('13800001111')
    expect((await doing('editor1', 'publish', { id })).code).toBe('CHECKS')
    const confirmed = findings.map((f: { key: string }) => f.key).join(',')
    expect((await doing('editor1', 'publish', { id, confirmed })).fields?.[0]?.path).toBe('answer')
    expect((await doing('editor1', 'publish', { id, confirmed, answer: '均为虚构的示例' })).data.state).toBe(3)
    const row = await t.kernel.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'news.submit')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).toContain('均为虚构的示例')
  })
  it('finds equal titles and pictures without description', async () => {
    const key = await picture()
    const content = `<p><img src="/files/download?filePath=${key}&amp;inline=1"></p>`
    const { id } = await draft({ title: '重复的标题', content })
    const other = await draft({ title: '重复的标题' })
    const kinds = async (one: number) =>
      (await ask('editor1', 'check', { id: one })).data.findings.map((f: { kind: string }) => f.kind).toSorted()
    expect(await kinds(id)).toEqual(['picture', 'title'])
    expect(await kinds(other.id)).toEqual(['title'])
  })
})

describe('the text of an article', () => {
  it('is cleaned: no script, no javascript address, no picture from another site', async () => {
    const content = `<p onclick="x()">好<script>alert(1)</script><a href="javascript:alert(1)">点</a><a href="data:text/html,x">看</a><img src="https://example.com/a.png" alt="外"></p>`
    const id = await publish({ content, title: `<b>粗</b>标题${++n}`, summary: '<img src=x onerror=alert(1)>' })
    const { data } = await ask(null, 'findById', { id })
    expect(data.content).not.toMatch(/script|javascript|onclick|data:|example\.com/)
    expect(data.title).toContain('<b>粗</b>')
  })
})

describe('columns', () => {
  it('have three levels, cannot be moved below themselves, and are deleted only when empty', async () => {
    const a = (await made('column/add', { name: '一级' })).id
    const b = (await made('column/add', { name: '二级', parentId: a })).id
    const c = (await made('column/add', { name: '三级', parentId: b })).id
    const fault = async (body: object) =>
      (await doing('editor1', body && 'id' in body ? 'column/modify' : 'column/add', body)).fields?.[0]?.path
    expect(await fault({ name: '四级', parentId: c })).toBe('parentId')
    expect(await fault({ id: a, name: '一级', parentId: c })).toBe('parentId')
    expect(await fault({ name: '二级', parentId: a })).toBe('name')
    expect((await doing('editor1', 'column/delete', { id: a })).code).toBe('IN_USE')
    expect((await doing('editor1', 'column/delete', { id: column })).success).toBe(false)
    expect((await doing('editor1', 'column/delete', { id: c })).data).toBe(true)
    const listed = await ask(null, 'column/list', {})
    expect(listed, JSON.stringify(listed)).toMatchObject({ success: true })
    const shown = listed.data.list.map((one: { id: number }) => one.id)
    expect(shown).not.toContain(a)
  })
  it('are pinned above the others by users who manage news; everybody then sees them first, until the pin is taken away', async () => {
    const names = ['先建的栏目', '后建的栏目']
    const ids: number[] = []
    for (const name of names) {
      const { id } = await made('column/add', { name, parentId: parent })
      await doing('editor1', 'column/publish', { id })
      ids.push(id)
    }
    const [, late] = ids
    const pin = async (who: string | null, body: Record<string, string>) => (await t.as(who).form('/cms/news/column/setTop', body)).body
    const one = { id: String(late), topFlag: '1' }
    expect((await pin(null, one)).code).toBe('UNAUTHENTICATED')
    for (const who of ['leader1', 'dept1', 'qy1']) expect((await pin(who, one)).code, who).toBe('FORBIDDEN')
    expect((await pin('editor1', { ...one, topFlag: '2' })).fields?.[0]?.path).toBe('topFlag')
    expect((await pin('editor1', { ...one, id: '999999' })).code).toBe('NOT_FOUND')
    const seen = async (who: string | null, more: object = {}) =>
      ((await ask(who, 'column/list', { pageSize: 100, ...more })).data.list as { id: number; topFlag: number; level: number }[]).filter(
        ({ id }) => ids.includes(id),
      )
    expect((await seen('qy1')).map(({ id }) => id)).toEqual(ids)
    expect((await pin('editor1', one)).data).toBe(true)
    expect(await seen(null)).toMatchObject([
      { id: late, topFlag: 1 },
      { id: ids[0], topFlag: 0 },
    ])
    // Below the same column the pinned one comes before all others, not only before its neighbour.
    const below = (await ask(null, 'column/list', { pageSize: 100 })).data.list.filter((c: { parentId: number }) => c.parentId === parent)
    expect(below[0].id).toBe(late)
    expect(await noted('newsColumn.setTop', late!)).toBe(1)
    // An editor who had the column open before it was pinned has an old version.
    const before = (await ask('editor1', 'column/list', { scope: 'manage', pageSize: 100 })).data.list.find(
      (c: { id: number }) => c.id === late,
    ).standing.version
    await pin('op1', { ...one, topFlag: '0' })
    expect((await seen(null)).map(({ id }) => id)).toEqual(ids)
    expect((await doing('editor1', 'column/modify', { id: late, version: before, name: '改名', parentId: parent })).code).toBe('CONFLICT')
    for (const id of ids) {
      await doing('editor1', 'column/offPublish', { id })
      expect((await doing('editor1', 'column/delete', { id })).data).toBe(true)
    }
  })
  it('are listed as overdue, and leave the home page after twice their limit', async () => {
    const home = async () =>
      JSON.stringify(
        (await t.as(null).get('/pol/polDicValue/home', {})).body.data.sections.find((s: { code: string }) => s.code === 'news'),
      )
    expect(await home()).toContain('industryinfodetails')
    const start = clock.now()
    // A working day 16 days later; nothing was published since.
    clock.set('2026-10-14T00:50:00Z')
    const late = (await t.as('editor1').get('/sys/staleness/list', { kind: 'news-column' })).body.data.list
    expect(late.find((one: { title: string }) => one.title === '资讯')).toMatchObject({
      state: 'due',
      note: expect.stringContaining('期限 14 天'),
    })
    expect((await t.as('dept1').get('/sys/staleness/list', { kind: 'news-column' })).body.data.total).toBe(0)
    clock.set('2026-10-28T00:50:00Z')
    expect(await home()).not.toContain('industryinfodetails')
    clock.set(start)
  })
})

const userId = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id

it('lists of staff answer an expired token with 402, so that the browser renews it, and visitors with FORBIDDEN', async () => {
  const { token } = await t.as('editor1').tokens()
  clock.advance(400 * 86_400_000)
  const paths = ['/cms/news/list', '/cms/news/column/list', '/cms/service/list', '/cms/finance/list']
  for (const url of paths) {
    const answer = await t.http.inject({ method: 'GET', url: `${url}?scope=manage`, headers: { authorization: token } })
    expect([401, 402], `${url} ${answer.body}`).toContain(answer.statusCode)
    expect((await t.as(null).get(url, { scope: 'manage' })).body.code, url).toBe('FORBIDDEN')
  }
})

describe('the person in charge of a column', () => {
  const columnOf = async (id: number) =>
    (await ask('editor1', 'column/list', { scope: 'manage', pageSize: 100 })).data.list.find((one: { id: number }) => one.id === id)
  const userId = async (name: string) =>
    (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
  it('is chosen among those who manage news, is told, and stays when a change leaves it out', async () => {
    for (const who of ['dept1', 'leader1', 'qy1']) expect((await ask(who, 'column/owners', {})).code, who).toBe('FORBIDDEN')
    const { id } = await made('column/add', { name: '换人的栏目' })
    const change = async (more: object) =>
      doing('editor1', 'column/modify', { id, version: (await columnOf(id)).standing.version, name: '换人的栏目', ...more })
    for (const ownerId of [await userId('dept1'), await userId('qy1'), 999_999])
      expect((await change({ ownerId })).fields, String(ownerId)).toMatchObject([{ path: 'ownerId' }])
    const options = (await ask('editor1', 'column/owners', {})).data as { value: number; label: string }[]
    const editor = await userId('editor1')
    const other = options.find(({ value }) => value !== editor)!
    expect((await columnOf(id)).standing).toMatchObject({ ownerId: editor })
    expect((await change({ ownerId: other.value })).success).toBe(true)
    expect((await change({ summary: '只改说明' })).success).toBe(true)
    expect((await columnOf(id)).standing).toMatchObject({ ownerId: other.value })
    const told = await t.kernel.db.selectFrom('notice').select('title').where('title', '=', '资讯栏目“换人的栏目”由您负责更新').execute()
    expect(told).toHaveLength(1)
    expect((await doing('editor1', 'column/delete', { id })).data).toBe(true)
  })
})
