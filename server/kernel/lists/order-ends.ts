import { sql, type RawBuilder } from 'kysely'
import type { OrderEnds } from '../../../contract/order-ends.ts'
import type { Database } from '../../../db/schema.ts'
import type { Db } from '../db/index.ts'

interface Order {
  table: keyof Database
  /** columns in which the rows of one order agree */
  level?: readonly string[]
  /** the column of the row above, for a tree */
  parent?: string
  /** columns of the order, all in the same direction; the place and the id unless said otherwise */
  by?: readonly string[]
  descending?: true
  /** rows that have a place, as a condition on `o`; all of them unless said otherwise */
  among?: RawBuilder<boolean>
}

/** For rows of a list, whether each is the first and the last of its whole order (上移, 下移), not only of the page or the filter. */
export async function orderEndsOf(
  db: Db,
  { table, level = [], parent, by = ['sort', 'id'], descending, among = sql<boolean>`true` }: Order,
  listed: readonly { id: number }[],
): Promise<ReadonlyMap<number, OrderEnds>> {
  if (listed.length === 0) return new Map()
  const columns = (of: string) => sql.join(by.map((column) => sql.ref(`${of}.${column}`)))
  const agree = [
    ...level.map((column) => sql<boolean>`${sql.ref(`o.${column}`)} = ${sql.ref(`t.${column}`)}`),
    ...(parent ? [sql<boolean>`${sql.ref(`o.${parent}`)} is not distinct from ${sql.ref(`t.${parent}`)}`] : []),
    among,
  ]
  const nothing = (side: '<' | '>') => sql<boolean>`not exists (select from ${sql.table(table)} o
    where ${sql.join(agree, sql` and `)} and (${columns('o')}) ${sql.raw(side)} (${columns('t')}))`
  const { rows } = await sql<{ id: number } & OrderEnds>`select t.id, ${nothing(descending ? '>' : '<')} as first,
    ${nothing(descending ? '<' : '>')} as last from ${sql.table(table)} t where t.id = any(${listed.map((row) => row.id)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, first, last }) => [id, { first, last }]))
}

/** The same for a level that is read as a whole. */
export const endsIn = (level: readonly number[], id: number): OrderEnds => ({ first: level[0] === id, last: level.at(-1) === id })
