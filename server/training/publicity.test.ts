import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { newestOf } from '../kernel/public/feed.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, png } from '../kernel/testing/samples.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock, env: { MEDIA_HOSTS: 'live.example.cn' } })
})
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(what, body)).body
const form = async (who: string | null, what: string, body: Record<string, string>) => (await t.as(who).form(what, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) => (await t.as(who).get(what, query)).body
let n = 0
const words = (more: object = {}) => ({ title: `报道 ${++n}`, kind: '宣传', content: '<p>现场</p><script>x</script>', ...more })

it('reports are written by users who manage training, are hidden before publication, and come first when pinned', async () => {
  for (const who of ['leader1', 'qy1', 'gr1', null])
    expect((await post(who, '/train/info/saveOrUpdate', words())).success, String(who)).toBe(false)
  expect((await post('editor1', '/train/info/saveOrUpdate', words({ kind: '其他' }))).fields?.[0]).toEqual({
    path: 'kind',
    message: '请选择种类',
  })
  expect((await post('editor1', '/train/info/saveOrUpdate', words({ content: '' }))).fields?.[0]).toEqual({
    path: 'content',
    message: '请输入内容',
  })
  const { id } = (await post('editor1', '/train/info/saveOrUpdate', words())).data
  for (const who of [null, 'qy1', 'gr1']) expect((await get(who, '/train/info/findById', { id })).code, String(who)).toBe('NOT_FOUND')
  expect((await form(null, '/train/info/incViewNum', { id: String(id) })).code).toBe('NOT_FOUND')
  expect((await form('editor1', '/train/info/setTop', { id: String(id), topFlag: '1' })).code).toBe('NOT_FOUND')
  expect((await form('leader1', '/train/info/publish', { id: String(id) })).code).toBe('FORBIDDEN')
  expect((await form('editor1', '/train/info/publish', { id: String(id) })).data.state).toBe(1)
  const seen = (await get(null, '/train/info/findById', { id })).data
  expect(seen).toMatchObject({ standing: null, content: '<p>现场</p>' })
  const later = (await post('editor1', '/train/info/saveOrUpdate', words())).data.id
  clock.advance(1000)
  await form('editor1', '/train/info/publish', { id: String(later) })
  const list = async () => (await get(null, '/train/info/list', { pageSize: 50 })).data.list as { id: number }[]
  const order = (await list()).map((one) => one.id)
  expect(order.indexOf(later)).toBeLessThan(order.indexOf(id))
  expect(await form('editor1', '/train/info/setTop', { id: String(id), topFlag: '1' })).toMatchObject({ success: true })
  const pinned = (await list()).map((one) => one.id)
  expect(pinned.indexOf(id)).toBeLessThan(pinned.indexOf(later))
  expect((await form(null, '/train/info/incViewNum', { id: String(id) })).data).toEqual({ viewNum: 1 })
  expect((await form('editor1', '/train/info/delete', { id: String(id) })).code).toBe('STATE')
  await form('editor1', '/train/info/offPublish', { id: String(id) })
  expect((await get(null, '/train/info/findById', { id })).code).toBe('NOT_FOUND')
  expect((await get('editor1', '/train/info/list', { scope: 'manage' })).data.total).toBeGreaterThan(
    (await get(null, '/train/info/list')).data.total,
  )
  expect((await get('qy1', '/train/info/list', { scope: 'manage' })).code).toBe('FORBIDDEN')
  expect(await form('editor1', '/train/info/delete', { id: String(id) })).toMatchObject({ success: true })
})

it('a live session runs by the clock; its address is shown ten minutes before, its replay after; other hosts are refused', async () => {
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
  const session = {
    title: '税务直播',
    url: 'https://live.example.cn/1',
    replayUrl: 'https://live.example.cn/1r',
    startTime: at(60),
    endTime: at(120),
  }
  expect((await post('editor1', '/sys/live/saveOrUpdate', { ...session, url: 'https://elsewhere.example.cn/1' })).fields?.[0]).toEqual({
    path: 'url',
    message: '只能使用这些主机的地址：live.example.cn',
  })
  for (const url of ['javascript:alert(1)', 'https://[', 'https://:443', 'http://live.example.cn/1'])
    expect((await post('editor1', '/sys/live/saveOrUpdate', { ...session, url })).fields?.[0]?.path, url).toBe('url')
  expect((await post('editor1', '/sys/live/saveOrUpdate', { ...session, endTime: at(30) })).fields?.[0]).toEqual({
    path: 'endTime',
    message: '结束时间应晚于开始时间',
  })
  expect((await post('qy1', '/sys/live/saveOrUpdate', session)).code).toBe('FORBIDDEN')
  const { id } = (await post('editor1', '/sys/live/saveOrUpdate', session)).data
  const shown = async () =>
    ((await get(null, '/sys/live/list', { pageSize: 100 })).data.list as { id: number }[]).find((one) => one.id === id)
  expect(await shown()).toBeUndefined()
  await form('editor1', '/sys/live/publish', { id: String(id) })
  expect(await shown()).toMatchObject({ status: 1, statusName: '未开始', url: null, replayUrl: null })
  clock.advance(50 * 60_000)
  expect(await shown()).toMatchObject({ status: 1, url: 'https://live.example.cn/1' })
  clock.advance(10 * 60_000)
  expect(await shown()).toMatchObject({ status: 3, statusName: '进行中' })
  clock.advance(60 * 60_000)
  expect(await shown()).toMatchObject({ status: 4, statusName: '已结束', url: null, replayUrl: 'https://live.example.cn/1r' })
  expect((await get('qy1', '/sys/live/findById', { id })).code).toBe('FORBIDDEN')
  for (const status of [2, 5]) expect((await get(null, '/sys/live/list', { status })).fields?.[0]?.path, String(status)).toBe('status')
})

it('a live session that was taken back is hidden from everybody with its cover, and only then it is deleted', async () => {
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
  const { payload, headers } = multipart({ name: '封面.png', content: await png() })
  const cover = (await t.as('editor1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath as string
  const session = { title: '用能辅导直播', url: 'https://live.example.cn/2', startTime: at(-5), endTime: at(60), cover, coverAlt: '会场' }
  const { id, version } = (await post('editor1', '/sys/live/saveOrUpdate', session)).data
  const step = (who: string | null, what: 'publish' | 'offPublish' | 'delete', more: Record<string, string> = {}) =>
    form(who, `/sys/live/${what}`, { id: String(id), ...more })
  const listed = async (who: string | null, query: object = {}) =>
    ((await get(who, '/sys/live/list', { pageSize: 100, ...query })).data.list as { id: number }[]).some((one) => one.id === id)
  const pictured = async () => (await t.as(null).send({ method: 'GET', url: `/files/download?filePath=${cover}` })).status === 200
  expect((await step('editor1', 'offPublish')).code).toBe('STATE')
  expect(await pictured()).toBe(false)
  const published = (await step('editor1', 'publish', { version: String(version) })).data
  expect([await listed(null), await listed('qy1'), await pictured()]).toEqual([true, true, true])
  for (const what of ['offPublish', 'delete'] as const) {
    expect((await step(null, what)).code, what).toBe('UNAUTHENTICATED')
    for (const who of ['leader1', 'qy1', 'gr1']) expect((await step(who, what)).code, `${what} ${who}`).toBe('FORBIDDEN')
    expect((await step('editor1', what, { id: '999999' })).code, what).toBe('NOT_FOUND')
    expect((await step('editor1', what, { version: String(version) })).code, what).toBe('CONFLICT')
  }
  expect((await step('editor1', 'delete')).code).toBe('STATE')
  const off = (await step('editor1', 'offPublish', { version: String(published.version) })).data
  expect(off).toMatchObject({ id, state: 0 })
  expect([await listed(null), await listed('qy1'), await pictured()]).toEqual([false, false, false])
  // Staff still see it and may publish it again.
  expect(await listed('leader1', { scope: 'manage' })).toBe(true)
  expect((await step('editor1', 'publish')).data.state).toBe(1)
  expect([await listed(null), await pictured()]).toEqual([true, true])
  await step('editor1', 'offPublish')
  expect((await step('editor1', 'delete')).data).toBe(true)
  expect(await listed('editor1', { scope: 'manage' })).toBe(false)
  expect((await get('editor1', '/sys/live/findById', { id })).code).toBe('NOT_FOUND')
  for (const what of ['publish', 'offPublish', 'delete'] as const) expect((await step('editor1', what)).code, what).toBe('NOT_FOUND')
  expect((await post('editor1', '/sys/live/saveOrUpdate', { ...session, id })).code).toBe('NOT_FOUND')
})

it('a stream or film of an allowed host plays in the page while it is public; anything else stays a link', async () => {
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
  const played = async (more: object) => {
    const times = { startTime: at(-30), endTime: at(30) }
    const saved = await post('editor1', '/sys/live/saveOrUpdate', { title: `站内播放 ${++n}`, ...times, ...more })
    expect(saved, JSON.stringify(saved)).toMatchObject({ success: true })
    await form('editor1', '/sys/live/publish', { id: String(saved.data.id) })
    const { list } = (await get(null, '/sys/live/list', { pageSize: 100 })).data
    return list.find((one: { id: number }) => one.id === saved.data.id).play
  }
  const stream = 'https://live.example.cn/hall/index.m3u8?key=1'
  expect(await played({ url: stream })).toBe('hls')
  expect(await played({ url: 'https://live.example.cn/hall.mp4' })).toBe('mp4')
  expect(await played({ url: 'https://live.example.cn/watch?v=index.m3u8' })).toBeNull()
  // The security policy names the host with its usual port only.
  expect(await played({ url: 'https://live.example.cn:8443/hall/index.m3u8' })).toBeNull()
  expect(await played({ url: stream, startTime: at(20), endTime: at(60) })).toBeNull()
  const over = { startTime: at(-60), endTime: at(-1) }
  expect(await played({ url: stream, ...over })).toBeNull()
  expect(await played({ url: 'https://live.example.cn/1', replayUrl: 'https://live.example.cn/1.mp4', ...over })).toBe('mp4')
})

it('the site search finds activities and reports while they are public', async () => {
  const found = async (type: string, keyword: string) =>
    (await t.as(null).get('/thirdPartApi/globalSearch', { keyword, type, pageSize: 20 })).body.data.list.map(
      (one: { title: string }) => one.title,
    )
  const title = '蓄冷机组现场会纪要'
  const { id } = (await post('editor1', '/train/info/saveOrUpdate', { title, kind: '宣传', content: '<p>冷库节能</p>' })).data
  expect(await found('trainInfo', '蓄冷机组')).not.toContain(title)
  await t.as('editor1').form('/train/info/publish', { id: String(id) })
  expect(await found('trainInfo', '蓄冷机组')).toContain(title)
  expect((await newestOf(t.kernel, 500)).items.map((item) => item.title)).toContain(title)
  await t.as('editor1').form('/train/info/offPublish', { id: String(id) })
  expect(await found('trainInfo', '蓄冷机组')).not.toContain(title)
})
