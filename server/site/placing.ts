import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'

/** Exchanges a row with its neighbour in the given order; nothing changes at the end of the list. */
export async function placeAmong(
  db: Db,
  table: 'link' | 'advert',
  rows: readonly { id: number }[],
  id: number,
  direction: 'up' | 'down',
): Promise<void> {
  const ids = rows.map((row) => row.id)
  const [at, to] = [ids.indexOf(id), ids.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (to < 0 || to >= ids.length) return
  ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
  await sql`update ${sql.table(table)} t set sort = o.place from unnest(${ids}::bigint[]) with ordinality as o(id, place)
    where t.id = o.id`.execute(db)
}
