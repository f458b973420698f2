import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { exactly, noFaults, notRunHere, type Finding } from '../finding.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { Part, ProofApp, ProofStage } from '../stage.ts'
import { hasNginx, startNginx, type Front } from './nginx.ts'
import { twoRoles } from './two-roles.ts'

/** The delivered deploy/nginx.conf in front of two processes on one PostgreSQL (docs/operations.md; V-04, X-04, A-03), and the two roles of the database (L-02). */
export const part: Part = {
  name: 'deploy',
  run: async (stage) => {
    if (!stage.engines.includes('postgres'))
      return [
        notRunHere({ id: 'V-04', what: 'deploy/nginx.conf 在两个进程之前' }, 'PostgreSQL'),
        notRunHere({ id: 'L-02', what: '运行网站的账号不能改动审计日志' }, 'PostgreSQL'),
      ]
    const roles = await twoRoles(stage)
    if (!hasNginx()) return [...roles, notRunHere({ id: 'V-04', what: 'deploy/nginx.conf 在两个进程之前' }, 'nginx')]
    const database = await stage.database()
    const ports = [await freePort(), await freePort()]
    const start = (at: number) =>
      stage.app({ engine: 'postgres', database, env: { PORT: String(ports[at]), PUBLIC_URL: 'https://127.0.0.1', LOG_LEVEL: 'warn' } })
    const apps = await Promise.all([start(0), start(1)])
    const front = await startNginx(join(stage.dir, 'nginx'), ports)
    stage.onEnd(() => front.close())
    return [...roles, ...(await answers(front)), await address(front, database), await rolled(stage, front, apps, start)]
  },
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** One request over TLS; the check has its own certificate. Status 0: the connection was cut. */
function ask(
  url: string,
  { method = 'GET', body, headers = {}, agent }: { method?: string; body?: string; headers?: Record<string, string>; agent?: Agent } = {},
) {
  return new Promise<Answer>((resolve) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, rejectUnauthorized: false, agent, headers: { ...json, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('close', () =>
        resolve({ status: answer.complete ? answer.statusCode! : 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', (error) => resolve({ status: 0, headers: {}, text: String(error) }))
    sent.end(body)
  })
}

async function answers(front: Front): Promise<Finding[]> {
  const faults: string[] = []
  const want = (what: string, ok: boolean, seen: unknown) => {
    if (!ok) faults.push(`${what}：${String(seen).slice(0, 200)}`)
  }
  const led = await fetch(`${front.plain}/page/home?a=1`, { redirect: 'manual' })
  want(
    'http 转到 https 的同一页',
    led.status === 308 && led.headers.get('location') === `${front.base}/page/home?a=1`,
    led.headers.get('location'),
  )
  const home = await ask(`${front.base}/page/home`, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } })
  want('首页', home.status === 200 && home.text.includes('企业综合服务平台'), home.status)
  want('HSTS', Boolean(home.headers['strict-transport-security']), home.headers['strict-transport-security'])
  want('不说出服务器', !/nginx\//.test(String(home.headers.server)), home.headers.server)
  const scripts = [...new Set([...home.text.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path))]
  const files = await Promise.all(scripts.map((path) => ask(front.base + path, { headers: { 'accept-encoding': 'br' } })))
  const kept = files.filter(({ headers }) => /immutable/.test(String(headers['cache-control'])))
  const packed = files.filter(({ headers }) => headers['content-encoding'] === 'br')
  want('脚本留存、大的压缩', kept.length === files.length && packed.length > 0, `${kept.length}、${packed.length} / ${files.length}`)
  const large = await ask(`${front.base}/corp/policyCalculator/calculate`, {
    method: 'POST',
    body: JSON.stringify({ answers: 'x'.repeat(2 << 20) }),
  })
  want('过大的请求由平台以自己的话拒绝', large.status === 413 && large.text.includes('TOO_LARGE'), `${large.status} ${large.text}`)
  // Seen red: without error_page of deploy/nginx.conf the English page of nginx.
  const long = await ask(`${front.base}/page/search?q=${'a'.repeat(50_000)}`, { headers: { accept: 'text/html' } })
  want('太长的地址有中文的页面', long.status === 414 && long.text.includes('<h1>地址太长</h1>'), `${long.status} ${long.text}`)
  want('HTTP/2', (await overHttp2(front.base)) === 200, 'h2')
  return [noFaults({ id: 'X-04', engine: 'postgres', what: 'nginx（deploy/nginx.conf）：转向、HTTP/2、HSTS、压缩与留存、大小' }, faults, 8)]
}

const overHttp2 = (base: string) =>
  new Promise<number>((resolve, reject) => {
    const session = connect(base, { rejectUnauthorized: false }).on('error', reject)
    const stream = session.request({ ':path': '/page/home', accept: 'text/html' })
    stream.on('response', (headers) => {
      resolve(Number(headers[':status']))
      stream.close()
      session.close()
    })
    stream.on('error', reject).end()
  })

/** A client that claims another address is counted by the address that nginx saw. */
async function address(front: Front, database: string): Promise<Finding> {
  const path = `/page/home?proof=${Date.now()}`
  await ask(`${front.base}/sys/log/saveLog`, {
    method: 'POST',
    body: JSON.stringify({ routerName: path, pageTitle: '部署的证明' }),
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' },
  })
  const client = new pg.Client(database)
  await client.connect()
  try {
    let seen = ''
    for (let left = 50; left > 0 && !seen; left--) {
      const { rows } = await client.query(`select host(ip::inet) as ip from visit_log where page_title = '部署的证明'`)
      seen = rows[0]?.ip ?? ''
      if (!seen) await sleep(100)
    }
    return exactly({ id: 'A-03', engine: 'postgres', what: '自称的来源地址不算，记下的是 nginx 看到的' }, seen, '127.0.0.1')
  } finally {
    await client.end()
  }
}

/** Both processes are replaced one after the other while people read and send: no request may be lost, whatever its method. */
async function rolled(stage: ProofStage, front: Front, apps: ProofApp[], start: (at: number) => Promise<ProofApp>): Promise<Finding> {
  const faults: string[] = []
  let answered = 0
  let over = false
  const calculate = JSON.stringify({ answers: { enterpriseScale: 'small' } })
  const people = Array.from({ length: 6 }, async (_, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    for (let turn = 0; !over; turn++) {
      const [method, path] = (
        [
          ['GET', '/page/home'],
          ['POST', '/corp/policyCalculator/calculate'],
          ['GET', `/pol/my/list?policyTitle=${n}${turn}`],
        ] as const
      )[turn % 3]!
      const answer = await ask(front.base + path, {
        method,
        agent,
        headers: { accept: '*/*' },
        ...(method === 'POST' ? { body: calculate } : {}),
      })
      if (answer.status === 200) answered += 1
      else faults.push(`${method} ${path} → ${answer.status} ${answer.text.slice(0, 120)}`)
      // Slow enough for the limit per address, which all visitors here share.
      await sleep(400)
    }
    agent.destroy()
  })
  for (let round = 0; round < stage.rounds(1, 2, 5); round++)
    for (const at of [0, 1]) {
      await sleep(500)
      const code = await apps[at]!.stop()
      if (code !== 0) faults.push(`exit ${code}`)
      apps[at] = await start(at)
      // The condition that deploy/rolling-restart.sh waits for; then fail_timeout of nginx.conf, after which nginx uses the process again.
      while ((await fetch(`${apps[at]!.base}/readyz`)).status !== 200) await sleep(100)
      await sleep(2500)
    }
  over = true
  await Promise.all(people)
  return noFaults({ id: 'V-04', engine: 'postgres', what: '经 nginx 逐个重启两个进程，没有一个请求（GET 与 POST）丢失' }, faults, answered)
}
