import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { expect, test } from './test.ts'

// Runs npm start like a user, on a separate folder. Without a browser: the process is under test (V-04, D-02).
let dataDir: string
const started: Start[] = []
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qifu-start-'))
})
test.afterAll(async () => {
  // SIGTERM instead of SIGKILL: start.mjs passes the signal on, while a killed one would leave its server running.
  for (const one of started) if (one.child.exitCode === null) one.child.kill('SIGTERM')
  await Promise.all(started.map((one) => one.ended))
  await rm(dataDir, { recursive: true, force: true })
})

type Start = { child: ChildProcess; said: () => string; ended: Promise<number | null> }

function start(env: NodeJS.ProcessEnv): Start {
  const child = spawn('node', ['scripts/start.mjs'], { env: { ...process.env, DATA_DIR: dataDir, DEMO_CAPTCHA: '', ...env } })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  const one = { child, said: () => text, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
  started.push(one)
  return one
}

/** The milliseconds until the home page answers. */
async function ready(port: number, limit: number): Promise<number> {
  const from = Date.now()
  while (Date.now() - from < limit) {
    const answer = await fetch(`http://127.0.0.1:${port}/page/home`).catch(() => undefined)
    if (answer?.ok) return Date.now() - from
    await sleep(25)
  }
  throw new Error(`not ready within ${limit} ms`)
}

test('reports all wrong settings at once, in Chinese', async () => {
  const wrong = start({ PORT: 'abc', PUBLIC_URL: 'nowhere', DATABASE_URL: 'mysql://x' })
  expect(await wrong.ended).not.toBe(0)
  for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL']) expect(wrong.said()).toContain(`· ${name}：`)
})

test('starts, refuses a second process on its folder, stops without cutting a request, and starts again within five seconds', async () => {
  const port = await freePort()
  const first = start({ PORT: String(port) })
  // The first start fills an embedded database with the demo data, beside the tests of the other worker.
  await ready(port, 180_000)
  expect(first.said()).toContain(`http://127.0.0.1:${port}`)
  expect(first.said()).toContain('admin1')
  // A setting that the next version of a library will refuse causes a warning now.
  expect(first.said()).not.toMatch(/deprecat/i)

  const second = start({ PORT: String(await freePort()) })
  expect(await second.ended).not.toBe(0)
  expect(second.said()).toMatch(/数据目录 .+ 正被另一个进程使用（进程号 \d+）/)

  let calls = 0,
    cut = 0,
    stopping = false
  const callers = Array.from({ length: 8 }, async () => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/page/home`).catch((error) => error.cause as NodeJS.ErrnoException)
      if (answer instanceof Response) {
        calls += 1
        const whole = await answer.text().then(
          (text) => text.includes('</html>') || answer.status === 503,
          () => false,
        )
        if (!whole) cut += 1
      } else if (stopping && answer.code === 'ECONNREFUSED') return
      else if (!stopping) cut += 1
    }
  })
  while (calls <= 20) await sleep(25)
  stopping = true
  const from = Date.now()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(Date.now() - from).toBeLessThan(10_000)
  await Promise.all(callers)
  expect(cut).toBe(0)
  expect(existsSync(join(dataDir, 'db/qifu.pid'))).toBe(false)

  const again = start({ PORT: String(port) })
  // The limit of five seconds is for an idle machine; here a browser works at the same time, so it grows with the load.
  expect(await ready(port, 60_000)).toBeLessThan(5000 * Math.max(1, loadavg()[0]! / availableParallelism()))
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
