import { sql } from 'kysely'
import { activityFacts } from '../../contract/training/states.ts'
import { shanghaiTime } from '../../contract/shanghai.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { homeList } from '../kernel/public/home.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { activities } from './activity-queries.ts'
import { isPublic } from './status-sql.ts'

const LIST = '/page/propagandaEventsList'
export const activityAddress = (id: number): string => `/page/propagandaDetails?id=${id}`
const publicRows = (db: Db) => activities(db).where(isPublic)
const SHOWN = 6

/** Activities in the sitemap and on the home page. */
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
