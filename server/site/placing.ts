import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'

type Placed = 'link' | 'advert'
type Rows = readonly { id: number }[]

/** Exchanges a row with its neighbour in the given order; returns both places, or null at the end of the list, where nothing changes. */
export async function placeAmong(
  db: Db,
  table: Placed,
  rows: Rows,
  id: number,
  direction: 'up' | 'down',
): Promise<{ before: { place: number }; after: { place: number } } | null> {
  const ids = rows.map((row) => row.id)
  const [at, to] = [ids.indexOf(id), ids.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (to < 0 || to >= ids.length) return null
  await placeAt(db, table, rows, id, to + 1)
  return { before: { place: at + 1 }, after: { place: to + 1 } }
}

/** Puts a row at a place, counted from 1; the others keep their order. */
export async function placeAt(db: Db, table: Placed, rows: Rows, id: number, place: number): Promise<void> {
  const others = rows.map((row) => row.id).filter((one) => one !== id)
  await sql`update ${sql.table(table)} t set sort = o.place from unnest(${others.toSpliced(place - 1, 0, id)}::bigint[]) with ordinality as o(id, place)
    where t.id = o.id`.execute(db)
}
