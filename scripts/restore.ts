/**
 * npm run restore -- FOLDER: restores a backup into the configured database and file store, which must be empty; the engine may differ from
 * that of the backup. Row counts and checksums of every table are compared before anything is kept. Then `npm start` as usual.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TransferRefused } from '../transfer/load.ts'
import { restore } from '../transfer/restore.ts'
import { ConfigError, loadConfig } from '../server/kernel/config.ts'
import { DatabaseRefused, maintain } from '../server/kernel/db/index.ts'
import { openStore } from '../server/kernel/files/file-store.ts'
import { createLog } from '../server/kernel/log.ts'
import { masterSecret, previousSecrets } from '../server/kernel/access/secrets.ts'
import { handToApplication, openAsOwner } from '../server/prepare-database.ts'

try {
  if (!process.argv[2]) throw new TransferRefused('用法：npm run restore -- 备份目录')
  const folder = resolve(process.argv[2])
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  mkdirSync(config.DATA_DIR, { recursive: true })
  const keyFile = join(config.DATA_DIR, 'secret.key')
  if (!config.SECRET_KEY && !existsSync(keyFile) && existsSync(join(folder, 'secret.key')))
    copyFileSync(join(folder, 'secret.key'), keyFile)
  const database = await openAsOwner(config, createLog(config))
  const target = {
    db: database.db,
    store: await openStore(config),
    secrets: [masterSecret(config), ...previousSecrets(config)],
    dataDir: config.DATA_DIR,
  }
  const told = await restore(target, folder)
    .then(async (done) => {
      await handToApplication(database, config)
      await maintain(database)
      return done
    })
    .finally(database.close)
  console.log(
    `已恢复：${told.tables} 个表 ${told.rows} 行（逐表行数与校验和一致），${told.files} 个文件，新应用的迁移 ${told.applied.length} 个。`,
  )
} catch (error) {
  console.error(
    error instanceof TransferRefused || error instanceof ConfigError || error instanceof DatabaseRefused ? error.message : error,
  )
  process.exit(1)
}
