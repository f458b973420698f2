import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { UPLOAD_LARGEST_MB } from '../../../contract/upload-kinds.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { checkAccess, type Actor } from '../actor.ts'
import { audit } from '../audit/audit.ts'
import { checkAddress, checkEncoding, registerBodyParsers } from './body-parsers.ts'
import { addressKey, callLimits, generalLimit } from './call-limits.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { isFile, perform, performInStretches } from '../implement.ts'
import type { Call, Kernel } from '../kernel.ts'
import { refuseClient } from '../operations/hang-up.ts'
import { asStream, wantsStream } from '../push/push.ts'
import { isDocument } from './is-document.ts'
import { requestIds } from './request-ids.ts'
import { refuseAddress, sendError } from './send-error.ts'
import { sendFile, sendJson, sendTagged } from '../answers/send-answer.ts'
import { sendSpoken } from './speak.ts'
import { securityHeaders } from '../ssr/headers.ts'
import { answerBytes, inPageOrder } from '../answers/wide-pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    token: string | null
    /** why the token was refused; thrown after the call has been counted by its address */
    refusal: AppError | null
    /** the raw body, for endpoints whose signature covers its bytes */
    sentBody?: string
  }
  interface FastifyContextConfig {
    keepsBody?: boolean
    /** reads a multipart body */
    receivesFiles?: boolean
  }
}

const documentConstraint = {
  name: 'document',
  storage: () => {
    const routes = new Map<unknown, unknown>()
    return {
      get: (key: unknown) => routes.get(key) ?? null,
      set: (key: unknown, value: unknown) => {
        routes.set(key, value)
      },
    }
  },
  deriveConstraint: (req: { headers: FastifyRequest['headers'] }) => (isDocument(req.headers) ? 'yes' : 'no'),
  mustMatchWhenDerived: false,
}

// The largest file plus one byte, so that a larger one is noticed; the file store applies the limit of each kind and account.
const UPLOAD_BYTES = (UPLOAD_LARGEST_MB << 20) + 1

/** Creates the Fastify instance with limits, parsers and the error envelope, without domain routes. */
export async function createHttp(config: Config, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const everywhere = securityHeaders(config)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1 << 20,
    // Uploads have 180 s; everything else 30 s (operations/requests.ts), headers 10 s (I-08).
    requestTimeout: 180_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
    connectionTimeout: 185_000,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    genReqId: requestIds(),
    frameworkErrors: (_error, request, reply) => refuseAddress(request, reply, everywhere),
    clientErrorHandler: (error, socket) => refuseClient(error, socket, everywhere),
    forceCloseConnections: 'idle',
    // While stopping, a request on a kept-alive connection is answered, not refused (V-04); the answer says close.
    return503OnClosing: false,
    routerOptions: { constraints: { document: documentConstraint }, ignoreTrailingSlash: false, caseSensitive: true } as never,
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('token', null)
  app.decorateRequest('refusal', null)
  await app.register(cookie)
  await registerBodyParsers(app)
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_BYTES, fields: 20, fieldSize: 64 << 10, files: 5, parts: 25, headerPairs: 200 },
  })
  await app.register(rateLimit, {
    global: false,
    max: generalLimit(config),
    timeWindow: 60_000,
    keyGenerator: addressKey,
    // Number of addresses that the rate limit remembers (frequent callers stay in). With the plugin's default of 5,000 memory grew by 11 MB
    // in 75,000 calls of the load proof.
    cache: 1000,
    errorResponseBuilder: (_req, ctx) =>
      new AppError(429, 'TOO_MANY', '操作过于频繁，请稍后再试', { retryAfter: Math.ceil(ctx.ttl / 1000) }),
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new AppError(404, 'PATH_NOT_FOUND', '请求的地址不存在'), request, reply))
  return app
}

