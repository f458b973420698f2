export { leave } from './health.ts'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { createAdmin } from './admin.ts'
import { countAnswers } from './answer-counts.ts'
import { registerHangUp } from './hang-up.ts'
import { registerHealth } from './health.ts'
import { collectMetrics } from './metrics.ts'
import { registerShedding } from './pressure.ts'
import { registerBodyLimit, registerProxyWarning, registerRequestLog } from './requests.ts'

/** What operators need: health, metrics, request log, load shedding, and the loopback listener on ADMIN_PORT (-1: none). */
export async function registerOperations(http: FastifyInstance, k: Kernel): Promise<{ admin: FastifyInstance }> {
  await registerShedding(http)
  registerRequestLog(http)
  countAnswers(http, k)
  registerProxyWarning(http, k.config)
  registerBodyLimit(http)
  registerHangUp(http)
  registerHealth(http, k)
  const admin = createAdmin(k, collectMetrics(http, k))
  if (k.config.ADMIN_PORT >= 0) {
    http.addHook('onListen', async () => {
      const address = await admin.listen({ host: '127.0.0.1', port: k.config.ADMIN_PORT })
      k.log.info({ address }, '指标与接口文档')
    })
  }
  k.onClose(() => admin.close())
  return { admin }
}
