/**
 * npm run move -- --to postgres://…: copies the embedded database of DATA_DIR into an empty PostgreSQL; row counts and checksums of every
 * table are compared before anything is kept. Stop the platform first (the folder is locked while it runs). The folder stays unchanged,
 * because files and, in demo mode, the master key are still used from it. Then start with DATABASE_URL.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { load, TransferRefused, withContent } from '../transfer/load.ts'
import { ConfigError, loadConfig } from '../server/kernel/config.ts'
import { DatabaseRefused, openDatabase } from '../server/kernel/db/index.ts'
import { createLog } from '../server/kernel/log.ts'

try {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', DATABASE_URL: to })
  if (!config.DATABASE_URL) throw new TransferRefused('用法：npm run move -- --to postgres://用户:密码@主机/数据库')
  if (!existsSync(join(config.DATA_DIR, 'db'))) throw new TransferRefused(`${config.DATA_DIR} 中没有内嵌数据库`)
  const log = createLog(config)
  const source = await openDatabase({ dataDir: config.DATA_DIR, log })
  try {
    const target = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, poolMax: 2, log })
    try {
      await migrate(source.db)
      await migrate(target.db)
      const told = await withContent(source.db, (content) => load(target.db, content))
      await target.pool.query('analyze')
      console.log(
        `已迁移：${told.tables} 个表 ${told.rows} 行，逐表行数与校验和一致。请设置 DATABASE_URL 后启动；${config.DATA_DIR} 中的文件仍在使用。`,
      )
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
} catch (error) {
  console.error(
    error instanceof TransferRefused || error instanceof ConfigError || error instanceof DatabaseRefused ? error.message : error,
  )
  process.exit(1)
}
