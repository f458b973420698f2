import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Feed } from 'feed'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { originOf, ownOrigins } from '../kernel/own-origins.ts'
import { newestPolicies, sitemapCount, sitemapRows } from './feed-queries.ts'

/** The protocol's limit of addresses in one file (sitemaps.org). */
export const PER_SITEMAP = 50_000
const NEWEST = 50
const KEEP_S = 300
/** What a search engine may find besides the policies: pages whose address needs no record. */
const PAGES = [
  '/page/home',
  '/page/policyserver',
  '/page/policysearch',
  '/page/policymarket/index',
  '/page/policyserverhotList',
  '/page/policyserver/calculator',
]
const policyAddress = (id: number) => `/page/policyserverdetail?id=${id}`

const xml = (text: string) =>
  text.replace(/[<>&'"]/g, (c) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' })[c]!)
/** Control characters have no place in XML, not even escaped. */
// eslint-disable-next-line no-control-regex
const clean = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
const file = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`

/** robots.txt, sitemap.xml and the feed of new policies; the same for everybody. */
export function mountFeeds(k: Kernel, perSitemap = PER_SITEMAP): void {
  k.mounts.push((http: FastifyInstance) => {
    const origin = (request: FastifyRequest) => originOf(ownOrigins(k.config, http), request.headers.host)
    const serve = (url: string, type: string, write: (request: FastifyRequest) => Promise<string | null> | string | null) =>
      http.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const text = await write(request)
          if (text === null) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个文件')
          return reply.header('cache-control', `public, max-age=${KEEP_S}`).type(`${type}; charset=utf-8`).send(text)
        },
      })
    serve('/robots.txt', 'text/plain', (request) =>
      [
        'User-agent: *',
        ...['/work', '/login', '/page/search', '/page/policysub', '/page/policyserver/compare'].map((path) => `Disallow: ${path}`),
        `Sitemap: ${origin(request)}/sitemap.xml`,
        '',
      ].join('\n'),
    )
    serve('/sitemap.xml', 'application/xml', async (request) => {
      const own = origin(request)
      const files = Math.ceil((PAGES.length + (await sitemapCount(k.db))) / perSitemap)
      if (files <= 1) return urls(k, own, 1, perSitemap)
      return file(
        'sitemapindex',
        Array.from({ length: files }, (_, i) => `<sitemap><loc>${xml(`${own}/sitemap-${i + 1}.xml`)}</loc></sitemap>`),
      )
    })
    serve('/sitemap-:number.xml', 'application/xml', (request) => {
      const { number } = request.params as { number: string }
      return /^[1-9]\d{0,4}$/.test(number) ? urls(k, origin(request), Number(number), perSitemap) : null
    })
    serve('/rss.xml', 'application/rss+xml', async (request) => rss(k, origin(request)))
  })
}

/** One file of addresses; null beyond the last. The pages stand in the first file. */
async function urls(k: Kernel, origin: string, number: number, perSitemap: number): Promise<string | null> {
  const first = number === 1 ? PAGES : []
  const offset = number === 1 ? 0 : (number - 1) * perSitemap - PAGES.length
  const rows = await sitemapRows(k.db, offset, perSitemap - first.length)
  if (number > 1 && rows.length === 0) return null
  return file('urlset', [
    ...first.map((path) => `<url><loc>${xml(origin + path)}</loc></url>`),
    ...rows.map(
      (p) => `<url><loc>${xml(origin + policyAddress(p.id))}</loc><lastmod>${shanghaiDay(Date.parse(p.updated_at))}</lastmod></url>`,
    ),
  ])
}

async function rss(k: Kernel, origin: string): Promise<string> {
  const { SITE_NAME, SITE_OWNER } = k.config
  const list = await newestPolicies(k.db, NEWEST)
  const feed = new Feed({
    id: `${origin}/`,
    title: `${SITE_NAME}：最新政策`,
    description: `${SITE_OWNER}发布的惠企政策`,
    link: `${origin}/page/policyserver`,
    language: 'zh-CN',
    copyright: SITE_OWNER,
    updated: new Date(list[0]?.publish_time ?? k.clock.now()),
    feedLinks: { rss: `${origin}/rss.xml` },
  })
  const now = today(k.clock)
  for (const p of list) {
    const link = origin + policyAddress(p.id)
    feed.addItem({
      id: link,
      link,
      title: (p.repealed_on !== null && p.repealed_on <= now ? '【已废止】' : '') + clean(p.title),
      description: (p.repealed_on === null ? '' : `自 ${p.repealed_on} 起废止。`) + clean(p.summary),
      date: new Date(p.publish_time!),
      extensions: [{ name: 'dc:creator', objects: { _text: clean(p.dep_name) } }],
    })
  }
  return feed.rss2().replace('<rss ', '<rss xmlns:dc="http://purl.org/dc/elements/1.1/" ')
}
