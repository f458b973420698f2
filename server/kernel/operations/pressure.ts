import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { busy } from '../errors.ts'

const MAX_DELAY_MS = 1000
/** A short stall is no overload. */
const LASTING_MS = 2000
/** V-06: log-in and declaring are refused last. */
const SHED_LAST = /^\/(sys\/activeUser|dec|files\/upload|healthz|readyz)/
const LAST_FACTOR = 3

/** Answers 503 and Retry-After while the event loop has been late for two seconds, instead of answering everybody too late. */
export async function registerShedding(http: FastifyInstance): Promise<void> {
  const lasting = overloadTracker(LASTING_MS)
  await http.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: 500,
    exposeStatusRoute: false,
    pressureHandler: (request: FastifyRequest, _reply: unknown, _type: string, value: number | undefined) => {
      if (!lasting(Date.now())) return
      if (SHED_LAST.test(request.url) && (value ?? 0) < MAX_DELAY_MS * LAST_FACTOR) return
      throw busy(5)
    },
  })
}

/** True when pressure has been reported without a pause of more than `lastingMs` for at least `lastingMs`. */
export function overloadTracker(lastingMs: number): (now: number) => boolean {
  let since = 0,
    last = Number.NEGATIVE_INFINITY
  return (now) => {
    if (now - last > lastingMs) since = now
    last = now
    return now - since >= lastingMs
  }
}
