import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersFeed } from '../kernel/public/feed.ts'
import { offersPages } from '../kernel/public/sitemap.ts'

const published = (db: Db) => db.selectFrom('policy').where('state', '=', POLICY_STATE.published).where('deleted', '=', false)
const address = (id: number) => `/page/policyserverdetail?id=${id}`

/** Adds policies to the sitemap and the feed. */
export function offerPolicyPages(k: Kernel): void {
  offersPages(k, {
    fixed: [
      '/page/policyserver',
      '/page/policysearch',
      '/page/policymarket/index',
      '/page/policyserverhotList',
      '/page/policyserver/calculator',
    ],
    count: async (db) =>
      (
        await published(db)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    async rows(db, offset, limit) {
      const rows = await published(db).select(['id', 'updated_at']).orderBy('id').limit(limit).offset(offset).execute()
      return rows.map(({ id, updated_at }) => ({ path: address(id), changed: updated_at }))
    },
  })
  offersFeed(k, {
    label: '政策',
    async newest(db, limit) {
      const rows = await published(db)
        .select(['id', 'title', 'summary', 'dep_name', 'publish_time', 'repealed_on'])
        .orderBy('publish_time', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const now = today(k.clock)
      return rows.map((p) => ({
        path: address(p.id),
        title: (p.repealed_on !== null && p.repealed_on <= now ? '【已废止】' : '') + p.title,
        summary: (p.repealed_on === null ? '' : `自 ${p.repealed_on} 起废止。`) + p.summary,
        by: p.dep_name,
        time: p.publish_time!,
      }))
    },
  })
}
