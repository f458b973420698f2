import { migrate, pendingMigrations } from '../db/migrate.ts'
import type { Config } from './kernel/config.ts'
import { grantApplication, mayMigrate, roleOf } from './kernel/db/application-role.ts'
import { DatabaseRefused, openDatabase, type DbLog, type OpenedDatabase } from './kernel/db/index.ts'
import { prepareQueue } from './kernel/jobs/queue-schema.ts'

/** Held while the owner prepares the database, because two processes that grant at once disturb each other. */
const PREPARE_LOCK = 740_997

const DENIED = '42501'
const NOT_OWNER = 'DATABASE_URL 的账号不能改表，请先用所有者的账号运行 npm run migrate（MIGRATE_URL）'

type Addresses = Pick<Config, 'DATABASE_URL' | 'MIGRATE_URL' | 'DATA_DIR'>

/** The database as its owner: MIGRATE_URL where the two roles are apart, else the one that the site uses. */
export const openAsOwner = ({ DATABASE_URL, MIGRATE_URL, DATA_DIR }: Addresses, log: DbLog): Promise<OpenedDatabase> =>
  openDatabase({ url: MIGRATE_URL ?? DATABASE_URL, dataDir: DATA_DIR, poolMax: 2, log })

/** After the owner has made tables: those of the job queue too, and the rights of the application on all of them (ADR 0997). */
export async function handToApplication({ pool }: Pick<OpenedDatabase, 'pool'>, { DATABASE_URL, MIGRATE_URL }: Addresses): Promise<void> {
  if (!MIGRATE_URL || !DATABASE_URL) return
  const role = roleOf(DATABASE_URL)
  if (!role) throw new DatabaseRefused('设置了 MIGRATE_URL 时，DATABASE_URL 要写明账号')
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${PREPARE_LOCK})`)
    await prepareQueue(client)
    await grantApplication(client, role)
  } finally {
    // The lock and the setting end with the connection.
    client.release(true)
  }
}

/** Migrates as the owner and gives the application its rights. Returns the names of the applied migrations. */
export async function prepareAsOwner(addresses: Addresses, log: DbLog): Promise<string[]> {
  const owner = await openAsOwner(addresses, log)
  try {
    if (!(await mayMigrate(owner.pool))) throw new DatabaseRefused(NOT_OWNER)
    const applied = await migrate(owner.db)
    await handToApplication(owner, addresses)
    return applied
  } finally {
    await owner.close()
  }
}

/**
 * Opens the database for the application with the newest schema. With MIGRATE_URL the owner migrates; without it the application migrates
 * when it may, and else the schema must be there already. Throws DatabaseRefused.
 */
export async function openPrepared(config: Addresses, log: DbLog, poolMax?: number): Promise<OpenedDatabase & { applied: string[] }> {
  const applied = config.MIGRATE_URL ? await prepareAsOwner(config, log) : []
  const opened = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    log,
    ...(poolMax === undefined ? {} : { poolMax }),
  })
  try {
    if (!config.MIGRATE_URL && (await mayMigrate(opened.pool))) return { ...opened, applied: await migrate(opened.db) }
    const pending = await pendingMigrations(opened.db).catch((error: { code?: string }) => {
      throw error.code === DENIED ? new DatabaseRefused(NOT_OWNER) : error
    })
    if (pending.length > 0) throw new DatabaseRefused(`数据库还缺 ${pending.length} 个迁移：${NOT_OWNER}`)
    return { ...opened, applied }
  } catch (error) {
    await opened.close()
    throw error
  }
}
