/**
 * npm run migrate: brings the configured database to the newest schema, as the owner of its tables (MIGRATE_URL, or else DATABASE_URL), and
 * gives the role of DATABASE_URL its rights. The start does the same unless the two roles are apart and it knows only one (ADR 0997).
 */
import { ConfigError, loadConfig } from '../server/kernel/config.ts'
import { DatabaseRefused } from '../server/kernel/db/index.ts'
import { createLog } from '../server/kernel/log.ts'
import { prepareAsOwner } from '../server/prepare-database.ts'

try {
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const applied = await prepareAsOwner(config, createLog(config))
  console.log(`新应用的迁移 ${applied.length} 个${config.MIGRATE_URL ? '，应用账号的权限已授予' : ''}。`)
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof DatabaseRefused ? error.message : error)
  process.exit(78)
}
