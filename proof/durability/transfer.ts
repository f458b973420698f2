import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withContent } from '../../db/transfer/load.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { ask } from '../user.ts'

const SECRET_KEY = 'test-only-0123456789abcdefghijklmnop'
const run = promisify(execFile)
/** A documented command as an operator runs it. */
const command = (name: string, args: string[], env: Record<string, string>) =>
  run(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH!, DEMO: '1', SECRET_KEY, LOG_LEVEL: 'silent', ...env },
  }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr?: string; stdout?: string }) => Promise.reject(new Error(`${name}: ${error.stderr || error.stdout || error}`)),
  )

/** From the embedded database to PostgreSQL: counts and sums of every table are equal, and the platform goes on there with its sessions. */
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
