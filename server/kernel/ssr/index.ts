import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import type { SiteConfig } from '../../../contract/site.ts'
import { AppError, isDatabaseAway } from '../errors.ts'
import { subscribe } from '../jobs/events.ts'
import { isDocument } from '../http/is-document.ts'
import type { Kernel } from '../kernel.ts'
import { ownOrigins } from '../access/own-origins.ts'
import { inTime } from '../answers/shared-work.ts'
import { needsOf } from '../public/page-needs.ts'
import { registerAssets } from './assets.ts'
import { branchOf } from './branch.ts'
import { answer, CROWDED_MS, fromCache, GIVE_UP_MS, keyOf, marked, PATIENCE_MS, RETRY_SECONDS, sayUnavailable } from './cached.ts'
import { contentSecurityPolicy, inlineScriptHashes, nonceMark } from './csp.ts'
import { isHttps, permissionsPolicy } from './headers.ts'
import { HtmlCache } from './html-cache.ts'
import { pagePaths } from './paths.ts'
import { cookieOf, sharedRequest, toRequest } from './request.ts'
import { publicViewer, serviceCall, viewerOf, type Visit } from './services.ts'

const projectRoot = join(dirname(import.meta.dirname), '../..')

export interface PagesOptions {
  site: SiteConfig
  /** cache life in milliseconds; 0 renders every time */
  ttlMs?: number
}

/**
 * Serves every page of the product: React Router rendering in process, assets, and the cache of anonymous pages. A document request gets a
 * page, other requests get the endpoints; an address that is neither a known page nor a document answers the JSON 404 of the API. Sets
 * `k.purgePages`.
 */
export async function registerPages(app: FastifyInstance, k: Kernel, options: PagesOptions): Promise<HtmlCache> {
  const dev = process.env.NODE_ENV === 'development'
  process.env.NODE_ENV ??= 'production'
  const cache = new HtmlCache({ ttlMs: options.ttlMs ?? 5_000, staleMs: 24 * 3600_000, maxBytes: 48 << 20 })
  k.purgePages = (prefix) => cache.purge(prefix)
  subscribe(k, 'reconnected', () => cache.expire())
  if (dev) {
    const { developmentPages } = await import('./development.ts')
    await developmentPages(app, projectRoot, (scope, build) => mount(scope, k, options, build, null))
    return cache
  }
  await registerAssets(app, projectRoot)
  const build = (await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href)) as ServerBuild
  mount(app, k, options, () => Promise.resolve(build), options.ttlMs === 0 ? null : cache)
  return cache
}

type LoadBuild = () => Promise<ServerBuild>

