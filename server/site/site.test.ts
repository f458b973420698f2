import { beforeAll, describe, expect, it } from 'vitest'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, png, xlsx } from '../kernel/testing/samples.ts'

let t: TestApp
let now = new Date('2026-03-10T02:00:00Z')
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } })
  // The demo wrote it after the day of this test.
  await t.kernel.db.deleteFrom('about_version').execute()
})
const admin = () => t.as('admin1')
const op = () => t.as('op1')
const logged = async (action: string, id: number) => {
  const found = await t.kernel.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', action)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return found.detail
}
const links = async (): Promise<{ id: number; version: number; name: string; position: string; url: string }[]> =>
  (await t.as(null).get('/sys/link/list')).body.data

describe('menus of the portal', () => {
  const entry = { position: 'menu', name: '人才服务站', url: '/page/techService' }
  it('are managed only by the system administrator, with addresses that match their names', async () => {
    expect((await op().post('/sys/link/saveOrUpdate', entry)).body.code).toBe('FORBIDDEN')
    expect((await t.as(null).post('/sys/link/saveOrUpdate', entry)).status).toBe(401)
    for (const url of ['javascript:alert(1)', '//evil.example', 'https://a:b@evil.example/', '/etc/passwd', 'https://x"y'])
      expect((await admin().post('/sys/link/saveOrUpdate', { ...entry, url })).body.fields?.[0]?.path).toBe('url')
  })
  it('and adverts lead to pages that exist, with any query', async () => {
    const field = { path: 'url', message: '平台没有这个页面，请核对地址' }
    const slot = { title: '春季招聘会' }
    for (const url of ['/page/nothing', '/page/home/', '/page/Home', '/work/nothing?tab=1', '/page/policysearch2?q=1']) {
      expect((await admin().post('/sys/link/saveOrUpdate', { ...entry, url })).body.fields, url).toEqual([field])
      expect((await op().post('/adver/saveOrUpdate', { ...slot, url })).body.fields, url).toEqual([field])
    }
    const made: { id: number; version: number }[] = []
    for (const url of ['/page/policysearch?q=1', '/page/policymarket', '/page/resultList', '/work/enterprise'])
      made.push((await admin().post('/sys/link/saveOrUpdate', { ...entry, url })).body.data)
    for (const { id, version } of made)
      expect((await admin().form('/sys/link/delete', { id: String(id), version: String(version) })).body.success).toBe(true)
  })
  it('show a new entry at once; of two editors one wins; an entry is moved and removed', async () => {
    const { id, version } = (await admin().post('/sys/link/saveOrUpdate', entry)).body.data
    expect((await links()).map(({ name }) => name)).toContain('人才服务站')
    const change = { ...entry, id, version, name: '人才驿站' }
    expect((await admin().post('/sys/link/saveOrUpdate', change)).body.data.version).toBe(version + 1)
    expect((await admin().post('/sys/link/saveOrUpdate', change)).body.code).toBe('CONFLICT')
    const order = async () => (await links()).filter(({ position }) => position === 'menu').map((link) => link.id)
    const before = await order()
    // Seen red: a drag on a page that somebody else had overtaken put the entry elsewhere than shown.
    const otherOrder = '顺序已被他人修改，已显示最新顺序，请重新移动'
    const stale = [
      [{ version }, '内容已被他人修改，请刷新后重试'],
      [{ version, seen: before }, '这一项已被他人修改，已显示最新内容，请重新移动'],
      [{ seen: before.toReversed() }, otherOrder],
      [{ seen: before.slice(1) }, otherOrder],
      [{ seen: [...before, 1] }, otherOrder],
    ] as const
    for (const [shown, msg] of stale)
      for (const to of [{ place: 1 }, { direction: 'up' }])
        expect((await admin().post('/sys/link/move', { id, ...to, ...shown })).body, JSON.stringify(shown)).toMatchObject({
          code: 'CONFLICT',
          msg,
        })
    expect(await order()).toEqual(before)
    expect((await admin().post('/sys/link/move', { id, version: version + 1, seen: before, direction: 'up' })).body.success).toBe(true)
    expect((await order()).indexOf(id)).toBe(before.indexOf(id) - 1)
    // Dragged to a place; one beyond the end is the end.
    for (const body of [{ id, place: 0 }, { id, place: 1, direction: 'up' }, { id }])
      expect((await admin().post('/sys/link/move', body)).body.code, JSON.stringify(body)).toBe('INVALID')
    expect((await op().post('/sys/link/move', { id, place: 1 })).body.code).toBe('FORBIDDEN')
    await admin().post('/sys/link/move', { id, place: 2 })
    expect(await order()).toEqual(before.filter((one) => one !== id).toSpliced(1, 0, id))
    const [dragged] = (await admin().get('/sys/link/history')).body.data.list
    expect(dragged.changes).toEqual([{ label: '位置', before: String(before.indexOf(id)), after: '2' }])
    await admin().post('/sys/link/move', { id, place: 999 })
    expect((await order()).at(-1)).toBe(id)
    expect((await admin().form('/sys/link/delete', { id: String(id), version: String(version) })).body.code).toBe('CONFLICT')
    expect((await admin().form('/sys/link/delete', { id: String(id), version: String(version + 1) })).body.success).toBe(true)
    const home = (await links()).find(({ url }) => url === '/page/home')!
    expect((await admin().form('/sys/link/delete', { id: String(home.id), version: String(home.version) })).body.code).toBe('IN_USE')
  })
  it('are signed only for a registered platform, which cannot be deleted while it is used', async () => {
    const signed = { position: 'gov', name: '示例平台', url: 'https://svc.example.gov.cn/a', signed: true }
    expect((await admin().post('/sys/link/saveOrUpdate', signed)).body.fields?.[0]?.path).toBe('signed')
    const platform = { name: '示例平台', url: 'https://svc.example.gov.cn/', protocol: 'signed', hosts: ['svc.example.gov.cn'] }
    expect((await admin().post('/sys/platform/saveOrUpdate', { ...platform, hosts: ['other.example'] })).body.fields?.[0]?.path).toBe(
      'hosts',
    )
    const { id, version } = (await admin().post('/sys/platform/saveOrUpdate', platform)).body.data
    expect((await admin().post('/sys/link/saveOrUpdate', signed)).body.success).toBe(true)
    expect((await admin().post('/sys/platform/saveOrUpdate', { ...platform, name: '另一平台' })).body.fields).toEqual([
      { path: 'hosts', message: '“svc.example.gov.cn”已登记在平台“示例平台”' },
    ])
    expect((await admin().form('/sys/platform/delete', { id: String(id), version: String(version) })).body.code).toBe('IN_USE')
    const off = { ...platform, id, version, enableFlag: 0 }
    expect((await admin().post('/sys/platform/saveOrUpdate', off)).body.code).toBe('IN_USE')
    expect((await admin().get('/sys/platform/list', { keyword: '示例平台' })).body.data.list[0].linkNum).toBe(1)
    expect((await op().get('/sys/platform/list')).body.code).toBe('FORBIDDEN')
  })
})

