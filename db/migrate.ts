import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.ts$/
const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url))

async function load(folder: string, only?: readonly string[]): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {}
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.ts')) continue
    if (!FILE_NAME.test(file)) throw new Error(`迁移文件名应为 NNNN_subject.ts：${file}`)
    if (only && !only.includes(file.slice(0, -3))) continue
    found[file.slice(0, -3)] = (await import(pathToFileURL(join(folder, file)).href)) as Migration
  }
  const unknown = only?.filter((name) => !found[name])
  if (unknown?.length) throw new Error(`没有迁移 ${unknown.join('、')}：数据来自更新的版本，请先更新程序`)
  return found
}

/**
 * Brings the database to the newest schema, each migration in its own transaction, under the lock of Kysely: several processes may call
 * it at once. Files are named `NNNN_subject.ts`; a lower number that was added later is still applied. `only` stops at the schema of a
 * backup. Returns the names applied by this call; throws with the name of the failed migration and the error of the database.
 */
export async function migrate<T>(
  db: Kysely<T>,
  { folder = ownFolder, only }: { folder?: string; only?: readonly string[] } = {},
): Promise<string[]> {
  const applied: string[] = []
  // One connection without the statement limit: waiting for the lock and building an index may take longer than a request may.
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: () => load(folder, only) },
        allowUnorderedMigrations: true,
      })
      for (;;) {
        const { error, results = [] } = await migrator.migrateUp()
        if (error) {
          const failed = results.find((result) => result.status === 'Error')
          throw failed ? new Error(`数据库迁移 ${failed.migrationName} 失败：${message(error)}`, { cause: error }) : error
        }
        if (results.length === 0) return
        applied.push(...results.map((result) => result.migrationName))
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
  return applied
}

/** Names of the migrations that this database has not seen yet. */
export async function pendingMigrations<T>(db: Kysely<T>, folder = ownFolder): Promise<string[]> {
  const known = await new Migrator({ db, provider: { getMigrations: () => load(folder) } }).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))
