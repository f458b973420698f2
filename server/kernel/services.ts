import type { FastifyInstance } from 'fastify'
import { stopSealing } from './audit-chain.ts'
import type { Kernel } from './kernel.ts'

/** What the kernel runs beside requests. Called once by createApp, before the domains join. */
export async function startServices(k: Kernel, http: FastifyInstance): Promise<void> {
  void http
  k.onClose(() => stopSealing(k))
}