describe('addresses that visitors cannot open', () => {
  it('are refused at the field, whoever would show them', async () => {
    for (const host of [
      '127.0.0.1',
      '10.1.2.3:8080',
      '192.168.0.9',
      '172.16.1.1',
      '169.254.1.1',
      '198.18.0.1',
      '192.0.0.1',
      '203.0.113.5',
      '[2001:db8::1]',
      '127.0.0.1.nip.io',
      'a.10-1-2-3.sslip.io',
      '10-0-0-1.traefik.me',
      'app.traefik.me',
      '10.1.2.3.dns.yunxi.cn',
      'oa-192-168-0-9.yunxi.cn',
      'oa.home',
      'oa.corp',
      'oa.internal',
      'oa.lan',
      'oa.localdomain',
      '[::1]',
      '[fd00::1]',
      'oa.local',
      'oa',
      'localhost:3000',
    ]) {
      const url = `http://${host}/a`
      const field = [{ path: 'url', message: `“${new URL(url).hostname}”是内部网络的地址，访客打不开` }]
      expect((await op().post('/adver/saveOrUpdate', { title: '甲', url })).body.fields, host).toEqual(field)
      expect((await admin().post('/sys/link/saveOrUpdate', { position: 'gov', name: '甲', url })).body.fields, host).toEqual(field)
      const platform = { name: '甲', url, protocol: 'plain', hosts: [new URL(url).host] }
      expect((await admin().post('/sys/platform/saveOrUpdate', platform)).body.fields, host).toEqual(field)
    }
  })
})

