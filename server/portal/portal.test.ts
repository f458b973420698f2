import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { createHttp } from '../kernel/http/http.ts'
import { testLog } from '../kernel/testing/config.ts'
import { offersFeed } from '../kernel/public/feed.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { feedRoutes } from './feeds.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { PUBLIC_URL: 'https://qifu.example' } })
})
const get = (url: string) => t.http.inject({ url })
const published = async () =>
  await t.kernel.db.selectFrom('policy').select(['id', 'title']).where('state', '=', 2).where('deleted', '=', false).orderBy('id').execute()
const locs = (body: string) => [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map((m) => m[1]!)

describe('what search engines and feed readers get', () => {
  it('never repeats the host name of a request, even without a configured address', async () => {
    const plain = await testApp()
    for (const url of ['/robots.txt', '/sitemap.xml', '/rss.xml']) {
      const { body } = await plain.http.inject({ url, headers: { host: 'evil.example' } })
      expect(body, url).not.toContain('evil.example')
      expect(body, url).toContain('http://127.0.0.1:3000/')
    }
    expect((await plain.http.inject({ url: '/robots.txt', headers: { host: 'localhost:3000' } })).body).toContain('http://localhost:3000/')
  })
  it('robots.txt names the sitemap and excludes the workbench', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toContain('Disallow: /work\n')
    expect(body).toContain('Sitemap: https://qifu.example/sitemap.xml')
  })
  it('the sitemap contains every published policy and no other', async () => {
    const list = await published()
    const hidden = list[3]!
    await t.kernel.db.updateTable('policy').set({ state: 3 }).where('id', '=', hidden.id).execute()
    const found = locs((await get('/sitemap.xml')).body)
    expect(found).toContain('https://qifu.example/page/home')
    expect(found.filter((u) => u.includes('/policyserverdetail'))).toEqual(
      list.filter((p) => p !== hidden).map((p) => `https://qifu.example/page/policyserverdetail?id=${p.id}`),
    )
    await t.kernel.db.updateTable('policy').set({ state: 2 }).where('id', '=', hidden.id).execute()
    expect((await get('/sitemap-2.xml')).statusCode).toBe(404)
    expect((await get('/sitemap-0.xml')).statusCode).toBe(404)
  })
  it('answers HEAD requests too', async () => {
    for (const url of ['/robots.txt', '/sitemap.xml', '/rss.xml', '/sitemap-7.xml']) {
      const [get, head] = [await t.http.inject({ url }), await t.http.inject({ method: 'HEAD', url })]
      expect([head.statusCode, head.headers['content-type'], head.headers['content-length'], head.body], url).toEqual([
        get.statusCode,
        get.headers['content-type'],
        get.headers['content-length'],
        '',
      ])
    }
  })
  it('gives the day of a change in local time', async () => {
    const [policy] = await published()
    const { updated_at } = await t.kernel.db
      .selectFrom('policy')
      .select('updated_at')
      .where('id', '=', policy!.id)
      .executeTakeFirstOrThrow()
    await t.kernel.db.updateTable('policy').set({ updated_at: '2026-10-14T17:30:00Z' }).where('id', '=', policy!.id).execute()
    expect((await get('/sitemap.xml')).body).toContain(`id=${policy!.id}</loc><lastmod>2026-10-15</lastmod>`)
    await t.kernel.db.updateTable('policy').set({ updated_at }).where('id', '=', policy!.id).execute()
  })
  it('beyond the limit of one file there is an index, and its files contain every address once', async () => {
    const http = await createHttp(t.kernel.config, testLog)
    feedRoutes(t.kernel, 20)(http)
    const index = locs((await http.inject({ url: '/sitemap.xml' })).body)
    const whole = locs((await get('/sitemap.xml')).body)
    const total = whole.length
    expect(total).toBeGreaterThan((await published()).length)
    expect(index).toEqual(Array.from({ length: Math.ceil(total / 20) }, (_, i) => `https://qifu.example/sitemap-${i + 1}.xml`))
    const all: string[] = []
    for (const url of index) all.push(...locs((await http.inject({ url: new URL(url).pathname })).body))
    expect(all).toEqual(whole)
    expect(new Set(all).size).toBe(total)
    await http.close()
  })
  it('the feed contains the newest policies, whatever their titles contain', async () => {
    const [first] = await published()
    await t.kernel.db
      .updateTable('policy')
      .set({ title: '“<b>&”\u0001补助', publish_time: new Date() })
      .where('id', '=', first!.id)
      .execute()
    const { body, headers } = await get('/rss.xml')
    expect(headers['content-type']).toMatch(/^application\/rss\+xml/)
    expect(body).toContain('<language>zh-CN</language>')
    const [item] = body.split('<item>').slice(1)
    // RSS wants an e-mail address in <author>, but a department has a name.
    expect(body).not.toContain('<author>')
    expect(body).toContain('xmlns:dc="http://purl.org/dc/elements/1.1/"')
    expect(item).toMatch(/<dc:creator>(<!\[CDATA\[)?[\u4e00-\u9fff]+/)
    expect(item).toContain(`https://qifu.example/page/policyserverdetail?id=${first!.id}`)
    expect(item).not.toContain('\u0001')
    expect(item).toMatch(/<!\[CDATA\[“<b>&”补助\]\]>|“&lt;b&gt;&amp;”补助/)
  })
  it('contains the pages of every domain: fixed pages first, news by time', async () => {
    const app = await testApp({ env: { PUBLIC_URL: 'https://qifu.example' } })
    offersPages(app.kernel, {
      fixed: ['/page/notes'],
      count: () => Promise.resolve(3),
      rows: (_, offset, limit) =>
        Promise.resolve(
          [1, 2, 3].slice(offset, offset + limit).map((id) => ({ path: `/page/note?id=${id}`, changed: '2026-01-02T03:04:05Z' })),
        ),
    })
    const note = { summary: '提要', by: '编辑部' }
    offersFeed(app.kernel, {
      label: '通知',
      newest: () =>
        Promise.resolve([
          { ...note, path: '/page/note?id=2', title: '最新的通知', time: new Date(Date.now() + 60_000).toISOString() },
          { ...note, path: '/page/note?id=1', title: '很久以前的通知', time: '2001-01-01T00:00:00Z' },
        ]),
    })
    const found = locs((await app.http.inject({ url: '/sitemap.xml' })).body).map((url) => url.replace('https://qifu.example', ''))
    expect(found.indexOf('/page/notes')).toBeLessThan(found.findIndex((path) => path.includes('?id=')))
    expect(found.slice(-3)).toEqual(['/page/note?id=1', '/page/note?id=2', '/page/note?id=3'])
    const http = await createHttp(app.kernel.config, testLog)
    feedRoutes(app.kernel, 7)(http)
    const index = locs((await http.inject({ url: '/sitemap.xml' })).body)
    const all: string[] = []
    for (const url of index) all.push(...locs((await http.inject({ url: new URL(url).pathname })).body))
    expect(all.map((url) => url.replace('https://qifu.example', ''))).toEqual(found)
    await http.close()
    const { body } = await app.http.inject({ url: '/rss.xml' })
    expect(body).toContain('：最新资讯、宣传报道、培训活动、政策、通知')
    const titles = body.split('<item>').slice(1)
    expect(titles[0]).toContain('最新的通知')
    expect(titles[0]).toMatch(/<category>(<!\[CDATA\[)?通知/)
    // The newest fifty of all domains together.
    expect(titles.length).toBe(50)
    expect(body).not.toContain('很久以前的通知')
  })
})
