import { sql } from 'kysely'
import { addDays, dateOf } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { watchStale } from '../kernel/offers/staleness.ts'
import { columnRows } from './columns.ts'
import { isPublic } from './visible.ts'

const MOST = 200

/**
 * Adds columns that should have new articles to the list of overdue work (V-02). Each column has its own limit, so the list's limit is 0
 * days and the date that it counts from is the column's due date.
 */
export function watchFreshness(k: Kernel): void {
  watchArticles(k)
  watchStale(k, {
    kind: 'news-column',
    name: '资讯栏目更新',
    limitDays: 0,
    limit: '各栏目自己的更新期限；超过两个期限的不再显示在首页',
    keeper: 'news:manage',
    rows: async (kernel, until) => {
      const rows = (await columnRows(kernel, null, true)).flatMap(({ id, path, standing }) => {
        const since = standing?.newest ?? standing?.publishTime
        if (!standing || standing.late === null || standing.freshDays === null || !since) return []
        const newest = standing.newest ? `最近更新 ${dateOf(new Date(standing.newest))}` : '还没有内容'
        return {
          id,
          title: path,
          lastDay: addDays(dateOf(new Date(since)), standing.freshDays),
          officeId: null,
          note: `${newest}，期限 ${standing.freshDays} 天${standing.ownerName ? `，负责人 ${standing.ownerName}` : ''}`,
          to: '/work/newsManage?tab=columns',
        }
      })
      return rows.filter((row) => row.lastDay <= until).toSorted((a, b) => a.lastDay.localeCompare(b.lastDay))
    },
  })
}

/** Public articles that explain an outdated policy: it has a newer version, or it was repealed. */
function watchArticles(k: Kernel): void {
  watchStale(k, {
    kind: 'news-article',
    name: '资讯与政策不一致',
    limitDays: 14,
    limit: '所涉政策变动后 2 周内改写或下架',
    keeper: 'news:manage',
    rows: async (kernel, until) => {
      const rows = await kernel.db
        .selectFrom('news as p')
        .innerJoin('news_column as c', 'c.id', 'p.column_id')
        .innerJoin('news_policy as n', 'n.news_id', 'p.id')
        .innerJoin('policy as o', 'o.id', 'n.policy_id')
        .leftJoin('policy_version as v', (on) => on.onRef('v.policy_id', '=', 'o.id').onRef('v.number', '=', sql`n.policy_version + 1`))
        .select(['p.id', 'p.title', 'o.title as policy', 'o.repealed_on', 'v.created_at as changed_at'])
        .where('p.deleted', '=', false)
        .where(isPublic(kernel))
        .where((e) => e.or([e('v.created_at', 'is not', null), e('o.repealed_on', '<=', dateOf(kernel.clock.now()))]))
        .limit(MOST)
        .execute()
      return rows
        .map(({ id, title, policy, repealed_on: repealed, changed_at: changed }) => {
          const days = [repealed, changed && dateOf(new Date(changed))].filter((day) => day !== null)
          return {
            id,
            title,
            lastDay: days.toSorted()[0]!,
            officeId: null,
            note: repealed ? `“${policy}”已废止` : `“${policy}”有了新的版本`,
            to: `/work/newsManage?keyword=${encodeURIComponent(title)}`,
          }
        })
        .filter((row) => row.lastDay <= until)
        .toSorted((a, b) => a.lastDay.localeCompare(b.lastDay))
    },
  })
}
