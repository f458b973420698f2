import { sql } from 'kysely'
import type { market } from '../../../contract/market/dealing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { foundBy, listedItems } from '../public-list.ts'

/** Most pins of one map; items in the same cell form one pin. */
const MOST = 400
/** Size of a cell at zoom 0, in degrees of longitude; halved with each step. */
const CELL = 60

/** Pins of the map for the filters of the list. Each is one item or a number of items close together. */
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
