// npm start: installs, builds and runs the platform; demo mode unless DEMO=0.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build, checkHost, install, node, root, withOwnNode } from './bootstrap.mjs'

checkHost()
await install()
await build()

const server = spawn(node, ['server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withOwnNode({ NODE_ENV: 'production', DEMO: process.env.DEMO ?? '1' }),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
