// Before the browser tests: builds what changed and makes the demo data once. The server of each worker starts on a copy (own-data.ts).
import { join } from 'node:path'
import { build, install } from '../scripts/bootstrap.mjs'
import { findPostgres, startCluster } from '../server/kernel/testing/cluster.ts'
import { PREPARED_SECRET, preparedOrMade, readPrepared } from '../server/kernel/testing/prepared.ts'

export const folder = (name) => join(process.env.E2E_DATA, name)
/** The compiled modules are kept for all servers and their threads: a matching thread takes 170 ms of processor time instead of 390. */
export const compiled = { NODE_COMPILE_CACHE: readPrepared()?.compiled ?? folder('compiled') }
export const settings = {
  NODE_ENV: 'production',
  DEMO: '1',
  DEMO_CAPTCHA: 'e2e9',
  LOG_LEVEL: 'warn',
  SECRET_KEY: PREPARED_SECRET,
  ...compiled,
}

/**
 * On PostgreSQL where it is installed, because a server with an embedded database takes more processor time (ADR 0969). Returns what runs
 * after the tests.
 */
export default async function seed() {
  if (process.env.E2E_BASE_URL) return undefined
  await install()
  await build()
  const isInstalled = (await findPostgres()) !== undefined
  const { data, remove } = await preparedOrMade(isInstalled ? 'postgres' : 'pglite')
  if (!isInstalled) {
    process.env.E2E_TEMPLATE = data.template
    return remove
  }
  const cluster = await startCluster({}, data.cluster).catch((error) => remove().then(() => Promise.reject(error)))
  process.env.E2E_TEMPLATE = cluster.url('seeded')
  return () => cluster.stop().finally(remove)
}
