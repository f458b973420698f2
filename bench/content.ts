import pg from 'pg'
import { spellings } from './calls.ts'
import { measure } from './load.ts'
import { beside, oneByOne, repeated } from './over-http.ts'
import type { Row } from './report.ts'
import { signedIn, type Served } from './served.ts'

const MANY = 20_000
const COMPUTED_MS = 30
const WORDS_MS = 200
const PRODUCTS_MS = 200
const WORDS = ['技术改造', '贷款贴息', '专精特新', '研发费用', '设备更新', '稳岗补贴']

/**
 * Measures lists, searches and single articles beside hand-written statements, and products with the verdicts of a company
 * (domains/content.md e).
 */
export async function content({ app, floor, url }: { app: Served; floor: string; url: string }): Promise<Row[]> {
  const list = '/cms/news/list?page=1&pageSize=10'
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ id: string }>('select id from news where shown order by md5(id::text) limit 2000')
  await db.end()
  const details = rows.map(({ id }) => `/cms/news/findById?id=${id}`)
  const words = WORDS.flatMap((word) => spellings(`/cms/news/list?page=1&pageSize=10&keyword=${encodeURIComponent(word)}`, 6))
  const { authorization } = await signedIn(app, 'qy1')
  return [
    beside(
      'articles, kept',
      await measure([
        { base: app.base, paths: [list] },
        { base: floor, paths: ['/list'] },
      ]),
      0.6,
    ),
    {
      name: 'articles, computed, p95',
      figure: await oneByOne(spellings(list, MANY).map((path) => app.base + path)),
      unit: 'ms',
      atMost: COMPUTED_MS,
      note: `floor ${(await oneByOne(repeated(`${floor}/list`))).toFixed(1)} ms`,
    },
    beside(
      'article, detail',
      await measure([
        { base: app.base, paths: details },
        { base: floor, paths: rows.map(({ id }) => `/detail?id=${id}`) },
      ]),
      0.7,
    ),
    beside(
      '… each computed, none kept',
      await measure([
        { base: app.base, paths: details.flatMap((path) => spellings(path, MANY / details.length)) },
        { base: floor, paths: rows.map(({ id }) => `/detail?id=${id}`) },
      ]),
    ),
    { name: 'articles, words, p95', figure: await oneByOne(words.map((path) => app.base + path)), unit: 'ms', atMost: WORDS_MS },
    {
      name: 'products with verdicts for my company, p95',
      figure: await oneByOne(repeated(`${app.base}/cms/finance/judged`), authorization),
      unit: 'ms',
      atMost: PRODUCTS_MS,
    },
  ]
}
