/**
 * npm run audit -- export 2026-11 FILE: writes the sealed audit rows of a month, and an audit row that names the
 * user of the system. npm run audit -- verify FILE [ANCHORS]: checks such a file
 * with the master key alone, without the database; ANCHORS is a copy of audit-anchors.jsonl.
 */
import { resolve } from 'node:path'
import { userInfo } from 'node:os'
import { createApp } from '../server/app.ts'
import { checkAuditFile, exportAuditMonth } from '../server/kernel/audit/audit-file.ts'
import { ConfigError, loadConfig } from '../server/kernel/config.ts'
import { DatabaseRefused, openDatabase } from '../server/kernel/db/index.ts'
import { createLog } from '../server/kernel/log.ts'
import { masterSecret, previousSecrets } from '../server/kernel/access/secrets.ts'

const usage = `用法：
  npm run audit -- export 2026-11 文件     导出一个月的审计日志，含封存
  npm run audit -- verify 文件 [锚的文件]   不用数据库，只用主密钥核对导出的文件`

const [what, ...rest] = process.argv.slice(2)
try {
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  if (what === 'export' && /^\d{4}-(0[1-9]|1[0-2])$/.test(rest[0] ?? '') && rest[1]) {
    const log = createLog({ ...config, LOG_LEVEL: 'silent' })
    const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, log })
    const app = await createApp(config, database, { log, pages: false })
    const asked = { month: rest[0]!, path: resolve(rest[1]), by: userInfo().username }
    const rows = await exportAuditMonth(app.kernel, asked).finally(async () => {
      await app.close()
      await database.close()
    })
    console.log(`已导出 ${rows} 条到 ${rest[1]}。核对：npm run audit -- verify ${rest[1]}`)
  } else if (what === 'verify' && rest[0]) {
    const keys = { secret: masterSecret(config), previousSecrets: previousSecrets(config) }
    const { rows, first, last, anchors, fault } = await checkAuditFile(keys, rest[0], rest[1])
    if (fault === null) console.log(`${rows} 条（第 ${first} 至 ${last} 号）没有改动${rest[1] ? `，经过 ${anchors} 个锚` : ''}`)
    else console.error(`核对了 ${rows} 条，${fault}`)
    process.exitCode = fault === null && rows > 0 ? 0 : 1
  } else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof DatabaseRefused ? error.message : error)
  process.exitCode = 1
}
