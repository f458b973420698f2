import type { FastifyInstance } from 'fastify'
import { stopSealing } from '../audit/audit-chain.ts'
import { maintain, type Db } from '../db/index.ts'
import { WatchedPool } from '../db/watched-pool.ts'
import { eventsOf, publishAll, subscribe } from '../jobs/events.ts'
import { sweepTemporary } from '../files/files.ts'
import { jobsOf, recurring } from '../jobs/jobs.ts'
import type { Kernel } from '../kernel.ts'
import { startPush } from '../push/push.ts'
import { registerOperations } from '../operations/index.ts'
import { offerKernelPersonalData } from '../access/personal-tables.ts'
import { rotatePii } from '../access/pii-rotation.ts'

/**
 * Starts the kernel's background services. createApp calls it once, before the domains join; jobs and events begin when the app listens.
 */
export async function startServices(k: Kernel, http: FastifyInstance): Promise<void> {
  k.onClose(() => stopSealing(k))
  offerKernelPersonalData(k)
  // The embedded database admits one process per folder, so no temporary file is in use yet.
  if (k.engine === 'pglite') await sweepTemporary(k, 0)
  await registerOperations(http, k)
  startPush(k, http)
  const jobs = jobsOf(k)
  const events = eventsOf(k)
  recurring(k, { name: 'kernel.forget', title: '清理用过的限额与外发记录', cron: '17 * * * *' }, () => forgetExpired(k))
  recurring(k, { name: 'database.maintain', title: '整理数据库', cron: '11 3 * * *' }, () => maintain(k))
  recurring(k, { name: 'pii.rotate', title: '个人信息换用新密钥', cron: '47 2 * * *' }, async () => {
    const changed = await rotatePii(k)
    if (changed > 0) k.log.info({ changed }, 'personal fields sealed with the present key')
  })
  subscribe(k, 'pages', ({ prefix }) => k.purgePages(String(prefix)))
  // Not awaited, so that the first answer does not wait for the job queue.
  http.addHook('onListen', () => {
    if (k.pool instanceof WatchedPool) k.pool.watch()
    void events.listen()
    jobs.begin()
  })
  k.onClose(() => events.stop())
  k.onClose(() => jobs.stop())
}

/** Clears cached public pages under an address in every process, after the transaction `db` has committed. */
export const purgePagesAfter = (db: Db, prefix: string): Promise<void> => publishAll(db, [pagesPurged(prefix)])
/** The event by which every process clears its cached public pages under an address. */
export const pagesPurged = (prefix: string) => ({ topic: 'pages', data: { prefix } })

/** Deletes rows that are no longer needed: expired limits, old idempotency keys, delivered side effects. */
async function forgetExpired(k: Kernel): Promise<void> {
  const now = k.clock.now()
  await k.db.deleteFrom('rate_limit').where('expire', '<=', now.getTime()).execute()
  await k.db.deleteFrom('idempotency_key').where('expires_at', '<=', now.toISOString()).execute()
  await k.db
    .deleteFrom('outbox')
    .where('state', '=', 'done')
    .where('done_at', '<', new Date(now.getTime() - 30 * 86_400_000).toISOString())
    .execute()
}
