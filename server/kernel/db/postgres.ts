import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { DatabaseRefused, type DbLog } from './types.ts'
import { WatchedPool } from './watched-pool.ts'

const STATEMENT_TIMEOUT_MS = 5000

/** Opens a pool on a PostgreSQL server after checking version, encoding and durability. Throws DatabaseRefused that lists all faults. */
export async function openPostgres(url: string, max: number, log: DbLog): Promise<{ pool: pg.Pool }> {
  const pool = new WatchedPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'qifu',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    // JIT compilation takes 20 ms per run; the statements themselves take milliseconds.
    options: '-c timezone=UTC -c jit=off',
  })
  pool.on('error', (error) => log.error(`idle database connection: ${error.message}`))
  const states: EventEmitter = pool
  states.on('away', () => log.error('数据库没有应答，恢复前的请求立即答复繁忙'))
  states.on('back', () => log.warn('数据库已恢复应答'))
  try {
    await refuseUnfit(pool)
  } catch (error) {
    await pool.end()
    if (error instanceof DatabaseRefused) throw error
    throw new DatabaseRefused(`无法连接数据库 ${withoutPassword(url)}：${error instanceof Error ? error.message || error.name : error}`, {
      cause: error,
    })
  }
  return { pool }
}

async function refuseUnfit(pool: pg.Pool): Promise<void> {
  const {
    rows: [is],
  } = await pool.query<Record<string, string>>(`select current_setting('server_version_num')::int >= 150000 as fit_version,
    current_setting('server_version') as version, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
    (select datctype from pg_database where datname = current_database()) as ctype`)
  const wrong: string[] = []
  if (!is!.fit_version) wrong.push(`PostgreSQL 版本须为 15 或更高，当前为 ${is!.version}`)
  if (is!.encoding !== 'UTF8') wrong.push(`数据库编码须为 UTF8，当前为 ${is!.encoding}`)
  if (/^(C|POSIX)$/.test(is!.ctype!)) wrong.push(`数据库 LC_CTYPE 须为 C.UTF-8 等 UTF-8 区域，当前为 ${is!.ctype}（中文相似检索会失效）`)
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (is![name] === 'off') wrong.push(`${name} 已关闭，断电会丢失已提交的数据，须打开`)
  }
  if (wrong.length) throw new DatabaseRefused(`数据库不符合要求：${wrong.join('；')}`)
}

function withoutPassword(url: string): string {
  const at = url.lastIndexOf('@')
  const colon = url.indexOf(':', url.indexOf('//') + 2)
  return colon > 0 && colon < at ? `${url.slice(0, colon)}:***${url.slice(at)}` : url
}
