/**
 * npm run audit -- export 2026-11 FILE: writes the sealed audit rows of a month, and an audit row that names the
 * user of the system. npm run audit -- verify FILE [ANCHORS]: checks such a file
 * with the master key alone, without the database; ANCHORS is a copy of audit-anchors.jsonl.
 * npm run audit -- release 2026-05 FILE: takes an exported month out of the database, after AUDIT_KEEP_DAYS (ADR 0906).
 */
import { resolve } from 'node:path'
import { userInfo } from 'node:os'
import { pendingMigrations } from '../db/migrate.ts'
import { createApp } from '../server/app.ts'
import { checkAuditFile, exportAuditMonth } from '../server/kernel/audit/audit-file.ts'
import { releaseAuditMonth, ReleaseRefused } from '../server/kernel/audit/audit-release.ts'
import { ConfigError, loadConfig, type Config } from '../server/kernel/config.ts'
import { DatabaseRefused, openDatabase } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { createLog } from '../server/kernel/log.ts'
import { masterSecret, previousSecrets } from '../server/kernel/access/secrets.ts'
import { openAsOwner } from '../server/prepare-database.ts'

const usage = `用法：
  npm run audit -- export 2026-11 文件     导出一个月的审计日志，含封存
  npm run audit -- verify 文件 [锚的文件]   不用数据库，只用主密钥核对导出的文件
  npm run audit -- release 2026-05 文件    把已导出的月份移出数据库（AUDIT_KEEP_DAYS 天以后，从最早的月份起；文件请长期保存）`

/** Only the release deletes rows, which needs the owner of the tables (ADR 0997). */
const asApplication: typeof openAsOwner = ({ DATABASE_URL, DATA_DIR }, log) => openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR, log })

/** Runs a task of the kernel on the database of the configuration. */
async function onDatabase<T>(config: Config, open: typeof openAsOwner, work: (k: Kernel) => Promise<T>): Promise<T> {
  const log = createLog({ ...config, LOG_LEVEL: 'silent' })
  const database = await open(config, log)
  try {
    if ((await pendingMigrations(database.db)).length > 0) throw new DatabaseRefused('数据库还不是这个版本的，请先启动平台')
    const app = await createApp(config, database, { log, pages: false })
    return await work(app.kernel).finally(() => app.close())
  } finally {
    await database.close()
  }
}
const isMonth = (text = ''): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

const [what, ...rest] = process.argv.slice(2)
try {
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const [month = '', file] = rest
  const asked = () => ({ month, path: resolve(file!), by: userInfo().username })
  if (what === 'export' && isMonth(month) && file) {
    const rows = await onDatabase(config, asApplication, (k) => exportAuditMonth(k, asked()))
    console.log(`已导出 ${rows} 条到 ${file}。核对：npm run audit -- verify ${file}`)
  } else if (what === 'release' && isMonth(month) && file) {
    const rows = await onDatabase(config, openAsOwner, (k) => releaseAuditMonth(k, asked()))
    console.log(`已把 ${month} 的 ${rows} 条移出数据库，今后只在 ${file} 里。政策的修改记录、企业的查阅记录里不再显示这段时间`)
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
  const denied = (error as { code?: string }).code === '42501'
  if (denied) console.error('DATABASE_URL 的账号不能移出审计日志，请设置 MIGRATE_URL（所有者的账号）')
  else
    console.error([ConfigError, DatabaseRefused, ReleaseRefused].some((known) => error instanceof known) ? (error as Error).message : error)
  process.exitCode = 1
}
