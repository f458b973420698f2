import { addDays, dateOf } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { watchStale } from '../kernel/offers/staleness.ts'
import { columnRows } from './columns.ts'

/**
 * Columns in which something new is expected, in the one list of what is looked after in time (V-02). Each has a limit of its own, so the day
 * that the list counts from is the day on which the column is due.
 */
export const watchFreshness = (k: Kernel): void =>
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
