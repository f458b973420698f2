import type { FastifyInstance, FastifyRequest } from 'fastify'

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0]!.slice(0, 200)

/** One line a request: method, path without query, status, time, request id, user id; nothing that was sent (L-04). */
export function registerRequestLog(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const line = {
      reqId: request.id,
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
