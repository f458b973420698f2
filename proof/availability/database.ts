import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, noFaults, type Finding } from '../finding.ts'
import { faultProxy } from '../fault-proxy.ts'
import type { ProofStage } from '../stage.ts'
import { homeAtNormalLoad, watchHome } from './home.ts'
import { DOCUMENT, LIMIT_MS, RECOVERY_MS, see, until, type Seen } from './probe.ts'

const PAGES = ['/page/home', '/page/policysearch']
const MARK = /<html data-stale="系统维护中，以下为 \d\d-\d\d \d\d:\d\d 的内容，恢复后自动更新"/

/** The database behind a proxy that fails, and the database server itself stopped by a signal. */
export async function databaseAway(stage: ProofStage): Promise<Finding[]> {
  // Its own cluster, because the databases of other checks must go on.
  const cluster = await stage.ownCluster()
  const direct = new URL(await cluster.database('away'))
  const wire = await faultProxy({ path: `${cluster.dir}/.s.PGSQL.5432` })
  stage.onEnd(() => wire.close())
  const database = `postgres://${direct.username}@127.0.0.1:${wire.port}${direct.pathname}`
  const app = await stage.app({ engine: 'postgres', database })
  const qy1 = await stage.asUser(app.base, 'qy1')

  const ready = async () =>
    (await see(app.base, '/sys/activeUser/info', { token: qy1.token })).status === 200 && (await see(app.base, '/readyz')).status === 200
  const findings: Finding[] = await homeAtNormalLoad(stage, app)
  const home = watchHome(app)
  // After a failure nobody else stops it.
  stage.onEnd(() => void home().catch(() => {}))
  const stop = (signal: NodeJS.Signals) => {
    // The backends are stopped too, because children of a stopped postmaster go on working.
    const { postmaster, children } = cluster.processes()
    for (const pid of [...children, postmaster]) process.kill(pid, signal)
  }
  const cases: [string, () => Promise<void> | void, () => Promise<void> | void][] = [
    ['停机', () => wire.become('down'), () => wire.become('none')],
    ['黑洞', () => wire.become('hole'), () => wire.become('none')],
    ['慢 2 秒', () => wire.become('slow'), () => wire.become('none')],
    ['重置', () => wire.become('reset'), () => wire.become('none')],
    ['挂起（SIGSTOP）', () => stop('SIGSTOP'), () => stop('SIGCONT')],
  ]
  for (const [what, begin, end] of stage.scale === 'short' ? cases.filter(([name]) => name === '黑洞') : cases) {
    stage.say(`database: ${what}`)
    for (const path of PAGES) await see(app.base, path, { headers: DOCUMENT })
    await begin()
    // Once at once, and again when the server has noticed the fault.
    const seen = await look(app.base, qy1.token)
    await sleep(stage.rounds(2500, 4000, 15_000))
    seen.push(...(await look(app.base, qy1.token)))
    const where = { id: 'V-05', engine: 'postgres' as const }
    // Seen red: without `watch()` of the pool: 20,003 ms.
    findings.push(
      atMost({ ...where, what: `数据库${what}：最慢的答复` }, Math.round(Math.max(...seen.map(({ ms }) => ms))), LIMIT_MS, ' ms'),
    )
    // Seen red: the marked copy was a 304 without a body, and a connection lost in somebody's hands ended the process.
    findings.push(
      noFaults({ ...where, what: `数据库${what}：接口 503 + Retry-After，页面为标明时间的旧副本` }, seen.flatMap(wrong), seen.length),
    )
    await end()
    const back = await until(ready)
    findings.push(atMost({ ...where, what: `数据库${what}：恢复，不重启` }, Math.round(back), RECOVERY_MS, ' ms'))
    const fresh = await until(() => unmarked(app.base))
    findings.push(
      atMost({ id: 'V-01', engine: 'postgres', what: `数据库${what}：页面恢复为新内容` }, Math.round(fresh), RECOVERY_MS, ' ms'),
    )
  }
  findings.push(...(await home()))
  findings.push(noFaults({ id: 'V-05', engine: 'postgres', what: '数据库故障后：同一进程，没有未处理的拒绝' }, await troubles(app), 1))
  await app.stop()
  return findings
}

/**
 * Requests of visitors and staff, all at once: pages seen before (with and without session), a page never seen, calls with and without
 * token.
 */
const look = (base: string, token: string): Promise<Seen[]> =>
  Promise.all([
    ...PAGES.map((path) => see(base, path, { headers: DOCUMENT })),
    see(base, '/page/home', { headers: { ...DOCUMENT, cookie: `token=${token}` } }),
    see(base, `/page/policyserver?code=never-${Math.random()}`, { headers: DOCUMENT }),
    see(base, '/work/enterprise', { headers: { ...DOCUMENT, cookie: `token=${token}` } }),
    see(base, `/pol/my/list?policyTitle=${Math.random()}`),
    see(base, '/sys/activeUser/info', { token }),
    see(base, '/dec/my/save', { token, body: { projectId: 1, formData: {} } }),
    see(base, '/sys/activeUser/getVerifiCode'),
  ])

function wrong({ path, status, answer }: Seen, at: number): string[] {
  const told = `${path} → ${status} ${answer?.text.slice(0, 120) ?? 'no answer'}`
  if (!answer) return [`${at} ${told}`]
  // A correct answer can still come from what this process caches for a second.
  if (PAGES.includes(path)) return status === 200 && (MARK.test(answer.text) || answer.headers.get('x-html-cache') === 'hit') ? [] : [told]
  if (path.startsWith('/page') || path.startsWith('/work'))
    return status === 503 || (status === 200 && path.startsWith('/work')) ? [] : [`${at} ${told}`]
  const said =
    status === 503 && answer.body.code === 'BUSY' && answer.body.msg === '系统繁忙，请稍后再试' && answer.headers.get('retry-after')
  return said || (status === 200 && answer.body.success) ? [] : [told]
}

const unmarked = async (base: string) => {
  const seen = await Promise.all(PAGES.map((path) => see(base, path, { headers: DOCUMENT })))
  return seen.every(({ status, answer }) => status === 200 && !MARK.test(answer!.text))
}

async function troubles(app: { process: { exitCode: number | null }; log(): Promise<string> }): Promise<string[]> {
  const log = await app.log()
  return [
    ...(app.process.exitCode === null ? [] : [`the process ended with ${app.process.exitCode}`]),
    ...(log.match(/unhandledRejection.*|uncaughtException.*/g) ?? []),
  ]
}
