// The servers of the browser tests: one for each worker, so that two of them never change each other's data. The folder is seeded once and
// copied. Takes E2E_PORTS (`port/administration port`, one pair a server) and E2E_DATA (a folder of its own); tells when all of them answer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, install, node, root, run, stop, withOwnNode } from '../scripts/bootstrap.mjs'

const settings = {
  NODE_ENV: 'production',
  DEMO: '1',
  DEMO_CAPTCHA: 'e2e9',
  LOG_LEVEL: 'warn',
}
const ports = process.env.E2E_PORTS.split(',').map((pair) => pair.split('/'))
const folder = (place) => join(process.env.E2E_DATA, String(place))

await install()
await build()
mkdirSync(folder(0))
if ((await run(node, ['scripts/seed.ts'], { env: { ...settings, DATA_DIR: folder(0) } })) !== 0) stop('示例数据没有写入。')
// At once: file by file in the background takes ten times the processor time for the files of an embedded database.
for (const place of ports.keys()) if (place > 0) cpSync(folder(0), folder(place), { recursive: true })

const servers = ports.map(([PORT, ADMIN_PORT], place) =>
  spawn(node, ['server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: withOwnNode({ ...settings, PORT, ADMIN_PORT, DATA_DIR: folder(place) }),
  }),
)
const running = (server) => server.exitCode === null && server.signalCode === null
let stopping = false
const end = async (code) => {
  stopping = true
  await Promise.all(
    servers.filter(running).map((server) => {
      const over = once(server, 'exit')
      server.kill('SIGTERM')
      return over
    }),
  )
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void end(0))
for (const server of servers)
  server.once('exit', () => {
    if (!stopping) void end(1)
  })

for (const [port] of ports)
  while (!stopping && !(await fetch(`http://127.0.0.1:${port}/page/home`).catch(() => undefined))?.ok) await sleep(100)
console.log(`${ports.length} servers answer`)
