import { sql } from 'kysely'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'
import { blindIndex, isCurrentSeal, openPii, sealPii } from './pii.ts'

export interface SealedTable {
  table: string
  /** primary key, one column */
  id: string
  /** sealed column → its blind index column, or null */
  columns: Record<string, string | null>
}
const known = perKernel((): SealedTable[] => [])
const BATCH = 200

/**
 * A domain registers its sealed columns, so that `rotatePii` reseals them when the master key changes. The names come from code, never from
 * input.
 */
export function hasSealedColumns(k: Kernel, ...tables: SealedTable[]): void {
  known(k).push(...tables)
}
/** All registrations, table by table. */
export const sealedTables = (k: Kernel): readonly SealedTable[] => known(k)
/** The blind indexes of a table, by sealed column. */
export const indexesOf = (k: Kernel, table: string): ReadonlyMap<string, string> =>
  new Map(
    known(k)
      .filter((sealed) => sealed.table === table)
      .flatMap(({ columns }) => Object.entries(columns).flatMap(([column, index]) => (index === null ? [] : [[column, index] as const]))),
  )
/** The sealed columns of a table. */
export const sealedColumnsOf = (k: Kernel, table: string): ReadonlySet<string> =>
  new Set(known(k).flatMap((sealed) => (sealed.table === table ? Object.keys(sealed.columns) : [])))

const documents = perKernel((): (() => Promise<number>)[] => [])
/** For sealed values inside JSON documents: the domain reseals them itself; `work` returns the number of changed values. */
export function sealsAnew(k: Kernel, work: () => Promise<number>): void {
  documents(k).push(work)
}

/**
 * Reseals every value that an earlier key protects (SECRET_KEY_PREVIOUS). Each row is one statement that changes only the value that was
 * read, so an interrupted run can be started again. Returns the number of changed values; 0 means that the previous keys can be removed.
 */
export async function rotatePii(k: Kernel): Promise<number> {
  let changed = 0
  for (const { table, id, columns } of known(k)) {
    for (const [column, index] of Object.entries(columns)) changed += await rotateColumn(k, table, id, column, index)
  }
  for (const work of documents(k)) changed += await work()
  return changed
}

async function rotateColumn(k: Kernel, table: string, id: string, column: string, index: string | null): Promise<number> {
  const current = `${sealPii(k, '').split('.').slice(0, 2).join('.')}.%`
  let changed = 0
  for (let after: unknown = null; ;) {
    const { rows } = await sql<{
      id: unknown
      sealed: string
    }>`select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null and ${sql.ref(column)} not like ${current} ${after === null ? sql`` : sql`and ${sql.ref(id)} > ${after}`}
      order by ${sql.ref(id)} limit ${BATCH}`.execute(k.db)
    for (const row of rows) {
      after = row.id
      if (isCurrentSeal(k, row.sealed)) continue
      const text = openPii(k, row.sealed)
      // Of a closed account the index is empty and stays so.
      const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealPii(k, text)}
        ${index === null ? sql`` : sql`, ${sql.ref(index)} = case when ${sql.ref(index)} = '' then '' else ${blindIndex(k, text)} end`} where ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${row.sealed}`.execute(
        k.db,
      )
      changed += Number(numAffectedRows ?? 0n)
    }
    if (rows.length < BATCH) return changed
  }
}
