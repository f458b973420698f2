import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { kernelOf } from '../kernel-of.ts'
import { perKernel } from '../per-kernel.ts'
import { openPii, sealPii } from './pii.ts'
import { indexesOf, sealedColumnsOf } from './pii-rotation.ts'

/** What the rows of a table mean to the people whom they name (P-04). */
interface Personal<Table extends string, Column extends string> {
  table: Table
  /** columns that name an official who handled the row; they stay as an official record */
  dealtBy?: readonly Column[]
  /**
   * for a column of `dealtBy` that may also name a company or an individual: the column with the name, which is hidden when that account
   * ends
   */
  names?: Readonly<Partial<Record<Column, Column>>>
  own?: Own<Column>
}

/** Rows that belong to a person: the person typed, chose or received them. */
interface Own<Column extends string = string> {
  /** how the copy of a person's data calls these rows */
  title: string
  /** the column that names the owner of the row */
  by: Column
  /** what the copy shows of a row: label → column; sealed columns are opened. Empty: the row has nothing that a person could read */
  copy: Readonly<Record<string, Column>>
  /** a row without a value here was only begun: it is neither counted nor copied */
  since?: Column
  /** SQL over the row for a column that the person may not read at any time, such as an answer before its review */
  readable?: Readonly<Partial<Record<Column, RawBuilder<boolean>>>>
  /** label → the name of a row in another table, to which a column of this row points; it stands before the values of `copy` */
  named?: Readonly<Record<string, NameOf<Column>>>
  /** turns the opened value of a column into words, when it is stored for programs */
  words?: Readonly<Partial<Record<Column, (value: unknown) => string>>>
  /**
   * what happens when the account is closed: the rows are erased, or they are kept for this reason with the columns of `hide` (identity,
   * contacts) emptied. `also` does what else follows, such as emptying copies in rows of other people
   */
  end: 'erase' | { keep: string; hide?: readonly Column[]; also?: (db: Db, userId: number) => Promise<unknown> }
  /** an open account needs these rows, so the person cannot erase them alone */
  needed?: true
  /** rows that the person made for somebody else */
  others?: Others<Column>
}

/** Rows that a person made for somebody else hold personal data of that somebody, not of the maker: the copy masks it as lists do. */
interface Others<Column extends string> {
  /** SQL over the row: why it is somebody else's, as one sentence; null: it is the person's own */
  why: RawBuilder<string | null>
  mask: Readonly<Partial<Record<Column, (value: string) => string>>>
}
/** The column of the copy that says why values of a row are masked. */
const NOTE = '说明'

/** The row of `table` whose `id` stands in `by`, called by its column `name`. */
type NameOf<Column extends string> = {
  [T in keyof Database]: { by: Column; table: T; name: keyof Database[T] & string }
}[keyof Database]

const tables = perKernel((): Personal<string, string>[] => [])

/**
 * A domain registers each of its tables that name a user: what goes into the copy of the person's data, what is erased with the account,
 * what stays and why. A test compares the registrations with the schema.
 */
export const personalData = <T extends keyof Database>(k: Kernel, table: Personal<T, keyof Database[T] & string>): void =>
  void tables(k).push(table)

/** Personal data that is not the rows of one table with a user column, such as the account itself and the messages to its number. */
interface Section {
  key: string
  title: string
  /** what becomes of it when the account is closed */
  kept: string
  count: (db: Db, userId: number) => Promise<number>
  /** the newest rows, labelled; at most `limit` */
  rows: (db: Db, userId: number, limit?: number) => Promise<Record<string, unknown>[]>
  /** erases what goes with the account, in the transaction that closes it */
  erase?: (db: Db, userId: number) => Promise<unknown>
}
const sections = perKernel((): Section[] => [])

/** A domain registers personal data that no single table holds. */
export const personalSection = (k: Kernel, section: Section): void => void sections(k).push(section)

/** All registrations, table by table. */
export const personalTables = (k: Kernel): readonly Personal<string, string>[] => tables(k)

/** The copy of a person's own data: the rows of each kind, labelled as registered. */
export async function collectPersonal(db: Db, userId: number): Promise<PersonalRows[]> {
  const kinds: PersonalRows[] = []
  for (const key of [...sections(kernelOf(db)).map((one) => one.key), ...tables(kernelOf(db)).map((one) => one.table)]) {
    const kind = await collectPersonalKind(db, userId, key)
    if (kind && kind.rows.length > 0) kinds.push(kind)
  }
  return kinds
}
/** The condition for a person's rows that are counted and copied. */
const ofPerson = ({ by, since }: Own, userId: number) =>
  since === undefined ? sql`${sql.ref(by)} = ${userId}` : sql`${sql.ref(by)} = ${userId} and ${sql.ref(since)} is not null`

export interface PersonalRows {
  title: string
  rows: Record<string, unknown>[]
}
/** Values that are not of the person, in a copy that leaves them out. */
export const leftOut = (): string => '（不在本人数据里）'

/**
 * The rows of one kind, labelled as registered; at most `limit`. null: the kind does not exist, or has nothing that a person could read.
 */
