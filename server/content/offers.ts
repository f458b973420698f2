import { sql } from 'kysely'
import { HOME_COLUMNS, type HomeColumn } from '../../contract/content/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersFeed } from '../kernel/public/feed.ts'
import { homeList } from '../kernel/public/home.ts'
import { offersRecordPages } from '../kernel/public/sitemap.ts'
import { addSearchSource, RANKED } from '../search/index.ts'
import { allColumns, below } from './columns.ts'
import { findNews } from './find.ts'
import { lateness } from './lateness.ts'
import { newestIn } from './news-queries.ts'
import { isPublic } from './visible.ts'
import { rewriteNews } from './words.ts'

export const articleAddress = (id: number): string => `/page/industryinfodetails?id=${id}`
const LIST = '/page/industryinfo'

const publicRows = (k: Kernel, db = k.db) => db.selectFrom('news as p').where(isPublic(k))

/** Adds articles to the site search, the sitemap, the feed and the home page. */
export function offerNews(k: Kernel): void {
  addSearchSource(k, {
    type: 'news',
    label: '资讯',
    vectors: 'select p.search from news p where p.shown',
    rewrite: rewriteNews,
    async find(kernel, keyword, { offset, limit }) {
      const ids = await findNews(kernel, keyword)
      const wanted = ids.slice(Math.min(offset, RANKED - 1), offset + limit)
      const rows =
        wanted.length === 0
          ? []
          : await publicRows(kernel)
              .select(['p.id', 'p.title', 'p.summary', 'p.publish_time'])
              .where('p.id', 'in', wanted)
              .orderBy(sql`array_position(${wanted}::bigint[], p.id)`)
              .execute()
      const list = rows.map((row) => ({
        id: String(row.id),
        title: row.title,
        summary: row.summary,
        url: articleAddress(row.id),
        time: new Date(row.publish_time!).toISOString(),
      }))
      return { total: ids.length, list }
    },
  })
  offersRecordPages(k, {
    fixed: [LIST, '/page/commercialLaw', '/page/financialService', '/page/quality'],
    table: 'news',
    visible: () => isPublic(k),
    path: articleAddress,
  })
  offersFeed(k, {
    label: '资讯',
    newest: async (db, limit) =>
      (
        await publicRows(k, db)
          .select(['p.id', 'p.title', 'p.summary', 'p.source', 'p.publish_time'])
          .orderBy('p.publish_time', 'desc')
          .orderBy('p.id', 'desc')
          .limit(limit)
          .execute()
      ).map((row) => ({ path: articleAddress(row.id), title: row.title, summary: row.summary, by: row.source, time: row.publish_time! })),
  })
  for (const code of Object.keys(HOME_COLUMNS) as HomeColumn[])
    homeList(k, { code, label: HOME_COLUMNS[code], more: LIST, rows: () => homeRows(k, code) })
}

const SHOWN = 6
/**
 * The newest articles of a column; empty when the column is overdue by more than a second limit, and then the home page leaves it out
 * (V-02).
 */
async function homeRows(k: Kernel, code: HomeColumn) {
  const columns = await allColumns(k.db)
  const column = columns.find((c) => c.code === code)
  if (!column) return []
  const list = await newestIn(k, below(columns, column.id), SHOWN)
  const newest =
    list
      .map((item) => item.publishTime!)
      .toSorted()
      .at(-1) ?? null
  const late = lateness(k, column, newest)
  if (late !== null && column.fresh_days !== null && late >= column.fresh_days) return []
  return list.map((item) => ({
    title: item.title,
    url: articleAddress(item.id),
    note: item.publishTime ? shanghaiDay(Date.parse(item.publishTime)) : '',
    cells: [],
    urgent: false,
  }))
}
