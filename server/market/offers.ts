import { itemPath, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { homeList } from '../kernel/public/home.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { areaText, priceText } from './names.ts'
import { isListed } from './visible.ts'

const LIST = '/page/sdmarket'
const SHOWN = 6
const listed = (k: Kernel, db: Db) => db.selectFrom('market_item as p').where(isListed(k))

/** Adds items to the sitemap and the home page. */
export function offerMarket(k: Kernel): void {
  offersPages(k, {
    fixed: [LIST],
    count: async (db) =>
      (
        await listed(k, db)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: async (db, offset, limit) =>
      (await listed(k, db).select(['p.id', 'p.kind', 'p.updated_at']).orderBy('p.id').limit(limit).offset(offset).execute()).map((row) => ({
        path: itemPath(row.kind, row.id),
        changed: row.updated_at,
      })),
  })
  homeList(k, {
    code: 'market',
    label: '供需市场',
    more: LIST,
    rows: async () =>
      (
        await listed(k, k.db)
          .select(['p.id', 'p.kind', 'p.title', 'p.facts'])
          .where('p.kind', 'in', ['workshopInfo', 'landInfo'] satisfies MarketKind[])
          .orderBy('p.publish_time', 'desc')
          .orderBy('p.id', 'desc')
          .limit(SHOWN)
          .execute()
      ).map((row) => ({
        title: row.title,
        url: itemPath(row.kind, row.id),
        note: `${marketKinds[row.kind].name}，${areaText(row.kind, row.facts)}，${priceText(row.kind, row.facts)}`,
        cells: [],
        urgent: false,
      })),
  })
}
