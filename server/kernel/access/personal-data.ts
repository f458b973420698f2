import { sql } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { kernelOf } from '../kernel-of.ts'
import { perKernel } from '../per-kernel.ts'
import { openPii, sealPii } from './pii.ts'
import { sealedColumnsOf } from './pii-rotation.ts'

/** What the rows of a table are to the people whom they name (P-04). */
interface Personal<Table extends string, Column extends string> {
  table: Table
  /** columns that name an official who dealt with a row: they stay as a record of office */
  dealtBy?: readonly Column[]
  /** beside a column of `dealtBy` through which companies and individuals are named too: where the name stands, hidden when their account ends */
  names?: Readonly<Partial<Record<Column, Column>>>
  own?: Own<Column>
}

/** Rows that are somebody's own: typed, chosen or received by them. */
interface Own<Column extends string = string> {
  /** as a person's copy of their data calls these rows */
  title: string
  /** the column that says whose row it is */
  by: Column
  /** what the copy says of a row: the word for it, and its column; sealed columns are opened. Empty: nothing that a person could read */
  copy: Readonly<Record<string, Column>>
  /** when the account is closed, the rows go, or they stay for this reason, without what `hide` names: who it was and how to reach them */
  end: 'erase' | { keep: string; hide?: readonly Column[] }
  /** an open account cannot be without these rows: its person cannot erase them alone */
  needed?: true
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
export async function collectPersonal(db: Db, userId: number): Promise<PersonalRows[]> {
  const kinds: PersonalRows[] = []
  for (const { table } of tables(kernelOf(db))) {
    const kind = await collectPersonalKind(db, userId, table)
    if (kind && kind.rows.length > 0) kinds.push(kind)
  }
  return kinds
}
export interface PersonalRows {
  title: string
  rows: Record<string, unknown>[]
}

/** The rows of one kind, in the words of the registration; at most `limit`. null: no such kind, or nothing in it that a person could read. */
export async function collectPersonalKind(db: Db, userId: number, table: string, limit?: number): Promise<PersonalRows | null> {
  const k = kernelOf(db)
  const own = tables(k).find((one) => one.table === table)?.own
  if (!own || Object.keys(own.copy).length === 0) return null
  const sealed = sealedColumnsOf(k, table)
  const said = Object.entries(own.copy)
  const columns = sql.join(said.map(([, column]) => sql.ref(column)))
  const most = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columns} from ${sql.table(table)} where ${sql.ref(own.by)} = ${userId} order by ctid desc ${most}`.execute(db)
  const open = (column: string, value: unknown) => (sealed.has(column) && typeof value === 'string' ? openPii(k, value) : value)
  const read = (row: Record<string, unknown>) => Object.fromEntries(said.map(([word, column]) => [word, open(column, row[column])]))
  return { title: own.title, rows: rows.map(read) }
}

/** Erases what goes with an account, in the transaction that closes it. Answers how many rows went. */
export async function erasePersonal(db: Db, userId: number): Promise<number> {
  let erased = 0
  for (const { table, own, names = {} } of tables(kernelOf(db))) {
    for (const [by, name] of Object.entries(names)) await hidePerson(db, table, by, [name!], userId)
    if (own && own.end !== 'erase') await hidePerson(db, table, own.by, own.end.hide ?? [], userId)
    if (own?.end !== 'erase') continue
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${sql.ref(own.by)} = ${userId}`.execute(db)
    erased += Number(numAffectedRows ?? 0n)
  }
  return erased
}

const GONE = '已注销用户'
/** What stays names nobody any more; what finds a number finds nothing. */
async function hidePerson(db: Db, table: string, by: string, hide: readonly string[], userId: number): Promise<void> {
  if (hide.length === 0) return
  const k = kernelOf(db)
  const sealed = sealedColumnsOf(k, table)
  const value = (column: string) => (column.endsWith('_index') ? '' : sealed.has(column) ? sealPii(k, GONE) : GONE)
  const set = sql.join(hide.map((column) => sql`${sql.ref(column)} = ${value(column)}`))
  await sql`update ${sql.table(table)} set ${set} where ${sql.ref(by)} = ${userId}`.execute(db)
}

/** How many rows of each kind a person has; kinds without rows are left out. */
export async function countPersonal(db: Db, userId: number): Promise<{ table: string; own: Own; count: number }[]> {
  const counted: { table: string; own: Own; count: number }[] = []
  for (const { table, own } of tables(kernelOf(db))) {
    if (!own || Object.keys(own.copy).length === 0) continue
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(own.by)} = ${userId}`.execute(db)
    if (rows[0]!.n > 0) counted.push({ table, own, count: rows[0]!.n })
  }
  return counted
}

/** Erases one kind of a person's rows while the account stays. null: there is no such kind, or it is not theirs to erase. */
export async function erasePersonalKind(db: Db, userId: number, table: string): Promise<number | null> {
  const found = tables(kernelOf(db)).find((one) => one.table === table)?.own
  if (!found || found.end !== 'erase' || found.needed) return null
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${sql.ref(found.by)} = ${userId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
