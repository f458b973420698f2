import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { SeededCluster } from '../../server/kernel/testing/seeded.ts'
import { noFaults, atLeast, type Engine, type Finding } from '../finding.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { ask } from '../user.ts'
import { openLedger } from './ledger.ts'
import { startAll } from './people.ts'
import { verify } from './verify.ts'

type Victim = 'app' | 'backend' | 'postmaster'

/** People write without pause while a process is killed with -9 again and again; then every acknowledged write is looked for. */
export async function killRounds(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const victims: Victim[] = engine === 'pglite' ? ['app'] : ['app', 'backend', 'postmaster']
  const ledger = openLedger(join(stage.dir, `ledger-${engine}`))
  const port = String(await freePort())
  // Its own cluster, because the databases of other checks must go on.
  const cluster = engine === 'pglite' ? undefined : await stage.ownCluster()
  const home = cluster
    ? { database: await cluster.database('kills'), dataDir: join(stage.dir, 'kills') }
    : { dataDir: await stage.folder() }
  const start = () => stage.app({ engine, ...home, env: { PORT: port, LOG_LEVEL: 'error' } })
  let app = await start()
  // Sessions are in the database, so the writers continue with their earlier tokens.
  const writers = await startAll(stage, app, ledger)
  const rounds = engine === 'pglite' ? stage.rounds(1, 4, 50) : stage.rounds(3, 9, 100)
  const troubles: string[] = []
  const findings: Finding[] = []
  if (engine === 'pglite')
    findings.push(
      await folderLock(stage, app, async () => {
        await app.stop('SIGKILL')
        app = await start()
      }),
    )
  for (let round = 0; round < rounds; round++) {
    const victim = victims[round % victims.length]!
    const before = ledger.entries().length
    // Each round needs acknowledged writes, because otherwise the kill would prove nothing.
    for (let tries = 0; ledger.entries().length < before + 3 && tries < 200; tries++) await sleep(50)
    await sleep(50 + Math.random() * 950)
    if (victim === 'app') {
      await app.stop('SIGKILL')
      app = await start()
    } else {
      await killServer(cluster!, home.database!, victim)
      if (app.process.exitCode !== null || app.process.signalCode !== null)
        troubles.push(`round ${round}: the app ended with the ${victim}`)
    }
  }
  await sleep(1500)
  await writers.stop()
  const stopped = await app.stop()
  if (stopped !== 0) troubles.push(`exit ${stopped}`)
  const { faults, acknowledged, audited } = await verify({ url: home.database, dataDir: home.dataDir }, ledger.entries())
  ledger.close()
  const id = engine === 'pglite' ? 'D-02' : 'D-01'
  const what = `${rounds} 次 kill -9（${victims.map((v) => ({ app: '应用', backend: '数据库连接进程', postmaster: '数据库' })[v]).join('、')}）`
  return [
    ...findings,
    noFaults({ id, engine, what: `${what}：已确认的写入都在且只有一份，没有半条记录，审计链完整` }, [...faults, ...troubles], acknowledged),
    atLeast({ id: 'L-03', engine, what: `${what}：审计链核对的行` }, audited, acknowledged > 0 ? 1 : Infinity),
  ]
}

async function killServer(cluster: SeededCluster, url: string, victim: Victim): Promise<void> {
  if (victim === 'backend') {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query(
      `select pid from pg_stat_activity where application_name = 'qifu' and datname = current_database() limit 1`,
    )
    await client.end()
    if (rows[0]) process.kill(rows[0].pid as number, 'SIGKILL')
  } else process.kill(cluster.processes().postmaster, 'SIGKILL')
  await sleep(200)
  await cluster.restart()
}

/**
 * D-02: only one process may use a folder; a second one is refused with the pid of the first. A lock left by kill -9 is taken over. People
 * write meanwhile.
 */
async function folderLock(stage: ProofStage, app: ProofApp, killAndStart: () => Promise<void>): Promise<Finding> {
  const faults: string[] = []
  const second = await refusedStart(stage, app)
  const told = new RegExp(`数据目录 .+ 正被另一个进程使用（进程号 ${app.pid}）`)
  if (!told.test(second)) faults.push(`second process: ${second.slice(-300)}`)
  if ((await ask(app.base, '/readyz')).status !== 200) faults.push('the first process suffered')
  await killAndStart()
  return noFaults({ id: 'D-02', engine: 'pglite', what: '第二个进程被拒并说出进程号；kill -9 留下的锁被接管' }, faults, 2)
}

const refusedStart = (stage: ProofStage, { dataDir }: ProofApp): Promise<string> =>
  stage.app({ engine: 'pglite', dataDir, within: 60_000 }).then(
    async (started) => {
      await started.stop('SIGKILL')
      return 'it started'
    },
    (error: Error & { log?: string }) => error.log ?? error.message,
  )
