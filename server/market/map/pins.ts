import { sql } from 'kysely'
import type { market } from '../../../contract/market/dealing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { foundBy, listedItems } from '../public-list.ts'

/** At most so many marks; what stands closer together than a cell is one. */
const MOST = 400
/** Degrees of longitude of a cell at zoom 1; halved with every step. */
const CELL = 60

/** Marks of the map under the same filter as the list; each is one item or a number of them that stand together. */
export async function pinsOf(k: Kernel, { kind, zoom, ...f }: Parsed<typeof market.map>['query']) {
  const ids = await foundBy(k, kind, f.keyword)
  for (let cell = CELL / 2 ** zoom; ; cell *= 2) {
    const rows = await listedItems(k, kind, f, ids)
      .where('p.lng', 'is not', null)
      .select((e) => [
        sql<number>`avg(p.lng)::float8`.as('lng'),
        sql<number>`avg(p.lat)::float8`.as('lat'),
        e.fn.countAll<number>().as('count'),
        sql<number>`min(p.id)::bigint`.as('id'),
        sql<string>`min(p.title)`.as('title'),
      ])
      .groupBy([sql`floor(p.lng / ${cell}::float8)`, sql`floor(p.lat / ${cell}::float8)`])
      .limit(MOST + 1)
      .execute()
    if (rows.length > MOST) continue
    return {
      total: rows.reduce((sum, { count }) => sum + count, 0),
      pins: rows.map(({ lng, lat, count, id, title }) => ({
        lng: Math.round(lng * 1e6) / 1e6,
        lat: Math.round(lat * 1e6) / 1e6,
        count,
        id: count === 1 ? id : null,
        title: count === 1 ? title : '',
      })),
    }
  }
}