function mount(app: FastifyInstance, k: Kernel, options: PagesOptions, loadBuild: LoadBuild, cache: HtmlCache | null): void {
  const https = isHttps(k.config)
  // In development a page may first have to be compiled.
  const giveUpMs = cache ? GIVE_UP_MS : 120_000
  type Handle = ReturnType<typeof createRequestHandler>
  let handler: { build: ServerBuild; handle: Handle; isPage: (path: string) => boolean; branches: Map<string, Handle> } | undefined
  const current = async () => {
    const build = await loadBuild()
    if (handler?.build !== build)
      handler = { build, handle: createRequestHandler(build, process.env.NODE_ENV), isPage: pagePaths(build), branches: new Map() }
    return handler
  }
  /** A document is rendered with the routes of its own page only; data requests and unknown addresses need all routes. */
  const handleFor = async (path: string): Promise<Handle> => {
    const { build, handle, isPage, branches } = await current()
    if (process.env.NODE_ENV === 'development' || path.endsWith('.data') || !isPage(path)) return handle
    const known = branches.get(path)
    if (known) return known
    const branch = branchOf(build, path)
    const made = branch ? createRequestHandler(branch, process.env.NODE_ENV) : handle
    branches.set(path, made)
    return made
  }
  const render = async (request: Request, visit: Visit, origin: string, nonce: string | undefined): Promise<Response> => {
    const { build } = await current()
    const handle = await handleFor(new URL(request.url).pathname)
    const context = new RouterContextProvider()
    const token = (build.entry.module as unknown as { servicesContext: RouterContext<unknown> }).servicesContext
    context.set(token, { call: serviceCall(k, visit), viewer: publicViewer(visit.actor), nonce, site: options.site, origin })
    return handle(request, context)
  }
  const policies = (path: string | null, inline: readonly string[]) => {
    const { camera, mediaHosts = [] } = needsOf(k, path)
    return {
      'content-security-policy': contentSecurityPolicy({
        inline,
        ancestors: path?.startsWith('/zzd/') ? ["'self'", ...k.config.EMBEDDERS].join(' ') : "'none'",
        https,
        mediaHosts,
      }),
      ...(camera ? { 'permissions-policy': permissionsPolicy(true) } : {}),
    }
  }

  // The port is known once the server listens; reading it from the socket at every request took 6 % of the time of a cached page.
  let main: string | undefined
  const ownOrigin = () => (app.server.listening ? (main ??= ownOrigins(k.config, app)[0]!) : ownOrigins(k.config, app)[0]!)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Never use Host here: a cached page is given to other visitors (I-08).
      const origin = ownOrigin()
      if (!URL.canParse(origin + request.url)) return reply.callNotFound()
      // Normalise as the page itself does: `/zzd/../work` is /work, and gets its frame rule (O-04).
      const path = new URL(origin + request.url).pathname
      const known = (await current()).isPage(path)
      const framed = known ? path : null
      if (!known && !isDocument(request.headers)) return reply.callNotFound()
      if (request.crowded) {
        const kept = path.startsWith('/page/') ? cache?.fresh(keyOf(request), CROWDED_MS) : undefined
        return kept ? answer(request, reply, kept, 'hit') : sayUnavailable(reply)
      }
      const cookie = request.headers.cookie
      const token = cookieOf(cookie, 'token')
      const plain = request.url.startsWith(path)
      if (cache && known && plain && !token && path.startsWith('/page/') && path !== '/page/__manifest' && request.url.length <= 512) {
        return fromCache(cache, request, reply, async () => {
          const display = [cookieOf(cookie, 'elder') === '1' ? 'elder=1' : '', cookieOf(cookie, 'contrast') === '1' ? 'contrast=1' : '']
            .filter(Boolean)
            .join('; ')
          const visit: Visit = { actor: null, token: null, ip: request.ip, userAgent: '', signal: AbortSignal.timeout(15_000) }
          // The nonce separates our own scripts from user data; the page is cached without it, so that equal pages stay equal.
          const own = randomBytes(16).toString('base64')
          const response = await render(sharedRequest(request.url, origin, display), visit, origin, own)
          const rendered = await response.text()
          const body = rendered.replaceAll(nonceMark(own), '')
          const headers = plainHeaders(response)
          if (headers['content-type']?.startsWith('text/html')) Object.assign(headers, policies(framed, inlineScriptHashes(rendered, own)))
          return { status: response.status, headers, body, keep: response.status < 500 && response.headers.getSetCookie().length === 0 }
        })
      }
      const nonce = randomBytes(16).toString('base64')
      const web = toRequest(request, reply, origin)
      const visitor = {
        token: token ?? null,
        requestId: request.id,
        ip: request.ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        signal: web.signal,
      }
      const stale = () => (path.startsWith('/page/') ? cache?.stale(keyOf(request)) : undefined)
      const rendering = viewerOf(k, token).then((actor) => render(web, { ...visitor, actor }, origin, nonce))
      const response = await inTime(rendering, stale() ? PATIENCE_MS : giveUpMs).catch((error: unknown) => {
        const away = isDatabaseAway(error) || (error instanceof AppError && error.status === 503)
        if (!away || !isDocument(request.headers)) throw error
        return null
      })
      if (!response || response.status === 503) {
        const old = stale()
        if (old) return answer(request, reply, marked(old), 'stale')
        if (!response) return sayUnavailable(reply)
      }
      void reply.code(response.status).headers(plainHeaders(response))
      if (response.status === 503) void reply.header('retry-after', String(RETRY_SECONDS))
      const cookies = response.headers.getSetCookie()
      if (cookies.length > 0) void reply.header('set-cookie', cookies)
      if (process.env.NODE_ENV === 'production') void reply.headers(policies(framed, [`'nonce-${nonce}'`]))
      if (!response.headers.has('cache-control')) void reply.header('cache-control', 'no-store')
      return reply.send(await response.text())
    },
  })
}

function plainHeaders(response: Response): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value
  return headers
}
