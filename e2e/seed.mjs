// Before the browser tests: builds what changed and seeds one folder (E2E_DATA/seed). The server of each worker starts on a copy of it
// (test.ts).
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, node, run, stop } from '../scripts/bootstrap.mjs'

export const folder = (name) => join(process.env.E2E_DATA, name)
/** The compiled modules are kept for all servers and their threads: a matching thread takes 170 ms of processor time instead of 390. */
export const compiled = { NODE_COMPILE_CACHE: folder('compiled') }
export const settings = { NODE_ENV: 'production', DEMO: '1', DEMO_CAPTCHA: 'e2e9', LOG_LEVEL: 'warn', ...compiled }

export default async function seed() {
  if (process.env.E2E_BASE_URL) return
  await install()
  await build()
  mkdirSync(folder('seed'))
  if ((await run(node, ['scripts/seed.ts'], { env: { ...settings, DATA_DIR: folder('seed') } })) !== 0) stop('示例数据没有写入。')
}