export async function collectPersonalKind(db: Db, userId: number, table: string, limit?: number): Promise<PersonalRows | null> {
  const k = kernelOf(db)
  const section = sections(k).find((one) => one.key === table)
  if (section) return { title: section.title, rows: await section.rows(db, userId, limit) }
  const own = tables(k).find((one) => one.table === table)?.own
  if (!own || Object.keys(own.copy).length === 0) return null
  const sealed = sealedColumnsOf(k, table)
  const said = Object.entries(own.copy)
  const names = Object.entries(own.named ?? {})
  const columns = sql.join([
    ...names.map(
      ([word, { by, table: of, name }]) =>
        sql`(select ${sql.ref(`named.${name}`)} from ${sql.table(of)} as named where named.id = ${sql.ref(`${table}.${by}`)}) as ${sql.ref(word)}`,
    ),
    ...said.map(([, column]) => {
      const when = own.readable?.[column]
      return when ? sql`case when ${when} then ${sql.ref(column)} end as ${sql.ref(column)}` : sql.ref(column)
    }),
    ...(own.others ? [sql`${own.others.why} as ${sql.ref(NOTE)}`] : []),
  ])
  const most = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columns} from ${sql.table(table)} where ${ofPerson(own, userId)} order by ctid desc ${most}`.execute(db)
  const open = (column: string, value: unknown) => (sealed.has(column) && typeof value === 'string' ? openPii(k, value) : value)
  const noted = rows.some((row) => row[NOTE])
  const inWords = (column: string, value: unknown) => own.words?.[column]?.(value) ?? value
  const read = (row: Record<string, unknown>) => {
    const mask: Others<string>['mask'] = own.others && row[NOTE] ? own.others.mask : {}
    const shown = (column: string, value: unknown) => (value !== null && mask[column]?.(String(value))) || inWords(column, value)
    return Object.fromEntries([
      ...names.map(([word]) => [word, row[word]]),
      ...said.map(([word, column]) => [word, shown(column, open(column, row[column]))]),
      ...(noted ? [[NOTE, row[NOTE] ?? '']] : []),
    ])
  }
  return { title: own.title, rows: rows.map(read) }
}

/** Erases the rows that go with an account, in the transaction that closes it. Returns the number of erased rows. */
export async function erasePersonal(db: Db, userId: number): Promise<number> {
  let erased = 0
  for (const { erase } of sections(kernelOf(db))) await erase?.(db, userId)
  for (const { table, own, names = {} } of tables(kernelOf(db))) {
    for (const [by, name] of Object.entries(names)) await hidePerson(db, table, by, [name!], userId)
    if (own && own.end !== 'erase') {
      // First what locks the records of others, such as the activity of an enrolment: they too lock it before the rows of a person.
      await own.end.also?.(db, userId)
      await hidePerson(db, table, own.by, own.end.hide ?? [], userId)
    }
    if (own?.end !== 'erase') continue
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${sql.ref(own.by)} = ${userId}`.execute(db)
    erased += Number(numAffectedRows ?? 0n)
  }
  return erased
}

/** Stands where the name or the number of a closed account was. */
export const GONE = '已注销用户'
/** Empties the identifying columns of rows that are kept, each with its blind index: else a search by number would still find them. */
async function hidePerson(db: Db, table: string, by: string, hide: readonly string[], userId: number): Promise<void> {
  if (hide.length === 0) return
  const k = kernelOf(db)
  const sealed = sealedColumnsOf(k, table)
  const indexes = indexesOf(k, table)
  const emptied = hide.flatMap((column) => {
    const index = indexes.get(column)
    const value = sql`${sql.ref(column)} = ${sealed.has(column) ? sealPii(k, GONE) : GONE}`
    return index === undefined ? [value] : [value, sql`${sql.ref(index)} = ''`]
  })
  const set = sql.join(emptied)
  await sql`update ${sql.table(table)} set ${set} where ${sql.ref(by)} = ${userId}`.execute(db)
}

/** Counts a person's rows by kind; kinds without rows are left out. */
export async function countPersonal(db: Db, userId: number): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const { key, title, kept, count } of sections(kernelOf(db)))
    counted.push({ table: key, own: { title, end: { keep: kept } }, count: await count(db, userId) })
  for (const { table, own } of tables(kernelOf(db))) {
    if (!own || Object.keys(own.copy).length === 0) continue
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${ofPerson(own, userId)}`.execute(db)
    counted.push({ table, own, count: rows[0]!.n })
  }
  return counted.filter(({ count }) => count > 0)
}
interface Counted {
  table: string
  own: Pick<Own, 'title' | 'end' | 'needed'>
  count: number
}

/** Erases one kind of a person's rows while the account stays open. null: the kind does not exist, or the person may not erase it. */
export async function erasePersonalKind(db: Db, userId: number, table: string): Promise<number | null> {
  const found = tables(kernelOf(db)).find((one) => one.table === table)?.own
  if (!found || found.end !== 'erase' || found.needed) return null
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${sql.ref(found.by)} = ${userId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
