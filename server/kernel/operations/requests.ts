import type { FastifyInstance, FastifyRequest } from 'fastify'

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0]!.slice(0, 200)

/** One line a request: method, path without query, status, time, request id, user id; nothing that was sent (L-04). */
export function registerRequestLog(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    }
    if (reply.statusCode >= 500) request.log.warn(line, 'request')
    else if (/^\/(assets|favicon|page\/__manifest)/.test(line.path)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}

const BODY_MS = 30_000

/** A body that is no upload must have arrived within 30 s (I-08); the server's own limit leaves uploads 180 s. */
export function registerBodyLimit(http: FastifyInstance, limitMs = BODY_MS): void {
  const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  http.addHook('onRequest', async (request) => {
    if (request.method !== 'POST' || /^multipart\//i.test(request.headers['content-type'] ?? '')) return
    waiting.set(request, setTimeout(() => request.raw.destroy(), limitMs).unref())
  })
  const arrived = async (request: FastifyRequest) => {
    clearTimeout(waiting.get(request))
  }
  http.addHook('preValidation', arrived)
  http.addHook('onResponse', arrived)
  http.addHook('onRequestAbort', arrived)
}