describe('platforms', () => {
  it('a host is named once, in full, and is no internal one; refused at the field', async () => {
    const url = 'https://hosts.example.com'
    const save = async (...hosts: string[]) =>
      (
        await admin().post('/sys/platform/saveOrUpdate', {
          name: '域名核对',
          url,
          protocol: 'plain',
          hosts: ['hosts.example.com', ...hosts],
        })
      ).body
    const cases: readonly [host: string, message: string][] = [
      ['Hosts.example.com ', '域名重复'],
      ['*.example.com', '不能用 *，请逐个填写域名'],
      ['localhost', '“localhost”是内部网络的地址，访客打不开'],
      ['10.1.2.3', '“10.1.2.3”是内部网络的地址，访客打不开'],
      ['www.gov.cn:0', '端口不能是 0，访客打不开'],
    ]
    for (const [host, message] of cases) {
      const [fault] = (await save(host)).fields!
      expect(fault!.path.split('.')[0], host).toBe('hosts')
      expect(fault!.message, host).toBe(message)
    }
    expect((await save('other.example.com')).success).toBe(true)
  })
  it('one is read by who manages links, and can be chosen only while it is enabled', async () => {
    const platform = { name: '可选的平台', url: 'https://choice.example.com/', protocol: 'plain', hosts: ['choice.example.com'] }
    const { id, version } = (await admin().post('/sys/platform/saveOrUpdate', { ...platform, remark: '核对用' })).body.data
    const one = async (who: string | null, asked: unknown = id) => (await t.as(who).get('/sys/platform/findById', { id: asked })).body
    const choices = async (who: string | null) => (await t.as(who).get('/sys/platform/options')).body
    expect([(await one(null)).code, (await choices(null)).code]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED'])
    for (const who of ['op1', 'editor1', 'security1', 'qy1'])
      expect([(await one(who)).code, (await choices(who)).code], who).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect((await one('admin1', 999_999)).code).toBe('NOT_FOUND')
    expect((await one('admin1', '甲')).fields?.[0]?.path).toBe('id')
    expect((await one('admin1')).data).toMatchObject({ id, version, ...platform, remark: '核对用', enableFlag: 1, linkNum: 0, login: null })
    expect((await choices('admin1')).data).toContainEqual({ id, name: '可选的平台' })
    const off = { ...platform, id, version, enableFlag: 0 }
    expect((await admin().post('/sys/platform/saveOrUpdate', off)).body.success).toBe(true)
    expect((await one('admin1')).data).toMatchObject({ version: version + 1, enableFlag: 0, remark: '' })
    expect((await choices('admin1')).data).not.toContainEqual({ id, name: '可选的平台' })
  })
})

describe('关于我们', () => {
  const detail = async () => (await t.as(null).get('/aboutUs/detail')).body.data
  const write = (body: object) =>
    op().post('/aboutUs/saveOrUpdate', { contactPhone: '0570-12345', address: '清源路 1 号', openingHours: '08:30-17:00', ...body })
  it('is cleaned, stored in versions, planned, withdrawn and restored', async () => {
    const first = await detail()
    expect((await t.as('editor1').post('/aboutUs/saveOrUpdate', {})).body.code).toBe('FORBIDDEN')
    expect((await write({ content: '<p>平台</p>', basedOn: null, contactPhone: '胡乱' })).body.fields).toEqual([
      { path: 'contactPhone', message: '请输入电话号码' },
    ])
    expect((await write({ content: '<p>平台</p>', basedOn: null, address: ' ', openingHours: '' })).body.fields).toEqual([
      { path: 'address', message: '请输入地址' },
      { path: 'openingHours', message: '请输入办公时间' },
    ])
    const one = (await write({ content: '<p>新的介绍<script>alert(1)</script></p>', basedOn: first.id })).body.data
    expect((await detail()).content).toBe('<p>新的介绍</p>')
    expect((await write({ content: '<p>旧的依据</p>', basedOn: first.id })).body.code).toBe('CONFLICT')
    const two = (await write({ content: '<p>下周的</p>', basedOn: one.id, publishTime: '2026-03-17 09:00:00' })).body.data
    expect((await detail()).id).toBe(one.id)
    now = new Date('2026-03-17T01:00:30Z')
    await runRecurring(t.kernel, 'site.due')
    expect((await detail()).id).toBe(two.id)
    expect(await logged('about.save', two.id)).toMatchObject({
      before: { content: '新的介绍', contactPhone: '0570-12345' },
      after: { content: '下周的', address: '清源路 1 号', openingHours: '08:30-17:00' },
      publishTime: '2026-03-17T01:00:00.000Z',
    })
    await op().form('/aboutUs/rollback', { id: String(one.id) })
    expect((await detail()).content).toBe('<p>新的介绍</p>')
    const newest = (await op().get('/aboutUs/versions')).body.data.list[0]
    expect(newest.standing).toBe('current')
    const far = await write({ content: '<p>年份写错</p>', basedOn: newest.id, publishTime: '2062-03-24 09:00:00' })
    expect(far.body.fields).toEqual([{ path: 'publishTime', message: '发布时间最晚在一年以内' }])
    const planned = (await write({ content: '<p>再下周</p>', basedOn: newest.id, publishTime: '2026-03-24 09:00:00' })).body.data
    await op().form('/aboutUs/rollback', { id: String(planned.id) })
    now = new Date('2026-03-25T01:00:30Z')
    expect((await detail()).content).toBe('<p>新的介绍</p>')
  })
})

describe('关于我们：定时的版本', () => {
  const detail = async () => (await t.as(null).get('/aboutUs/detail')).body.data
  const versions = async () => (await op().get('/aboutUs/versions')).body.data.list
  const write = async (body: object, who = 'op1') =>
    (
      await t.as(who).post('/aboutUs/saveOrUpdate', {
        content: '<p>平台</p>',
        contactPhone: '0570-12345',
        address: '清源路 1 号',
        openingHours: '08:30-17:00',
        basedOn: (await detail()).id,
        ...body,
      })
    ).body
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const at = (minutes: number) => ({ publishTime: later(minutes).toISOString() })
  const pass = async (minutes: number) => {
    now = later(minutes)
    await runRecurring(t.kernel, 'site.due')
  }
  const told = () =>
    t.kernel.db
      .selectFrom('notice')
      .innerJoin('sys_user as u', 'u.id', 'notice.user_id')
      .select(['title'])
      .where('u.user_name', '=', 'op1')
      .where('title', 'like', '定于%关于我们%')
      .execute()

  it('only one waits; an immediate publish contains nothing of it, and it is not shown then', async () => {
    await write({ address: '现在的地址' })
    const planned = (await write({ address: '定时的地址', ...at(60) })).data
    expect((await write({ ...at(90) })).fields).toEqual([{ path: 'publishTime', message: '已有等待发布的版本，请先取消它' }])
    expect((await write({ basedOn: planned.id })).code).toBe('CONFLICT')
    expect((await detail()).address).toBe('现在的地址')
    expect((await write({ address: '现在的地址', openingHours: '09:00-17:00' })).success).toBe(true)
    expect(await detail()).toMatchObject({ address: '现在的地址', openingHours: '09:00-17:00' })
    const waits = (await versions()).find((one: { id: number }) => one.id === planned.id)
    expect(waits).toMatchObject({ standing: 'waiting', fault: '其间发布过别的内容，请按现在的内容重新定时' })
    await pass(61)
    expect((await detail()).address).toBe('现在的地址')
    expect((await versions()).find((one: { id: number }) => one.id === planned.id).standing).toBe('missed')
    expect((await told()).length).toBe(1)
  })
  it('is not ended unseen: who publishes or restores without having seen it is told of it, and decides then', async () => {
    const shown = await detail()
    const planned = (await write({ address: '等待的地址', ...at(60) }, 'op2')).data
    const unseen = await write({ address: '立即的地址', waiting: 0 })
    expect(unseen).toMatchObject({
      code: 'CONFLICT',
      msg: expect.stringMatching(/^.+已定于 .+ 发布新的一版，现在发布它就不再发布；没有发布/),
    })
    const past = (await versions()).find((one: { standing: string }) => one.standing === 'past')
    const restore = async (waiting: number) =>
      (await op().form('/aboutUs/rollback', { id: String(past.id), standing: 'past', basedOn: String(shown.id), waiting: String(waiting) }))
        .body
    expect((await restore(0)).code).toBe('CONFLICT')
    expect((await detail()).id).toBe(shown.id)
    expect((await write({ waiting: 0, ...at(90) })).fields?.[0]?.path).toBe('publishTime')
    expect((await restore(planned.id)).success).toBe(true)
    // It is ended already, so there is nothing more to be told.
    expect((await write({ address: '立即的地址', waiting: 0 })).success).toBe(true)
    await t.as('op2').form('/aboutUs/rollback', { id: String(planned.id), standing: 'waiting' })
  })
  it('is not restored by who meant to cancel it, does not replace a newer text unseen, and its planner hears of a cancellation', async () => {
    const before = await detail()
    const planned = (await write({ address: '一分钟后', ...at(1) })).data
    const undo = async (body: object) => (await t.as('op2').form('/aboutUs/rollback', { id: String(planned.id), ...body })).body
    expect((await undo({ standing: 'past' })).code).toBe('CONFLICT')
    await pass(2)
    const newest = (await write({ address: '改正的地址' })).data
    expect(await undo({ standing: 'waiting' })).toMatchObject({ code: 'CONFLICT', msg: '该版本已经发布，没有取消' })
    expect((await undo({ standing: 'past', basedOn: String(before.id) })).code).toBe('CONFLICT')
    expect((await detail()).address).toBe('改正的地址')
    expect((await undo({ standing: 'past', basedOn: String(newest.id) })).success).toBe(true)
    expect((await detail()).address).toBe('一分钟后')
    const next = (await write({ address: '又一个', ...at(60) })).data
    expect((await t.as('op2').form('/aboutUs/rollback', { id: String(next.id), standing: 'waiting' })).body.success).toBe(true)
    const { rows } = await t.kernel.pool.query("select title from notice where title like '%取消了您定于%关于我们%'")
    expect(rows.length).toBe(1)
  })
  // Seen red: the form with the number alone replaced what a colleague had published meanwhile, and nobody heard of it.
  it('is restored by its number alone, as the specification has it; who published what it replaces hears of it', async () => {
    const heard = async () =>
      (
        await t.kernel.pool.query(
          "select u.user_name, n.title from notice n join sys_user u on u.id = n.user_id where n.title like '%替换了您%发布的内容' order by n.id",
        )
      ).rows as { user_name: string; title: string }[]
    const before = await detail()
    const mine = (await write({ address: '同事的地址' })).data
    const back = async (who: string, more: object = {}) =>
      (await t.as(who).form('/aboutUs/rollback', { id: String(before.id), ...more })).body
    expect((await back('editor1')).code).toBe('FORBIDDEN')
    expect((await back('op2', { basedOn: String(before.id) })).code).toBe('CONFLICT')
    expect(await heard()).toEqual([])
    expect((await detail()).id).toBe(mine.id)
    expect((await back('op2')).success).toBe(true)
    expect((await detail()).address).toBe(before.address)
    expect(await heard()).toEqual([{ user_name: 'op1', title: expect.stringMatching(/恢复了以前的“关于我们”，替换了您/) }])
    // One's own, and one that was named, needs no notice.
    expect((await back('op2')).success).toBe(true)
    expect((await back('op2', { basedOn: String((await detail()).id) })).success).toBe(true)
    expect(await heard()).toHaveLength(1)
  })
  // Seen red: it was published again, as a new version, and ended one that waited for its time.
  it('the version that is shown is not published again; nothing changes, and nobody is told', async () => {
    const planned = (await write({ address: '定时的地址', ...at(30) })).data
    const shown = await detail()
    const [before, notices] = [await versions(), (await t.kernel.pool.query('select count(*) from notice')).rows]
    const asked: Record<string, string>[] = [{}, { standing: 'past' }, { standing: 'past', basedOn: String(shown.id) }, { waiting: '0' }]
    for (const more of asked)
      expect((await t.as('op2').form('/aboutUs/rollback', { id: String(shown.id), ...more })).body, JSON.stringify(more)).toMatchObject({
        code: 'STATE',
        msg: '该版本就是正在显示的版本，不用恢复',
      })
    expect(await versions()).toEqual(before)
    expect((await t.kernel.pool.query('select count(*) from notice')).rows).toEqual(notices)
    await t.as('op1').form('/aboutUs/rollback', { id: String(planned.id), standing: 'waiting' })
  })
  it('is not published for somebody who has lost the right or is disabled since, not even in the minute before the check', async () => {
    const role = await t.kernel.db
      .selectFrom('user_role as r')
      .innerJoin('sys_user as u', 'u.id', 'r.user_id')
      .selectAll('r')
      .where('u.user_name', '=', 'op1')
      .execute()
    const shown = await detail()
    const planned = (await write({ address: '没有权限的地址', ...at(30) })).data
    await t.kernel.db.deleteFrom('user_role').where('user_id', '=', role[0]!.user_id).execute()
    now = later(31)
    expect((await detail()).id).toBe(shown.id)
    await pass(0)
    expect((await detail()).id).toBe(shown.id)
    await t.kernel.db.insertInto('user_role').values(role).execute()
    const missed = (await versions()).find((one: { id: number }) => one.id === planned.id)
    expect(missed).toMatchObject({ standing: 'missed', fault: '定时的人已没有这项权限' })
    expect((await told()).map(({ title }) => title).some((title) => title.endsWith('没有发布：定时的人已没有这项权限'))).toBe(true)
    expect(await logged('about.missed', planned.id)).toMatchObject({ reason: '定时的人已没有这项权限' })
    const good = (await write({ address: '定时的地址', ...at(30) })).data
    await pass(31)
    expect((await detail()).id).toBe(good.id)
  })
})

describe('关于我们：图片', () => {
  const detail = async () => (await t.as(null).get('/aboutUs/detail')).body.data
  const upload = async (who: string, content: Buffer, name: string) => {
    const { payload, headers } = multipart({ name, content }, {})
    return (await t.as(who).send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath as string
  }
  const fetched = async (key: string) => (await t.http.inject(`/files/download?filePath=${key}&inline=true`)).statusCode
  it('a map and the pictures of the text are kept and shown to everybody; the file of somebody else, and one that is no picture, are refused', async () => {
    const [map, inText] = [await upload('op1', await png(), '地图.png'), await upload('op1', await png(30), '大厅.png')]
    const foreign = await upload('editor1', await png(), '甲.png')
    const sheet = await upload('op1', await xlsx([['甲']]), '表.xlsx')
    const body = { contactPhone: '0570-12345', address: '示例路 1 号', openingHours: '08:30-17:00', basedOn: (await detail()).id }
    const content = `<p>介绍</p><p><img src="/files/download?filePath=${inText}&amp;inline=true" alt="大厅"></p>`
    const write = (more: object) => op().post('/aboutUs/saveOrUpdate', { ...body, content, ...more })
    expect((await write({ mapPicture: 'x' })).body.fields?.[0]?.path).toBe('mapPicture')
    expect((await write({ mapPicture: foreign })).body.code).toBe('NOT_FOUND')
    expect((await write({ mapPicture: sheet })).body.fields?.[0]?.path).toBe('mapPicture')
    expect(await fetched(map)).not.toBe(200)
    expect((await write({ mapPicture: map })).body.success).toBe(true)
    expect((await detail()).mapPicture).toBe(map)
    expect([await fetched(map), await fetched(inText)]).toEqual([200, 200])
    const now = await detail()
    expect((await write({ basedOn: now.id, content: '<p>没有图片</p>' })).body.success).toBe(true)
    expect((await detail()).mapPicture).toBe('')
    await op().form('/aboutUs/rollback', { id: String(now.id) })
    expect((await detail()).mapPicture).toBe(map)
    expect(await fetched(inText)).toBe(200)
  })
})

describe('figures and adverts', () => {
  it('only editors see a disabled figure', async () => {
    const figure = { block: 'qqxs', code: 'projects', name: '在建项目', value: '38', unit: '个', source: '县发改局', asOf: '2026-03-01' }
    expect((await op().post('/sys/basicDataConfig/saveOrUpdate', { ...figure, asOf: '2062-03-01' })).body.fields).toEqual([
      { path: 'asOf', message: '数据日期不能晚于今天' },
    ])
    const { id, version } = (await op().post('/sys/basicDataConfig/saveOrUpdate', figure)).body.data
    expect((await op().post('/sys/basicDataConfig/saveOrUpdate', figure)).body.fields?.[0]?.path).toBe('code')
    const seen = async () => (await t.as(null).get('/sys/basicDataConfig/list', { block: 'qqxs' })).body.data.total
    expect(await seen()).toBe(1)
    await op().post('/sys/basicDataConfig/saveOrUpdate', { ...figure, id, version, enableFlag: 0 })
    expect(await seen()).toBe(0)
    expect((await op().get('/sys/basicDataConfig/list', { block: 'qqxs' })).body.data.total).toBe(1)
  })
  it('an advert is read, also unpublished, by who manages adverts, until it is deleted', async () => {
    const slot = { title: '暖企服务周', text: '进园区', url: '/page/techService' }
    const { id, version } = (await op().post('/adver/saveOrUpdate', slot)).body.data
    const one = async (who: string | null, asked: unknown = id) => (await t.as(who).get('/adver/findById', { id: asked })).body
    expect((await one(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['admin1', 'editor1', 'qy1']) expect((await one(who)).code, who).toBe('FORBIDDEN')
    expect((await one('op1', 999_999)).code).toBe('NOT_FOUND')
    expect((await one('op1', '甲')).fields?.[0]?.path).toBe('id')
    expect((await one('op1')).data).toMatchObject({ id, version, ...slot, state: 0, fromDate: null, toDate: null })
    expect((await one('op1')).data.allowed.toSorted()).toEqual(['delete', 'edit', 'publish'])
    expect((await op().form('/adver/delete', { id: String(id), version: String(version) })).body.success).toBe(true)
    expect((await one('op1')).code).toBe('NOT_FOUND')
  })
  it('a published advert is shown between its days', async () => {
    const slot = { title: '春季招聘会', url: '/page/techService', fromDate: '2026-03-26', toDate: '2026-03-27' }
    expect((await op().post('/adver/saveOrUpdate', { ...slot, toDate: '2026-03-01' })).body.fields?.[0]?.path).toBe('toDate')
    expect((await op().post('/adver/saveOrUpdate', { ...slot, fromDate: null, toDate: '2026-03-01' })).body.fields).toEqual([
      { path: 'toDate', message: '最后一天已过，请填今天或以后的日期；不再显示请下架' },
    ])
    const { id, version } = (await op().post('/adver/saveOrUpdate', slot)).body.data
    const longer = { ...slot, id, version, toDate: '2026-03-28' }
    expect((await op().post('/adver/saveOrUpdate', longer)).body.success).toBe(true)
    expect(await logged('advert.edit', id)).toMatchObject({ before: { to_date: '2026-03-27' }, after: { to_date: '2026-03-28' } })
    expect((await op().post('/adver/saveOrUpdate', { ...slot, id, version: version + 1 })).body.success).toBe(true)
    const titles = async () =>
      (await t.as(null).get('/adver/list', { position: 'home' })).body.data.list.map((one: { title: string }) => one.title)
    // The home page has room for four, and the demo has four.
    const [other] = (await op().get('/adver/list', { state: '1' })).body.data.list
    await op().form('/adver/offPublish', { id: String(other.id), version: String(other.version) })
    await op().form('/adver/publish', { id: String(id), version: String(version + 2) })
    expect(await titles()).not.toContain('春季招聘会')
    now = new Date('2026-03-26T01:00:00Z')
    expect(await titles()).toContain('春季招聘会')
    now = new Date('2026-03-28T01:00:00Z')
    expect(await titles()).not.toContain('春季招聘会')
    expect((await op().form('/adver/delete', { id: String(id), version: String(version + 3) })).body.code).toBe('STATE')
    expect((await op().form('/adver/offPublish', { id: String(id), version: String(version + 3) })).body.success).toBe(true)
    // Published again after its last day it would be shown to nobody.
    expect((await op().form('/adver/publish', { id: String(id), version: String(version + 4) })).body.msg).toMatch(/^最后一天已过/)
  })
})
