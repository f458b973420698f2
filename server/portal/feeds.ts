import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Feed } from 'feed'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { originOf, ownOrigins } from '../kernel/access/own-origins.ts'
import { newestOf } from '../kernel/public/feed.ts'
import { publicPageCount, publicPages } from '../kernel/public/sitemap.ts'

/** The protocol's limit of addresses in one file (sitemaps.org). */
export const PER_SITEMAP = 50_000
const NEWEST = 50
const KEEP_S = 300
const xml = (text: string) =>
  text.replace(/[<>&'"]/g, (c) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' })[c]!)
/** Removes control characters, which XML forbids even when escaped. */
// eslint-disable-next-line no-control-regex
const clean = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
const file = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`

/** Serves robots.txt, sitemap.xml and the feed of new content, for all domains; the same for everybody. */
export const feedRoutes =
  (k: Kernel, perSitemap = PER_SITEMAP) =>
  (http: FastifyInstance): void => {
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
      const files = Math.ceil((await publicPageCount(k)) / perSitemap)
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
  }

/** One sitemap file with its addresses; null after the last. */
async function urls(k: Kernel, origin: string, number: number, perSitemap: number): Promise<string | null> {
  const pages = await publicPages(k, (number - 1) * perSitemap, perSitemap)
  if (number > 1 && pages.length === 0) return null
  return file(
    'urlset',
    pages.map(({ path, changed }) => {
      const day = changed === undefined ? '' : `<lastmod>${shanghaiDay(Date.parse(changed))}</lastmod>`
      return `<url><loc>${xml(origin + path)}</loc>${day}</url>`
    }),
  )
}

async function rss(k: Kernel, origin: string): Promise<string> {
  const { SITE_NAME } = k.config
  const owner = k.config.SITE_OWNER || SITE_NAME
  const { labels, items } = await newestOf(k, NEWEST)
  const feed = new Feed({
    id: `${origin}/`,
    title: `${SITE_NAME}：最新${labels.join('、')}`,
    description: `${owner}发布的${labels.join('、')}`,
    link: `${origin}/page/home`,
    language: 'zh-CN',
    copyright: owner,
    updated: new Date(items[0]?.time ?? k.clock.now()),
    feedLinks: { rss: `${origin}/rss.xml` },
  })
  for (const { path, title, summary, by, time, label } of items) {
    const link = origin + path
    feed.addItem({
      id: link,
      link,
      title: clean(title),
      description: clean(summary),
      date: new Date(time),
      category: [{ name: label }],
      extensions: [{ name: 'dc:creator', objects: { _text: clean(by) } }],
    })
  }
  return feed.rss2().replace('<rss ', '<rss xmlns:dc="http://purl.org/dc/elements/1.1/" ')
}
