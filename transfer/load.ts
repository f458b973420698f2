import { sql } from 'kysely'
import type { Db } from '../server/kernel/db/index.ts'
import { addRows, markOf, readRows, sequencesOf, setSequences, tablesOf, type Mark, type Table } from './rows.ts'

/** The whole content of a database at one moment. */
export interface Content {
  /** names of the migrations that created its tables */
  migrations: string[]
  marks: Record<string, Mark>
  sequences: Record<string, string>
  rows(table: Table): AsyncIterable<string[]>
}

/** A target that must not be overwritten, or a source that is incomplete; the message is for the operator. */
export class TransferRefused extends Error {
  override name = 'TransferRefused'
}

const migrationsOf = async (db: Db): Promise<string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name)

const plainSession = (db: Db) => sql`select set_config('statement_timeout', '0', true), set_config('TimeZone', 'UTC', true)`.execute(db)

/** Calls `work` with the present content, without later writes. With the embedded database other writers wait until `work` has ended. */
export const withContent = <T>(db: Db, work: (content: Content, trx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set transaction read only`.execute(trx)
      await plainSession(trx)
      const tables = await tablesOf(trx)
      const marks: Record<string, Mark> = {}
      for (const table of tables) marks[table.name] = await markOf(trx, table)
      const content = { migrations: await migrationsOf(trx), marks, sequences: await sequencesOf(trx, tables) }
      return work({ ...content, rows: (table) => readRows(trx, table) }, trx)
    })

/**
 * Fills an unused database with the same migrations in one transaction: the complete content with equal counts and sums, or nothing. Side
 * effects in the job queue of the source are scheduled again. Throws TransferRefused.
 */
export async function load(db: Db, content: Content): Promise<{ tables: number; rows: number }> {
  return db.transaction().execute(async (trx) => {
    await plainSession(trx)
    await refuseUnfit(trx, content)
    const tables = await tablesOf(trx)
    const foreign = await foreignKeys(trx)
    for (const { table, name } of foreign)
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(trx)
    for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx)
    let rows = 0
    for (const table of tables) {
      for await (const lines of content.rows(table)) {
        await addRows(trx, table, lines)
        rows += lines.length
      }
      const { rows: count, sum } = await markOf(trx, table)
      const wanted = content.marks[table.name]
      if (wanted?.rows !== count || wanted.sum !== sum)
        throw new TransferRefused(`表 ${table.name} 的内容不一致：应为 ${wanted?.rows ?? 0} 行，写入 ${count} 行，未作任何改动`)
    }
    await setSequences(trx, content.sequences)
    await sql`set constraints all immediate`.execute(trx)
    for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    for (const { table, name } of foreign)
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.ref(name)} not deferrable`.execute(trx)
    // Their jobs stayed in the source; receivers recognise a repeated key (D-05).
    await trx.updateTable('outbox').set({ state: 'pending' }).where('state', '=', 'sent').execute()
    return { tables: tables.length, rows }
  })
}

/** Throws TransferRefused when the database has another schema or was in use. */
export async function refuseUnfit(trx: Db, { migrations }: Pick<Content, 'migrations'>): Promise<void> {
  const here = await migrationsOf(trx)
  const differ = [...migrations.filter((name) => !here.includes(name)), ...here.filter((name) => !migrations.includes(name))]
  if (differ.length > 0) throw new TransferRefused(`两边的数据库结构不同，请先用同一版本启动一次来源：${differ.join('、')}`)
  for (const table of ['seed_run', 'sys_user', 'audit_log'] as const)
    if (
      await trx
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      throw new TransferRefused('目标数据库已被使用过，为避免覆盖，请换用空的数据库')
}

const foreignKeys = async (trx: Db) =>
  (
    await sql<{ table: string; name: string }>`select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not condeferrable order by 1, 2`.execute(trx)
  ).rows
