// npm run seed: migrates the configured database and adds missing initial data; can be repeated.
import { seed } from '../seed/index.ts'
import { createApp } from '../server/app.ts'
import { loadConfig } from '../server/kernel/config.ts'
import { createLog } from '../server/kernel/log.ts'
import { openPrepared } from '../server/prepare-database.ts'

try {
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const log = createLog(config)
  const database = await openPrepared(config, log)
  try {
    const app = await createApp(config, database, { log, pages: false })
    await seed(app.kernel)
    await app.close()
    console.log(`已完成：新应用的迁移 ${database.applied.length} 个；${config.DEMO ? '参考数据与演示数据' : '参考数据'}齐备。`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
