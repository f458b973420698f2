/** npm run dev: the whole product with hot module replacement for pages; a change of a server file restarts it. */
import { spawn } from 'node:child_process'

const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { DEMO: '1', ...process.env, NODE_ENV: 'development' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