/** Registers every implemented endpoint as a Fastify route. */
export function mountEndpoints(app: FastifyInstance, k: Kernel): void {
  for (const [key, registered] of k.registry) {
    const { endpoint } = registered
    const limits = callLimits(app, endpoint, generalLimit(k.config))
    app.route({
      // HEAD must not cause changes, so endpoints that change something get no HEAD route.
      method: endpoint.method === 'GET' && !endpoint.changes ? ['GET', 'HEAD'] : endpoint.method,
      url: key.slice(key.indexOf(' ') + 1),
      ...(endpoint.method === 'GET' && !endpoint.blob ? { constraints: { document: 'no' } } : {}),
      config: {
        keepsBody: endpoint.signed ?? false,
        receivesFiles: endpoint.as === 'multipart',
        rateLimit: limits.config,
      },
      onRequest: async (request) => {
        await identify(k, request, endpoint)
        // The caller hung up during authentication: there is no address left to count by, and nobody reads the answer.
        if (request.raw.socket.destroyed) throw new AppError(408, 'TIMEOUT', '请求超时，请重试')
      },
      // The rate limit has counted the call before: a call with a wrong token or without the right is counted too.
      preParsing: async (request, reply) => {
        await limits.ofAddress(request)
        if (request.refusal) throw request.refusal
        try {
          checkAccess(endpoint.access, request.actor)
        } catch (error) {
          throw await noted(k, key, callOf(k, request, reply), error)
        }
        checkAddress(request)
        checkEncoding(endpoint, request)
      },
      handler: async (request, reply) => {
        const call = callOf(k, request, reply)
        if (registered.streams && wantsStream(request)) return asStream(reply).send(registered.streams({ call }))
        if (registered.speaks) return sendSpoken(request, reply, registered.speaks, call)
        const { kept } = registered
        if (kept?.http && (kept.tagged || request.token === null)) {
          const body = await kept.bytes(request.url, () => perform(registered, { query: request.query }, call))
          return kept.tagged ? sendTagged(reply, body) : sendJson(reply, body)
        }
        const result = await inPageOrder(call, request, async () => {
          const made = await performInStretches(registered, { query: request.query, body: request.body }, call).catch(
            async (error: unknown) => {
              throw await noted(k, key, call, error)
            },
          )
          return isFile(made) ? made : answerBytes(made)
        })
        return Array.isArray(result) ? sendJson(reply, ...result) : sendFile(reply.header('cache-control', 'no-store'), result)
      },
    })
  }
}

/** Writes an audit row for a denied call (L-01). Returns the error, which the caller throws. */
async function noted(k: Kernel, key: string, call: Call, error: unknown): Promise<unknown> {
  if (error instanceof AppError && error.code === 'FORBIDDEN')
    await audit(k.db, call, { action: 'access.denied', objectType: 'endpoint', objectId: key, result: 'refused' })
  return error
}

/**
 * Only the Authorization header proves identity (S-05): raw token or Bearer. A token that is not accepted opens no account: on a public
 * call it counts as no token, on others it is refused.
 */
async function identify(k: Kernel, request: FastifyRequest, endpoint: Endpoint<any, any, any>): Promise<void> {
  const header = request.headers.authorization
  if (!header || header.length > 512) return
  request.token = header.replace(/^Bearer\s+/i, '')
  request.actor = await k.authenticate(request.token, { passive: endpoint.passive ?? false }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    if (endpoint.access !== 'public') request.refusal = error
    return null
  })
}

export function callOf(k: Kernel, request: FastifyRequest, reply: FastifyReply): Call {
  let gone: AbortController | undefined
  const watched = (): AbortController => {
    const watch = new AbortController()
    if (reply.raw.closed && !reply.raw.writableFinished) watch.abort()
    else
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) watch.abort()
      })
    return watch
  }
  return {
    actor: request.actor,
    token: request.token,
    requestId: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    cookies: request.cookies,
    setCookie: (name, value, { path, maxAge }) => {
      void reply.setCookie(name, value, {
        path,
        maxAge,
        httpOnly: true,
        sameSite: 'lax',
        secure: k.config.PUBLIC_URL?.startsWith('https:') ?? false,
      })
    },
    // Created on first use: most calls end before anything listens to the signal.
    get signal() {
      return (gone ??= watched()).signal
    },
    ...(typeof request.headers['idempotency-key'] === 'string' ? { idempotencyKey: request.headers['idempotency-key'] } : {}),
    ...(request.sentBody === undefined
      ? {}
      : { sent: { body: request.sentBody, header: (name: string) => String(request.headers[name] ?? '') } }),
    ...(typeof request.headers.range === 'string' ? { range: request.headers.range } : {}),
    ...(request.isMultipart() ? { parts: () => request.parts() } : {}),
  }
}
