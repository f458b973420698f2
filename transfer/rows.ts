import { sql } from 'kysely'
import type { Db } from '../server/kernel/db/index.ts'

const BATCH = 1000
/** Tables that the target creates itself: its migrations and the lock of the migrator. */
const OWN = ['kysely_migration', 'kysely_migration_lock']

interface Column {
  name: string
  type: string
}
export interface Table {
  name: string
  /** by name, without generated columns */
  columns: Column[]
  /** columns with numbers from a sequence */
  identities: string[]
}

/** Number of rows and a sum over their content, independent of order and engine. */
export interface Mark {
  rows: number
  sum: string
}

/** Our tables by name, without those of the job queue, which the next start creates. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string; column: string; type: string; identity: boolean }>`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attidentity <> '' as identity
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${OWN}) order by c.relname, a.attname`.execute(
    db,
  )
  const tables = new Map<string, Table>()
  for (const { name, column, type, identity } of rows) {
    const table = tables.get(name) ?? { name, columns: [], identities: [] }
    table.columns.push({ name: column, type })
    if (identity) table.identities.push(column)
    tables.set(name, table)
  }
  return [...tables.values()]
}

/** Every value as text of PostgreSQL, so that each type is restored exactly; a row is one JSON object. */
const asText = ({ name, columns }: Table) =>
  sql`select row_to_json(r)::text as line from (select ${sql.join(columns.map((c) => sql`${sql.ref(c.name)}::text as ${sql.ref(c.name)}`))}
    from ${sql.table(name)}) r`

export async function markOf(db: Db, table: Table): Promise<Mark> {
  const { rows } =
    await sql<Mark>`select count(*)::int as rows, coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0)::text as sum
    from (${asText(table)}) lines`.execute(db)
  return rows[0]!
}

/** The rows of a table in batches of a thousand. `db` must be a transaction. */
export async function* readRows(db: Db, table: Table): AsyncGenerator<string[]> {
  await sql`declare transfer no scroll cursor for ${asText(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH)} from transfer`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < BATCH) break
  }
  await sql`close transfer`.execute(db)
}

export async function addRows(db: Db, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const names = columns.map((c) => sql.ref(c.name))
  await sql`insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(columns.map((c) => sql`${sql.ref(c.name)}::${sql.raw(c.type)}`))}
    from json_to_recordset(${`[${lines.join(',')}]`}::json) as r (${sql.join(names.map((n) => sql`${n} text`))})`.execute(db)
}

/** The value of each sequence, as `table.column`; unused sequences are left out. */
export async function sequencesOf(db: Db, tables: readonly Table[]): Promise<Record<string, string>> {
  const stands: Record<string, string> = {}
  for (const { name, identities } of tables)
    for (const column of identities) {
      const { rows } = await sql<{ last: string | null }>`select last_value::text as last from pg_sequences
        where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${name}, ${column})::regclass`.execute(db)
      if (rows[0]?.last) stands[`${name}.${column}`] = rows[0].last
    }
  return stands
}

export async function setSequences(db: Db, stands: Readonly<Record<string, string>>): Promise<void> {
  for (const [place, last] of Object.entries(stands)) {
    const [table, column] = place.split('.') as [string, string]
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`.execute(db)
  }
}
