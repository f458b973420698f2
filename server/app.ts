import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database } from '../db/schema.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import { loadConfig, type Config } from './kernel/config.ts'
import type { OpenedDatabase } from './kernel/db/index.ts'
import { sessionDead } from './kernel/errors.ts'
import { createHttp, mountEndpoints } from './kernel/http/http.ts'
import { listEndpoints, type EndpointRow } from './kernel/implement.ts'
import type { Kernel } from './kernel/kernel.ts'
import { bindKernel } from './kernel/kernel-of.ts'
import { createLog } from './kernel/log.ts'
import { masterSecret, previousSecrets } from './kernel/access/secrets.ts'
import { startServices } from './kernel/offers/services.ts'
import { registerSecurityHeaders } from './kernel/ssr/headers.ts'
import { modules } from './modules.ts'
import { siteConfig } from './site.ts'
import pg from 'pg'

export interface App {
  http: FastifyInstance
  kernel: Kernel
  close(): Promise<void>
}

/** Creates the application from its configuration, database and clock; it does not listen yet. Migrations must have run before. */
export async function createApp(
  config: Config,
  database: OpenedDatabase,
  options: { clock?: Clock; log?: FastifyBaseLogger; pages?: boolean } = {},
): Promise<App> {
  const log = options.log ?? createLog(config)
  const closers: (() => Promise<void> | void)[] = []
  const kernel: Kernel = {
    config,
    log,
    clock: options.clock ?? systemClock,
    db: database.db,
    pool: database.pool,
    engine: database.engine,
    secret: masterSecret(config),
    previousSecrets: previousSecrets(config),
    registry: new Map(),
    authenticate: () => Promise.reject(sessionDead()),
    actorOfSession: () => Promise.reject(sessionDead()),
    actorOfUser: () => Promise.resolve(null),
    goodTokens: () => Promise.resolve(new Set()),
    purgePages: () => {},
    mounts: [],
    onClose: (close) => {
      closers.unshift(close)
    },
  }
  bindKernel(kernel)
  const http = await createHttp(config, log)
  registerSecurityHeaders(http, config)
  await startServices(kernel, http)
  for (const join of modules) await join(kernel)
  mountEndpoints(http, kernel)
  for (const mount of kernel.mounts) await mount(http)
  if (options.pages ?? false) {
    const { registerPages } = await import('./kernel/ssr/index.ts')
    await registerPages(http, kernel, { site: siteConfig(config) })
  }
  return {
    http,
    kernel,
    close: async () => {
      await http.close()
      for (const close of closers) await close()
    },
  }
}

/** Lists the endpoints without a database (`npm run -s endpoints`). */
export async function describeApp(): Promise<EndpointRow[]> {
  const config = loadConfig({ DEMO: '1', LOG_LEVEL: 'silent', SECRET_KEY: 'describe-only-0123456789abcdefghij' })
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (d) => new PostgresIntrospector(d),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const app = await createApp(config, { db, pool: new pg.Pool(), engine: 'postgres', close: async () => {} }, { pages: false })
  return listEndpoints(app.kernel)
}
