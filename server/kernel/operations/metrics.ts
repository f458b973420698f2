import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { PUSH_TYPE } from '../../../contract/push-names.ts'
import type { Kernel } from '../kernel.ts'
import { streamsOf } from '../push/push.ts'

/** Prometheus metrics of this process: time and status per route, open tasks, waiting side effects, database connections, event loop and memory. */
export function collectMetrics(http: FastifyInstance, k: Kernel): Registry {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: '请求耗时',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  })
  http.addHook('onListen', () => {
    collectDefaultMetrics({ register: registry })
  })
  http.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as its page is open, so its duration says nothing.
    if (String(reply.getHeader('content-type')).startsWith(PUSH_TYPE)) return done()
    // Label with the route pattern: labels with addresses would create one series per address.
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  const counted = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        await collect(this).catch(() => {})
      },
    })
  counted('qifu_tasks', '进行中的任务', ['kind', 'state'], async (gauge) => {
    const rows = await k.db
      .selectFrom('task')
      .select((e) => ['kind', 'state', e.fn.countAll<number>().as('n')])
      .where('state', 'in', ['queued', 'running'])
      .groupBy(['kind', 'state'])
      .execute()
    for (const { kind, state, n } of rows) gauge.set({ kind, state }, n)
  })
  counted('qifu_outbox', '未送达的外发事项', ['state'], async (gauge) => {
    const rows = await k.db
      .selectFrom('outbox')
      .select((e) => ['state', e.fn.countAll<number>().as('n')])
      .where('state', '<>', 'done')
      .groupBy('state')
      .execute()
    for (const { state, n } of rows) gauge.set({ state }, n)
  })
  counted('qifu_pool', '数据库连接', ['state'], async (gauge) => {
    gauge.set({ state: 'open' }, k.pool.totalCount)
    gauge.set({ state: 'idle' }, k.pool.idleCount)
    gauge.set({ state: 'waiting' }, k.pool.waitingCount)
  })
  counted('qifu_streams', '实时提醒的连接', [], async (gauge) => gauge.set(streamsOf(k).count))
  k.onClose(() => registry.clear())
  return registry
}
