import { sql } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { kernelOf } from '../kernel-of.ts'
import { perKernel } from '../per-kernel.ts'
import { openPii } from './pii.ts'
import { sealedColumnsOf } from './pii-rotation.ts'

/** What the rows of a table are to the people whom they name (P-04). */
interface Personal<Table extends string, Column extends string> {
  table: Table
  /** columns that name an official who dealt with a row: they stay as a record of office */
  dealtBy?: readonly Column[]
  /** rows that are somebody's own: typed, chosen or received by them */
  own?: {
    /** as a person's copy of their data calls these rows */
    title: string
    /** the column that says whose row it is */
    by: Column
    /** what the copy says of a row: the word for it, and its column; sealed columns are opened. Empty: nothing that a person could read */
    copy: Readonly<Record<string, Column>>
    /** when the account is closed, the rows go, or they stay for this reason */
    end: 'erase' | { keep: string }
  }
}

const tables = perKernel((): Personal<string, string>[] => [])

/**
 * A domain says of each of its tables that name a user what the rows are to that person: what goes into the copy of their data, what is erased
 * with the account and what stays, and why. A test holds the registrations against the schema.
 */
export const personalData = <T extends keyof Database>(k: Kernel, table: Personal<T, keyof Database[T] & string>): void =>
  void tables(k).push(table)

/** What the domains have said, table by table. */
export const personalTables = (k: Kernel): readonly Personal<string, string>[] => tables(k)

/** The copy of a person's own data: for each kind that they have rows of, the rows in the words of the registration. */
export async function collectPersonal(db: Db, userId: number): Promise<{ title: string; rows: Record<string, unknown>[] }[]> {
  const k = kernelOf(db)
  const kinds: { title: string; rows: Record<string, unknown>[] }[] = []
  for (const { table, own } of tables(k)) {
    if (!own || Object.keys(own.copy).length === 0) continue
    const sealed = sealedColumnsOf(k, table)
    const said = Object.entries(own.copy)
    const columns = sql.join(said.map(([, column]) => sql.ref(column)))
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${columns} from ${sql.table(table)} where ${sql.ref(own.by)} = ${userId}`.execute(db)
    const open = (column: string, value: unknown) => (sealed.has(column) && typeof value === 'string' ? openPii(k, value) : value)
    const read = (row: Record<string, unknown>) => Object.fromEntries(said.map(([word, column]) => [word, open(column, row[column])]))
    if (rows.length > 0) kinds.push({ title: own.title, rows: rows.map(read) })
  }
  return kinds
}

/** Erases what goes with an account, in the transaction that closes it. Answers how many rows went. */
export async function erasePersonal(db: Db, userId: number): Promise<number> {
  let erased = 0
  for (const { table, own } of tables(kernelOf(db))) {
    if (own?.end !== 'erase') continue
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${sql.ref(own.by)} = ${userId}`.execute(db)
    erased += Number(numAffectedRows ?? 0n)
  }
  return erased
}
