import { today } from '../kernel/clock.ts'
import { askOutside, InnerAddress } from '../kernel/http/outbound.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { watchStale } from '../kernel/offers/staleness.ts'

/**
 * Why an outside address does not open; null when it does. Addresses of the internal network cannot be checked from here and count as
 * working.
 */
async function faultOf(url: string): Promise<string | null> {
  try {
    const status = await askOutside(url)
    return status === 404 || status === 410 || status >= 500 ? `对方网站返回 ${status}` : null
  } catch (error) {
    return error instanceof InnerAddress ? null : '对方网站无法访问'
  }
}

/**
 * Checks every outside address of menu, quick links and government links, one after the other, if the platform may make requests to the
 * outside (LINK_CHECK).
 */
async function lookAtLinks(k: Kernel): Promise<void> {
  if (!k.config.LINK_CHECK) return
  const links = await k.db.selectFrom('link').select(['id', 'url', 'fault_since']).where('url', 'like', 'http%').execute()
  for (const { id, url, fault_since } of links) {
    const fault = await faultOf(url)
    await k.db
      .updateTable('link')
      .set({ fault, fault_since: fault === null ? null : (fault_since ?? today(k.clock)) })
      .where('id', '=', id)
      .execute()
  }
}

/** Adds links of the site that do not work to the list of overdue work (V-02). */
export function watchDeadLinks(k: Kernel): void {
  recurring(k, { name: 'site.links', title: '检查首页菜单与链接', cron: '13 4 * * 1' }, () => lookAtLinks(k))
  watchStale(k, {
    kind: 'links',
    name: '首页断链',
    limitDays: 0,
    limit: '立即处理',
    keeper: 'link:manage',
    rows: async ({ db }) =>
      (
        await db
          .selectFrom('link')
          .select(['id', 'name', 'url', 'fault', 'fault_since'])
          .where('fault', 'is not', null)
          .where('hidden', '=', false)
          .limit(200)
          .execute()
      ).map((row) => ({
        id: row.id,
        title: row.name,
        lastDay: row.fault_since,
        officeId: null,
        note: `${row.url}：${row.fault}`,
        to: '/work/homemenu',
      })),
  })
}
