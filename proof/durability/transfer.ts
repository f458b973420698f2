import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { withContent } from '../../transfer/load.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { atMost, noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { ask } from '../user.ts'
import { openLedger } from './ledger.ts'
import { startAll } from './people.ts'
import { verify } from './verify.ts'

const SECRET_KEY = 'test-only-0123456789abcdefghijklmnop'
const run = promisify(execFile)
/** Runs a documented command as an operator does. */
const command = (name: string, args: string[], env: Record<string, string>) =>
  run(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH!, DEMO: '1', SECRET_KEY, LOG_LEVEL: 'silent', ...env },
  }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr?: string; stdout?: string }) => Promise.reject(new Error(`${name}: ${error.stderr || error.stdout || error}`)),
  )

/** a backup while people write, a restore into an empty place, and a server that runs there with all data acknowledged before. */
export async function backupDrill(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const app = await stage.app({ engine })
  const ledger = openLedger(join(stage.dir, `backup-${engine}`))
  const writers = await startAll(stage, app, ledger)
  for (let tries = 0; ledger.entries().length < 5 && tries < 200; tries++) await sleep(50)
  const before = ledger.entries()
  const folder = join(stage.dir, `backup-of-${engine}`)
  const from = performance.now()
  await command('backup', [folder], { DATA_DIR: app.dataDir, ...(app.database ? { DATABASE_URL: app.database } : {}) }).catch(
    (error: Error) => {
      // The seeded copies contain rows of files that only their template has; the command reports these files as missing.
      if (!error.message.includes('缺失')) throw error
    },
  )
  const during = ledger.entries().length - before.length
  await writers.stop()
  ledger.close()
  await app.stop('SIGKILL')
  const dataDir = join(stage.dir, `restored-${engine}`)
  await mkdir(dataDir)
  const url = engine === 'postgres' ? await emptyDatabase(stage, 'restored') : undefined
  await command('restore', [folder], { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) })
  const { faults, acknowledged } = await verify({ url, dataDir }, before)
  const again = await stage.app({ engine, dataDir, ...(url ? { database: url } : {}) })
  const home = await ask(again.base, '/page/home', { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } })
  if (home.status !== 200) faults.push(`home page of the restored platform: ${home.status}`)
  await stage.asUser(again.base, 'qy1').catch((error: Error) => faults.push(`log-in on the restored platform: ${error.message}`))
  await again.stop()
  const seconds = Math.round((performance.now() - from) / 1000)
  return [
    noFaults(
      { id: 'Q-01', engine, what: `写入中备份（其间另有 ${during} 次写入），恢复到空库：逐表核对，备份前确认的都在` },
      faults,
      acknowledged,
    ),
    atMost({ id: 'Q-01', engine, what: '备份、恢复到能够服务' }, seconds, 900, ' s'),
  ]
}

/**
 * The move from the embedded database to PostgreSQL: row counts and checksums of every table are equal, and the platform continues there
 * with its sessions.
 */
export async function moveDrill(stage: ProofStage): Promise<Finding[]> {
  const app = await stage.app({ engine: 'pglite' })
  const gr1 = await stage.asUser(app.base, 'gr1')
  await app.stop()
  const url = await emptyDatabase(stage, 'moved')
  await command('move', ['--to', url], { DATA_DIR: app.dataDir })
  const [old, now] = [await marksOf({ dataDir: app.dataDir }), await marksOf({ dataDir: app.dataDir, url })]
  const faults = Object.keys(old)
    .filter((table) => table !== 'outbox' && JSON.stringify(old[table]) !== JSON.stringify(now[table]))
    .map((table) => `${table}: ${JSON.stringify(old[table])} → ${JSON.stringify(now[table])}`)
  const again = await command('move', ['--to', url], { DATA_DIR: app.dataDir }).catch((error: Error) => error.message)
  if (!again.includes('目标数据库已被使用过')) faults.push(`a second move: ${again}`)
  const moved = await stage.app({ engine: 'postgres', database: url, dataDir: app.dataDir })
  const info = await ask(moved.base, '/sys/activeUser/info', { token: gr1.token })
  if (info.status !== 200) faults.push(`session of before the move: ${info.status}`)
  await moved.stop()
  return [
    noFaults(
      { id: 'Q-01', engine: 'postgres', what: '内嵌库迁到 PostgreSQL：逐表行数与校验和相等，会话继续有效' },
      faults,
      Object.keys(old).length,
    ),
  ]
}

async function emptyDatabase(stage: ProofStage, name: string): Promise<string> {
  const cluster = await stage.postgres()
  await cluster.admin(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`)
  return cluster.url(name)
}

async function marksOf(target: { url?: string; dataDir: string }) {
  const opened = await openDatabase({ ...target, log: testLog })
  return withContent(opened.db, ({ marks }) => Promise.resolve(marks)).finally(opened.close)
}
