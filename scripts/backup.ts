/**
 * npm run backup [-- FOLDER]: copies rows and files of the configured database as of one moment into a new folder (default backups/<time>),
 * encrypted with the master key. The platform may run: PostgreSQL provides a snapshot; with the embedded database the running process makes
 * the backup, and its requests wait meanwhile.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeBackup } from '../transfer/backup.ts'
import { TransferRefused } from '../transfer/load.ts'
import { askForBackup, toldOf } from '../server/backup-socket.ts'
import { ConfigError, loadConfig } from '../server/kernel/config.ts'
import { DatabaseRefused, openDatabase } from '../server/kernel/db/index.ts'
import { openStore } from '../server/kernel/files/file-store.ts'
import { createLog } from '../server/kernel/log.ts'
import { masterSecret } from '../server/kernel/access/secrets.ts'

try {
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const folder = resolve(process.argv[2] ?? join('backups', new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')))
  mkdirSync(dirname(folder), { recursive: true })
  const asked = config.DATABASE_URL ? null : await askForBackup(config.DATA_DIR, folder)
  const told = asked ?? (await backup(config, folder))
  console.log(`已备份到 ${folder}：${told.tables} 个表 ${told.rows} 行，${told.files} 个文件。恢复时须有同一 SECRET_KEY。`)
  if (told.missing.length > 0) {
    console.error(`注意：${told.missing.length} 个文件在文件存储中缺失或已损坏，未能备份：${told.missing.join('、')}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(
    error instanceof TransferRefused || error instanceof ConfigError || error instanceof DatabaseRefused ? error.message : error,
  )
  process.exit(1)
}

async function backup(config: ReturnType<typeof loadConfig>, folder: string) {
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, poolMax: 2, log: createLog(config) })
  const source = { db: database.db, engine: database.engine, store: await openStore(config), secret: masterSecret(config) }
  const keyFile = config.SECRET_KEY ? {} : { keyFile: join(config.DATA_DIR, 'secret.key') }
  return toldOf(await makeBackup({ ...source, ...keyFile }, folder).finally(database.close))
}
