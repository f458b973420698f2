import { sql } from 'kysely'
import { activityFacts, infoFacts } from '../../contract/training/states.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersFeed } from '../kernel/public/feed.ts'
import { homeList } from '../kernel/public/home.ts'
import { offersPages, offersRecordPages } from '../kernel/public/sitemap.ts'
import { activities } from './activity-queries.ts'
import { isPublic } from './status-sql.ts'

const LIST = '/page/propagandaEventsList'
export const activityAddress = (id: number): string => `/page/propagandaDetails?id=${id}`
export const infoAddress = (id: number): string => `/page/propagandaDetails?type=info&id=${id}`
const publicRows = (db: Db) => activities(db).where(isPublic)
const SHOWN = 6
/** Most activities, and most reports, among the fifty newest entries of the feed, which is read mainly for policies. */
const FEED_SHARE = 10

const publicReports = (db: Db) => db.selectFrom('train_info').where('state', '=', infoFacts.code.published).where('deleted', '=', false)

/** Adds activities and reports to the sitemap and the feed, and activities to the home page. */
export function offerTraining(k: Kernel): void {
  offersPages(k, {
    fixed: ['/page/propaganda', LIST],
    count: async (db) =>
      (
        await publicRows(db)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: async (db, offset, limit) =>
      (await publicRows(db).select(['a.id', 'a.updated_at']).orderBy('a.id').limit(limit).offset(offset).execute()).map((row) => ({
        path: activityAddress(row.id),
        changed: row.updated_at,
      })),
  })
  offersRecordPages(k, {
    table: 'train_info',
    visible: () => sql<boolean>`p.state = ${infoFacts.code.published} and not p.deleted`,
    path: infoAddress,
  })
  offersFeed(k, {
    label: '宣传报道',
    newest: async (db, limit) =>
      (
        await publicReports(db)
          .select(['id', 'title', 'summary', 'kind', 'publish_time'])
          .where('publish_time', '<=', k.clock.now().toISOString())
          .orderBy('publish_time', 'desc')
          .orderBy('id', 'desc')
          .limit(Math.min(limit, FEED_SHARE))
          .execute()
      ).map((row) => ({ path: infoAddress(row.id), title: row.title, summary: row.summary, by: row.kind, time: row.publish_time! })),
  })
  offersFeed(k, {
    label: '培训活动',
    newest: async (db, limit) =>
      (
        await publicRows(db)
          .select(['a.id', 'a.title', 'a.summary', 'a.type', 'a.published_at'])
          .where('a.published_at', '<=', k.clock.now().toISOString())
          .orderBy('a.published_at', 'desc')
          .orderBy('a.id', 'desc')
          .limit(Math.min(limit, FEED_SHARE))
          .execute()
      ).map((row) => ({ path: activityAddress(row.id), title: row.title, summary: row.summary, by: row.type, time: row.published_at! })),
  })
  homeList(k, {
    code: 'training',
    label: '培训活动',
    more: LIST,
    rows: async () =>
      (
        await publicRows(k.db)
          .select(['a.id', 'a.title', 'a.start_at', 'a.place', 'a.online'])
          .where('a.state', '=', activityFacts.code.passed)
          .where(sql<boolean>`a.end_at > ${k.clock.now().toISOString()}::timestamptz`)
          .orderBy('a.start_at')
          .limit(SHOWN)
          .execute()
      ).map((row) => ({
        title: row.title,
        url: activityAddress(row.id),
        note: shanghaiTime(Date.parse(row.start_at)).slice(5, 16).replace('T', ' '),
        cells: [],
        urgent: false,
      })),
  })
}
