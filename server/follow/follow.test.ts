import { beforeAll, describe, expect, it } from 'vitest'
import type { CollectedPolicy, SavedSearch } from '../../contract/policy/follow.ts'
import type { Notice } from '../../contract/notice.ts'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { calendarFile } from '../kernel/public/calendar-file.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const clock = movableClock(new Date())
let hnte: number
let micro: number
const idOf = async (code: string) =>
  (await t.kernel.db.selectFrom('policy').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
beforeAll(async () => {
  t = await testApp({ clock })
  hnte = await idOf('hnte')
  micro = await idOf('demo-micro-interest')
  await t.kernel.db.deleteFrom('notice').execute()
})
const collect = (who: string | null, polInfoId: number, more: Record<string, string> = {}) =>
  t.as(who).form('/pol/my/collect', { polInfoId: String(polInfoId), ...more })
const favourites = async (who: string, query = {}) =>
  (await t.as(who).get<{ total: number; list: CollectedPolicy[] }>('/pol/my/collectList', query)).body.data
const inbox = async (who: string, kind: string) => (await t.as(who).get<{ list: Notice[] }>('/sys/notice/list', { kind })).body.data.list

/** A policy of the editors, which qy2 (consenting) meets with any revenue. */
const draft = (over: Record<string, unknown> = {}) => ({
  policyTitle: '县级上云用数补助',
  policyDepName: '县经济和信息化局',
  level: '4',
  supportModes: ['01'],
  industries: ['*'],
  summary: '对上云用数的企业给予补助。',
  content: '<h2>支持内容</h2><p>每家补助二十万元。</p>',
  applyFrom: today(clock),
  applyTo: addDays(today(clock), 7),
  rule: {
    conditions: { all: [{ id: 'c1', field: 'countyRegistered', op: 'eq', value: true, label: '在本县注册纳税' }] },
    benefits: [{ kind: 'fixed', name: '上云补助', amount: 20, unit: '万元', formula: '20 万元' }],
  },
  ...over,
})
const publish = async (over: Record<string, unknown> = {}): Promise<{ id: number; version: number }> => {
  const { data } = (await t.as('editor1').post('/pol/info/saveOrUpdate', draft(over))).body
  const moved = await t.as('editor1').form('/pol/info/publish', { id: String(data.id) })
  expect(moved.body.success).toBe(true)
  return { id: data.id, version: moved.body.data.version }
}

describe('favourites', () => {
  it('are refused to visitors, to staff, and for policies that are not published', async () => {
    expect((await collect(null, hnte)).status).toBe(401)
    expect((await collect('editor1', hnte)).body.code).toBe('FORBIDDEN')
    expect((await collect('gr1', 999_999)).body.code).toBe('NOT_FOUND')
    expect((await collect('gr1', hnte, { collectFlag: '2' })).status).toBe(400)
    expect((await favourites('gr1')).total).toBe(0)
  })
  it('are set to the state of the flag, however often it is sent', async () => {
    expect((await collect('gr1', hnte)).body).toEqual({ success: true, data: true })
    expect((await favourites('gr1')).list.map((p) => p.id)).toEqual([hnte])
    await collect('gr1', hnte)
    expect((await favourites('gr1')).total).toBe(0)
    for (let n = 0; n < 5; n++) await collect('gr1', hnte, { collectFlag: '1' })
    expect((await favourites('gr1')).total).toBe(1)
    expect((await auditTrail(t.kernel, 'favourite.add')).length).toBe(2)
  })
  it('are the user’s own, with the verdict of the user’s company', async () => {
    await collect('qy2', micro, { collectFlag: '1' })
    expect((await favourites('qy2')).list[0]).toMatchObject({ id: micro, onShelf: true, verdict: expect.any(String) })
    // qy1 has not consented, so its archive is not read.
    await collect('qy1', micro, { collectFlag: '1' })
    expect((await favourites('qy1')).list[0]).toMatchObject({ id: micro, verdict: null, min: null, max: null })
    expect((await t.as('qy2').get('/pol/my/collectState', { polInfoIds: `${hnte},${micro}` })).body.data).toEqual({ collected: [micro] })
    expect((await favourites('qy2', { keyword: '贷款' })).total).toBe(1)
    expect((await favourites('qy2', { keyword: '%' })).total).toBe(0)
  })
  it('stay, marked, when their policy is taken down, and can be removed', async () => {
    await t.kernel.db.updateTable('policy').set({ state: 3 }).where('id', '=', micro).execute()
    expect((await favourites('qy2')).list[0]).toMatchObject({ id: micro, onShelf: false })
    await collect('qy1', micro, { collectFlag: '0' })
    expect((await favourites('qy1')).total).toBe(0)
    await t.kernel.db.updateTable('policy').set({ state: 2 }).where('id', '=', micro).execute()
  })
})

describe('evaluations', () => {
  const evaluate = (who: string | null, body: object) =>
    t.as(who).post('/pol/my/evaluate', { polInfoId: hnte, score: 5, content: '', ...body })
  it('are refused with six points or too many words and to staff; their list is refused to users who do not manage policies', async () => {
    expect((await evaluate('gr1', { score: 6 })).status).toBe(400)
    expect((await evaluate('gr1', { score: 0 })).status).toBe(400)
    expect((await evaluate('gr1', { content: '好'.repeat(301) })).status).toBe(400)
    expect((await evaluate('editor1', {})).body.code).toBe('FORBIDDEN')
    expect((await evaluate(null, {})).status).toBe(401)
    expect((await t.as('qy1').get('/pol/my/evaluateList')).body.code).toBe('FORBIDDEN')
  })
  it('are one per user and policy; figures count all that match the filter', async () => {
    await evaluate('gr1', { score: 2, content: '看不懂' })
    await evaluate('gr1', { score: 4, content: '改得好懂了' })
    await evaluate('qy1', { score: 5 })
    expect((await t.as('gr1').get('/pol/my/evaluation', { polInfoId: hnte })).body.data).toMatchObject({ score: 4, content: '改得好懂了' })
    expect((await t.as('qy2').get('/pol/my/evaluation', { polInfoId: hnte })).body.data).toBeNull()
    const { data } = (await t.as('editor1').get('/pol/my/evaluateList')).body
    expect(data).toMatchObject({ total: 2, average: 4.5, byScore: [0, 0, 0, 1, 1] })
    expect(data.list.map((e: { content: string }) => e.content)).toEqual(expect.arrayContaining(['改得好懂了', '']))
    // A person’s name is masked, a company’s name is not.
    expect(data.list.find((e: { userType: string }) => e.userType === 'GR').userName).toMatch(/\*/)
    expect((await t.as('editor1').get('/pol/my/evaluateList', { score: 4 })).body.data.total).toBe(1)
    expect((await t.as('editor1').get('/pol/my/evaluateList', { keyword: '不存在的政策' })).body.data).toMatchObject({
      total: 0,
      average: null,
    })
  })
})

describe('subscriptions', () => {
  const save = (who: string, body: object) => t.as(who).post('/pol/my/subscription/save', body)
  const mine = async (who: string) =>
    (await t.as(who).get<{ labelIds: number[]; searches: SavedSearch[]; setting: object }>('/pol/my/subscription/list')).body.data
  it('are refused without any condition, with unknown codes, beyond twenty, and to other users', async () => {
    expect((await save('gr1', { name: '空', wish: {} })).status).toBe(400)
    expect((await save('gr1', { name: '空', wish: { level: [] } })).status).toBe(400)
    expect((await save('gr1', { name: '错', wish: { level: ['9'] } })).status).toBe(400)
    expect((await save('gr1', { name: ' ', wish: { q: '数字化' } })).status).toBe(400)
    const { id } = (await save('gr1', { name: '我的', wish: { q: '数字化' } })).body.data
    expect((await save('qy1', { id, name: '别人的', wish: { q: '数字化' } })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').form('/pol/my/subscription/delete', { id: String(id) })).body.code).toBe('NOT_FOUND')
    for (let i = 1; i < 20; i++) await save('gr1', { name: `第 ${i}`, wish: { q: '数字化' } })
    expect((await save('gr1', { name: '第二十一', wish: { q: '数字化' } })).body).toMatchObject({ code: 'LIMIT' })
    await t.kernel.db.deleteFrom('policy_subscription').execute()
  })
  it('list the policies that match any of them, newest first, each with the subscriptions that match', async () => {
    const departments = (await t.as(null).get('/admin/policy/info/option', {})).body.data as { label: string; value: string }[]
    const kj = departments.find((d) => d.label === '科技部')!
    await save('qy2', { name: '科技部的认定', wish: { policyDepId: [Number(kj.value)], supportMode: ['05'] } })
    await save('qy2', { name: '贴息', wish: { q: '贷款贴息' } })
    expect((await mine('qy2')).searches.map((s) => s.words)).toEqual(['科技部；资质认定', '贷款贴息'])
    const { total, list } = (await t.as('qy2').get('/pol/my/subscription/policies', { pageSize: 50 })).body.data
    expect(total).toBe(list.length)
    const of = (code: string) => list.find((p: { code: string }) => p.code === code)
    expect(of('hnte')).toMatchObject({ found: ['科技部的认定'], verdict: expect.any(String) })
    expect(of('demo-micro-interest').found).toEqual(['贴息'])
    expect(of('demo-talent')).toBeUndefined()
    expect((await t.as('gr1').get('/pol/my/subscription/policies')).body.data).toEqual({ total: 0, list: [] })
  })
  it('that is deleted finds nothing more; the others stay', async () => {
    const found = async () =>
      ((await t.as('qy2').get('/pol/my/subscription/policies', { pageSize: 50 })).body.data.list as { found: string[] }[]).flatMap(
        (row) => row.found,
      )
    const remove = async (who: string | null, id: unknown) => (await t.as(who).form('/pol/my/subscription/delete', { id: String(id) })).body
    const { id } = (await save('qy2', { name: '要取消的', wish: { q: '贷款贴息' } })).body.data
    expect(await found()).toContain('要取消的')
    expect((await remove(null, id)).code).toBe('UNAUTHENTICATED')
    expect((await remove('editor1', id)).code).toBe('FORBIDDEN')
    for (const who of ['qy1', 'gr1']) expect((await remove(who, id)).code, who).toBe('NOT_FOUND')
    expect((await remove('qy2', '甲')).fields?.[0]?.path).toBe('id')
    expect((await remove('qy2', id)).data).toBe(true)
    expect((await mine('qy2')).searches.map((s) => s.name)).toEqual(['科技部的认定', '贴息'])
    expect(await found()).not.toContain('要取消的')
    expect(await found()).toContain('贴息')
    expect((await remove('qy2', id)).code).toBe('NOT_FOUND')
  })
  it('of labels are replaced as a whole and contain only existing labels', async () => {
    const label = async (labelName: string): Promise<number> =>
      (await t.as('editor1').post('/admin/policy/label/save', { labelName })).body.data.id
    const [a, b] = [await label('测试标签甲'), await label('测试标签乙')]
    const subscribe = (labelIds: number[]) => t.as('gr1').post('/pol/my/subscribe', { labelIds })
    const subscribed = async () => (await t.as('gr1').get('/policy/doc/queryLabelIdByToken')).body.data
    expect((await subscribe([999_999])).body).toMatchObject({ code: 'INVALID', fields: [{ path: 'labelIds' }] })
    await subscribe([b, a, b])
    expect(await subscribed()).toEqual([a, b])
    expect((await mine('gr1')).labelIds).toEqual([a, b])
    await t.kernel.db.insertInto('policy_label_of').values({ policy_id: hnte, label_id: a }).execute()
    expect((await t.as('gr1').get('/pol/my/subscription/policies')).body.data.list).toMatchObject([
      { id: hnte, found: ['标签'], verdict: null },
    ])
    await subscribe([])
    expect(await subscribed()).toEqual([])
    expect((await t.as(null).get('/policy/doc/queryLabelIdByToken')).status).toBe(401)
  })
})

describe('a followed policy', () => {
  let policy: { id: number; version: number }
  it('is announced at once to users who want that, with the company’s verdict and money first', async () => {
    await t.as('qy2').post('/pol/my/subscription/setting', { frequency: 'now', closingDays: [7], changes: true })
    await t.as('qy2').post('/pol/my/subscription/save', { name: '上云', wish: { q: '上云' } })
    policy = await publish()
    await eventually(async () => expect((await inbox('qy2', 'policy')).map((n) => n.title)).toEqual(['新政策：县级上云用数补助']))
    const [news] = await inbox('qy2', 'policy')
    expect(news!.body.split('\n')[0]).toBe('对本企业：符合，预计 20 万元。')
    expect(news!.link).toBe(`/page/policyserverdetail?id=${policy.id}`)
  })
  it('tells each follower what a change means for their company', async () => {
    for (const who of ['qy1', 'qy2', 'gr1']) await collect(who, policy.id, { collectFlag: '1' })
    await t.as('gr1').post('/pol/my/subscription/setting', { frequency: 'off', closingDays: [], changes: false })
    const rule = draft().rule
    const saved = await t.as('editor1').post('/pol/info/saveOrUpdate', {
      ...draft(),
      id: policy.id,
      version: policy.version,
      rule: { ...rule, benefits: [{ kind: 'fixed', name: '上云补助', amount: 50, unit: '万元', formula: '50 万元' }] },
    })
    expect(saved.body.data).toMatchObject({ versionNumber: 2 })
    policy = saved.body.data
    const title = '您收藏的“县级上云用数补助”有修改'
    await eventually(async () => expect((await inbox('qy2', 'policy'))[0]!.title).toBe(title))
    expect((await inbox('qy2', 'policy'))[0]).toMatchObject({
      body: '对本企业：仍为符合，金额由 20 万元变为 50 万元。',
      link: `/page/policyserver/compare?id=${policy.id}&from=1&to=2`,
    })
    await eventually(async () => expect((await inbox('qy1', 'policy')).map((n) => n.body)).toEqual(['可以逐条查看修改了什么。']))
    expect(await inbox('gr1', 'policy')).toEqual([])
  })
  it('reminds once before it closes, as many days ahead as each user chose', async () => {
    await runRecurring(t.kernel, 'policy.closing')
    await runRecurring(t.kernel, 'policy.closing')
    for (const who of ['qy1', 'qy2'])
      expect((await inbox(who, 'deadline')).map((n) => n.title)).toEqual(['“县级上云用数补助”还有 7 天截止申报'])
    expect(await inbox('gr1', 'deadline')).toEqual([])
  })
  it('is in the digest of the others, which is sent once', async () => {
    await t.as('qy1').post('/pol/my/subscription/save', { name: '上云', wish: { q: '上云' } })
    await runRecurring(t.kernel, 'policy.digest.weekly')
    expect(await inbox('qy1', 'digest')).toEqual([])
    await runRecurring(t.kernel, 'policy.digest.daily')
    await runRecurring(t.kernel, 'policy.digest.daily')
    const digests = await inbox('qy1', 'digest')
    expect(digests.map((n) => n.title)).toEqual([expect.stringMatching(/^您订阅的政策有 \d+ 项更新$/)])
    expect(digests[0]!.body).toContain(`县级上云用数补助 · ${addDays(today(clock), 7)} 截止`)
    // A user who wants every policy at once gets no digest.
    expect(await inbox('qy2', 'digest')).toEqual([])
  })
  it('notifies its followers when it is taken down', async () => {
    await t.as('editor1').form('/pol/info/takeDown', { id: String(policy.id) })
    await eventually(async () => expect((await inbox('qy1', 'policy'))[0]!.title).toBe('您收藏的“县级上云用数补助”已下架'))
  })
})

describe('the calendar of deadlines', () => {
  const feed = (key: string) => t.http.inject({ url: `/pol/calendar/feed?key=${key}` })
  it('is refused without its key, and to staff', async () => {
    expect((await feed('x')).statusCode).toBe(400)
    expect((await feed('a'.repeat(43))).json()).toMatchObject({ success: false, code: 'GONE' })
    expect((await t.as('editor1').post('/pol/my/calendar/renew', {})).body.code).toBe('FORBIDDEN')
  })
  it('contains the policies that the user follows and qualifies for; a new address ends the old one; it can be stopped', async () => {
    const { url } = (await t.as('qy2').post<{ url: string }>('/pol/my/calendar/renew', {})).body.data
    const key = new URL(url).searchParams.get('key')!
    const answer = await feed(key)
    expect(answer.headers['content-type']).toMatch(/^text\/calendar/)
    const { applyTo } = (await favourites('qy2')).list.find((p) => p.id === micro)!
    expect(answer.body).toContain(`DTSTART;VALUE=DATE:${applyTo!.replaceAll('-', '')}`)
    expect(answer.body).toContain(`UID:policy-${micro}@`)
    // Only a hash is stored.
    expect(JSON.stringify(await t.kernel.db.selectFrom('policy_calendar').selectAll().execute())).not.toContain(key)
    const second = (await t.as('qy2').post<{ url: string }>('/pol/my/calendar/renew', {})).body.data.url
    expect([(await feed(key)).statusCode, (await feed(key)).json()]).toMatchObject([410, { code: 'GONE', msg: '日历地址已停用' }])
    const newer = new URL(second).searchParams.get('key')!
    expect((await feed(newer)).statusCode).toBe(200)
    await t.as('qy2').post('/pol/my/calendar/revoke', {})
    expect((await feed(newer)).statusCode, 'calendar programs stop asking').toBe(410)
    expect((await t.as('qy2').get('/pol/my/calendar/state')).body.data).toEqual({ createTime: null })
  })
  it('of one policy is open to everybody, if it has a deadline', async () => {
    expect((await t.http.inject({ url: `/pol/calendar/policy?id=${micro}` })).body).toContain('申报截止：')
    expect((await t.http.inject({ url: '/pol/calendar/policy?id=999999' })).json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

// Seen red: a feed with a single, cancelled date was sent as a cancellation of the whole.
it('a feed is published whatever the state of its dates; a single cancelled date is sent as a cancellation', () => {
  const date = { uid: 'x-1', day: '2026-08-01', title: '活动', lines: [], path: '/page/home', cancelled: true }
  const text = (of: typeof date | (typeof date)[]) => String(calendarFile(t.kernel, '日历', 'x.ics', of).body)
  expect(text([date])).toContain('METHOD:PUBLISH')
  expect(text([date])).toContain('STATUS:CANCELLED')
  expect(text(date)).toContain('METHOD:CANCEL')
})
