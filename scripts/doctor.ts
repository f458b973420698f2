// npm run doctor: reports in Chinese which parts of the environment are in order and which are not; the exit code is not 0 when one is not.
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import pino from 'pino'
import { pendingMigrations } from '../db/migrate.ts'
import { checkAnchoredAudit } from '../server/kernel/audit/audit-anchors.ts'
import { lateColumns } from '../server/content/late-columns.ts'
import { ConfigError, loadConfig, type Config } from '../server/kernel/config.ts'
import { undeclaredProxy } from '../server/kernel/operations/undeclared-proxy.ts'
import { rightsOverAudit } from '../server/kernel/db/application-role.ts'
import { DatabaseRefused, openDatabase } from '../server/kernel/db/index.ts'
import { pdfFont } from '../server/kernel/pdf/font.ts'
import { masterSecret, previousSecrets } from '../server/kernel/access/secrets.ts'

const EMBEDDED_SIZE_WARNING = 500e6,
  FREE_SPACE_WARNING = 1e9
let failed = false
const good = (text: string) => console.log(`✓ ${text}`)
const hint = (text: string) => console.log(`! ${text}`)
const bad = (text: string) => {
  failed = true
  console.log(`✗ ${text}`)
}
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const reason = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

function checkNode(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) good(`Node.js ${process.version}`)
  else bad(`Node.js ${process.version}：须为 24，请用 npm run doctor 运行，不要直接用系统的 node`)
}

const folderSize = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0)

function checkFolders({ DATA_DIR, DATABASE_URL }: Config): void {
  const folder = resolve(DATA_DIR)
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  try {
    accessSync(there, constants.W_OK)
    good(`数据目录 ${folder}${there === folder ? '' : '（首次启动时创建）'} 可写`)
  } catch {
    bad(`数据目录 ${folder} 不可写`)
  }
  const { bavail, bsize } = statfsSync(there)
  if (bavail * bsize < FREE_SPACE_WARNING) bad(`数据目录所在磁盘只剩 ${megabytes(bavail * bsize)}`)
  else good(`磁盘剩余 ${megabytes(bavail * bsize)}`)
  const embedded = join(folder, 'db')
  if (DATABASE_URL || !existsSync(embedded)) return
  const size = folderSize(embedded)
  if (size > EMBEDDED_SIZE_WARNING) hint(`内嵌数据库已有 ${megabytes(size)}，建议改用 PostgreSQL（设置 DATABASE_URL）`)
  else good(`内嵌数据库 ${megabytes(size)}`)
}

async function checkDatabase(config: Config): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = config
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'db'))) return good('内嵌数据库将在首次启动时创建')
  try {
    const opened = await openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR, poolMax: 1, log: pino({ level: 'silent' }) })
    const { rows } = await opened.pool.query<{ server_version: string }>('show server_version')
    const pending = await pendingMigrations(opened.db)
    const chain = pending.length
      ? null
      : await checkAnchoredAudit({ db: opened.db, secret: masterSecret(config), previousSecrets: previousSecrets(config) }, DATA_DIR)
    const over = opened.engine === 'postgres' && !pending.length ? await rightsOverAudit(opened.pool) : null
    const late = pending.length ? [] : await lateColumns(opened.db)
    await opened.close()
    for (const { name, days } of late) hint(`资讯栏目“${name}”超过更新期限 ${days} 天`)
    good(`数据库可用（${opened.engine === 'pglite' ? '内嵌' : 'PostgreSQL'} ${rows[0]?.server_version}）`)
    if (over?.beyond.length === 0) good(`数据库账号 ${over.role} 对审计日志只能读取和新增`)
    else if (over) hint(`数据库账号 ${over.role} ${over.beyond.join('、')}；正式环境请分成两个账号（docs/operations.md 第二节）`)
    if (pending.length) hint(`待应用的迁移：${pending.join('、')}（启动时自动应用）`)
    if (chain?.ok) good(`审计链完整（${chain.checked} 条，待链接 ${chain.unsealed} 条，经过 ${chain.anchors} 个每日的锚）`)
    else if (chain?.firstBad)
      bad(`审计链异常：第 ${chain.firstBad.sealNo} 条起，${chain.firstBad.reason}（记录编号 ${chain.firstBad.id ?? '缺失'}）`)
  } catch (error) {
    if (error instanceof DatabaseRefused && !DATABASE_URL) hint(error.message)
    else bad(reason(error))
  }
}

function checkAddress(config: Config): void {
  const { PUBLIC_URL, DEMO } = config
  if (!PUBLIC_URL) hint('未设置 PUBLIC_URL，链接与 Cookie 按监听地址处理')
  else if (!DEMO && !PUBLIC_URL.startsWith('https://')) bad(`PUBLIC_URL ${PUBLIC_URL} 不是 https，令牌会以明文传输`)
  else good(`对外地址 ${PUBLIC_URL}`)
  const proxy = undeclaredProxy(config)
  if (proxy) hint(proxy)
}

async function checkStore(config: Config): Promise<void> {
  if (!config.S3_ENDPOINT) return good('文件存放在本地数据目录')
  const client = new S3Client({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: config.S3_ACCESS_KEY ?? '', secretAccessKey: config.S3_SECRET_KEY ?? '' },
  })
  try {
    await client.send(new HeadBucketCommand({ Bucket: config.S3_BUCKET }), { abortSignal: AbortSignal.timeout(5000) })
    good(`对象存储 ${config.S3_ENDPOINT} 的存储桶 ${config.S3_BUCKET} 可用`)
  } catch (error) {
    bad(`对象存储 ${config.S3_ENDPOINT} 的存储桶 ${config.S3_BUCKET} 不可用：${reason(error)}`)
  }
}

function checkFont(config: Config): void {
  const font = pdfFont(config)
  if (font) good(`证书 PDF 用的中文字体 ${font}`)
  else
    hint(
      config.PDF_FONT
        ? `PDF_FONT ${config.PDF_FONT} 不存在，证书只能打印`
        : '没有找到中文字体（fonts-noto-cjk），证书只能打印，不能下载 PDF',
    )
}

/** Uploading users do not learn it, but the operators of the platform must know (U-06). */
async function checkScanner({ SCANNER }: Config): Promise<void> {
  if (!SCANNER) return hint('未设置 SCANNER（clamd 主机:端口），上传的文件不做病毒扫描')
  const [host, port] = SCANNER.split(':') as [string, string]
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect({ host, port: Number(port), timeout: 5000 })
    socket.on('data', (part) => {
      text += part.toString('latin1')
    })
    socket.on('error', (error) => resolve(reason(error)))
    socket.on('timeout', () => socket.destroy(new Error('五秒内没有答复')))
    socket.on('close', () => resolve(text))
    socket.write('zPING\0')
  })
  if (said.startsWith('PONG')) good(`扫描器 ${SCANNER} 可用`)
  else bad(`扫描器 ${SCANNER} 不可用，上传的文件将一直不能下载：${said || '没有答复'}`)
}

checkNode()
try {
  const config = loadConfig({ ...process.env, DEMO: process.env.DEMO ?? '1' })
  good(config.DEMO ? '演示模式（DEMO=1）' : '正式模式（DEMO=0）')
  checkFolders(config)
  await checkDatabase(config)
  checkAddress(config)
  await checkStore(config)
  checkFont(config)
  await checkScanner(config)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  bad(error.message)
}
process.exit(failed ? 1 : 0)
