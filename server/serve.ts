import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { seed } from '../seed/index.ts'
import { createApp, type App } from './app.ts'
import { answerBackups } from './backup-socket.ts'
import { demoAccounts } from './identity/index.ts'
import { ConfigError, isLoopback, type Config } from './kernel/config.ts'
import { undeclaredProxy } from './kernel/operations/undeclared-proxy.ts'
import { listenWidely } from './kernel/http/open-port.ts'
import { createLog } from './kernel/log.ts'
import { leave } from './kernel/operations/index.ts'
import { openPrepared } from './prepare-database.ts'

/** Opens the database, migrates, seeds and listens; SIGINT and SIGTERM end the process. Throws DatabaseRefused and ConfigError. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config)
  mkdirSync(config.DATA_DIR, { recursive: true })
  const database = await openPrepared(config, log, config.DATABASE_POOL)
  const app = await createApp(config, database, { log, pages: true })
  await seed(app.kernel)
  await refuseDemoAccounts(app)
  await answerBackups(app.kernel)
  const address = await listenWidely(app.http, { host: config.HOST, port: config.PORT })
  announce(config, address)
  const proxy = undeclaredProxy(config)
  if (proxy) log.warn(proxy)
  let closing = false
  const stop = (signal: string) => {
    if (closing) return
    closing = true
    log.info({ signal }, '正在停止')
    setTimeout(() => process.exit(1), 10_000).unref()
    leave(app.kernel)
    // New calls are still answered during the delay, so that a load balancer has time to notice.
    void sleep(config.STOP_DELAY)
      .then(() => app.close())
      .then(() => database.close())
      .then(
        () => process.exit(0),
        (e: unknown) => {
          log.error(e)
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

/** A database with demo accounts must not be used in production. Throws ConfigError that names them. */
async function refuseDemoAccounts({ kernel }: App): Promise<void> {
  if (kernel.config.DEMO) return
  const found = await demoAccounts(kernel.db)
  if (found.length > 0)
    throw new ConfigError([
      `数据库中有启用的演示账号：${found.join('、')}。正式环境请换用新的数据库，或先用 npm run user -- disable --user 登录名 逐个停用`,
    ])
}

function announce(config: Config, address: string): void {
  const url = config.PUBLIC_URL ?? address
  console.log(`\n${config.SITE_NAME} 已启动：${url}`)
  if (!config.DEMO) return
  console.log(`演示账号（密码均为 Qifu@2026）：
  企业 qy1、qy2、qy3 · 个人 gr1、gr2（在门户点“企业登录”选择，或在 ${url}/login 输入）
  受理 front1 · 部门审核 dept1 至 dept6 · 财政 fin1 · 诉求受理 appeal1 · 培训 train1、train2 · 政策编辑 editor1 · 领导 leader1
  系统管理员 admin1 · 安全管理员 security1、security2 · 审计管理员 audit1`)
  if (!isLoopback(config.HOST)) console.log('提示：演示模式正在监听非本机地址，请勿用于正式环境。')
}
