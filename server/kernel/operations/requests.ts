import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The path of a known route; an unknown address might hold a phone number or a token, which must not get into the log (L-04). */
const pathOf = (request: FastifyRequest) =>
  request.url
    .split('?', 1)[0]!
    .slice(0, 200)
    .replace(/\d{7,}|[\w-]{40,}/g, '***')

/** Logs one line per request: method, path without query, status, time, request id, user id; no sent data (L-04). */
export function registerRequestLog(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    }
    if (reply.statusCode >= 500 && !request.shed) request.log.warn(line, 'request')
    else if (request.shed || /^\/(assets|favicon|page\/__manifest)/.test(line.path)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
}

/** Warns at the first request that came through an undeclared proxy: without TRUST_PROXY all its visitors count as one address. */
export function registerProxyWarning(http: FastifyInstance, { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): void {
  let told = TRUST_PROXY.length > 0
  http.addHook('onRequest', (request, _reply, done) => {
    if (!told && (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined) {
      told = true
      request.log.warn({ proxy: request.ip }, '请求经由反向代理而来，但没有设置 TRUST_PROXY：所有访客会被当作同一个地址')
    }
    done()
  })
}

const BODY_MS = 30_000

/** A body that is not an upload must arrive within 30 s (I-08); the server's own limit allows uploads 180 s. */
export function registerBodyLimit(http: FastifyInstance, limitMs = BODY_MS): void {
  const waiting = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && !/^multipart\//i.test(request.headers['content-type'] ?? ''))
      waiting.set(request, setTimeout(() => request.raw.destroy(), limitMs).unref())
    done()
  })
  const arrived = (request: FastifyRequest) => {
    if (request.method === 'POST') clearTimeout(waiting.get(request))
  }
  http.addHook('preValidation', (request, _reply, done) => {
    arrived(request)
    done()
  })
  http.addHook('onResponse', (request, _reply, done) => {
    arrived(request)
    done()
  })
  http.addHook('onRequestAbort', (request, done) => {
    arrived(request)
    done()
  })
}
