import type { IncomingMessage } from 'node:http'
import * as oidc from 'openid-client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { originOf, ownOrigins } from '../../kernel/access/own-origins.ts'
import { SSO_FLOW_MS } from '../limits.ts'
import { oidcClient } from './client.ts'
import { choicePage, messagePage, pagePolicy } from './demo-pages.ts'
import { DEMO_CLIENT, DEMO_PATH, demoPeople, demoProvider } from './demo-provider.ts'
import { begin, BROWSER_COOKIE, newBrowserId } from './flow.ts'
import { leave, unavailable } from './leaving.ts'
import { ownPath } from './origins.ts'

/** The navigation routes of single sign-on, and in demo mode the identity provider itself. */
export const mountSso =
  (k: Kernel) =>
  async (http: FastifyInstance): Promise<void> => {
    http.get<{ Querystring: Record<string, unknown> }>('/sys/sso/login', { config: { rateLimit: {} } }, async (request, reply) => {
      const origins = ownOrigins(k.config, http)
      const browser = request.cookies[BROWSER_COOKIE] || newBrowserId()
      const address = await begin(k, http, {
        browser,
        origin: originOf(origins, request.headers.host),
        redirect: ownPath(origins, text(request.query.redirect)),
      }).catch(unavailable(reply))
      if (!address) return reply
      void reply.setCookie(BROWSER_COOKIE, browser, {
        path: '/sys',
        maxAge: SSO_FLOW_MS / 1000,
        httpOnly: true,
        sameSite: 'lax',
        secure: origins[0]!.startsWith('https:'),
      })
      return leave(reply, k.config.OIDC_ISSUER ? address.href : address.pathname + address.search)
    })

    http.get<{ Querystring: Record<string, unknown> }>('/sys/sso/logout', { config: { rateLimit: {} } }, async (request, reply) => {
      const origins = ownOrigins(k.config, http)
      const back = backAfterLogout(originOf(origins, request.headers.host), ownPath(origins, text(request.query.redirect)))
      if (k.config.UNIFIED_LOGOUT_URL) {
        const address = new URL(k.config.UNIFIED_LOGOUT_URL)
        address.searchParams.set('redirect', back)
        return leave(reply, address.href)
      }
      const client = await oidcClient(k, http).catch(unavailable(reply))
      if (!client) return reply
      if (!client.serverMetadata().end_session_endpoint) return leave(reply, '/')
      const address = oidc.buildEndSessionUrl(client, {
        post_logout_redirect_uri: back,
        ...(k.config.OIDC_ISSUER ? {} : { client_id: DEMO_CLIENT }),
      })
      return leave(reply, k.config.OIDC_ISSUER ? address.href : address.pathname + address.search)
    })

    if (k.config.DEMO && !k.config.OIDC_ISSUER) await http.register((scope) => mountDemo(scope, http, k))
  }

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** The three return addresses that are registered with a provider. */
const backAfterLogout = (origin: string, path: string) => `${origin}${path === '/login' || path === '/' ? path : '/page/home'}`
/** A browser that sends no cookie directly after receiving one accepts no cookies. */
const whyNot = (request: FastifyRequest): string =>
  request.headers.cookie === undefined
    ? '登录需要浏览器保存 Cookie。请在浏览器设置中允许本站的 Cookie，再返回首页重新登录。'
    : '登录请求无效或已过期，请返回首页重新登录。'

/** The demo identity provider under /demo-idp: its protocol, and a page for choosing a person. */
async function mountDemo(scope: FastifyInstance, http: FastifyInstance, k: Kernel): Promise<void> {
  let provider: Provider | undefined
  const current = () => (provider ??= demoProvider(k, ownOrigins(k.config, http)))
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(null)
  })

  scope.get<{ Params: { uid: string } }>(`${DEMO_PATH}/choose/:uid`, async (request, reply) => {
    const details = await current()
      .interactionDetails(request.raw, reply.raw)
      .catch(() => null)
    void reply.header('cache-control', 'no-store').header('content-security-policy', pagePolicy).type('text/html; charset=utf-8')
    if (!details || details.uid !== request.params.uid) return reply.code(400).send(messagePage('登录未完成', whyNot(request)))
    const people = await demoPeople(k)
    return reply.send(
      choicePage(
        `${DEMO_PATH}/choose/${details.uid}`,
        k.config.SITE_NAME,
        people.map((p) => ({ accountId: p.account_id!, name: p.name, kind: p.type === 'QY' ? '企业' : '个人' })),
      ),
    )
  })

  scope.post<{ Params: { uid: string } }>(`${DEMO_PATH}/choose/:uid`, async (request, reply) => {
    const details = await current()
      .interactionDetails(request.raw, reply.raw)
      .catch(() => null)
    const form = new URLSearchParams(await smallBody(request.raw))
    const account = form.get('account')
    const person = (await demoPeople(k)).find((p) => p.account_id === account)
    if (!details || details.uid !== request.params.uid || (!person && !form.has('cancel'))) {
      return reply
        .code(400)
        .header('content-security-policy', pagePolicy)
        .type('text/html')
        .send(messagePage('登录未完成', whyNot(request)))
    }
    if (details.session && person && details.session.accountId !== person.account_id) await forgetOther(current(), details)
    takeOver(reply)
    await current().interactionFinished(
      request.raw,
      reply.raw,
      person ? { login: { accountId: person.account_id! } } : { error: 'access_denied', error_description: '用户取消登录' },
      { mergeWithLastSubmission: false },
    )
  })

  scope.route({
    method: ['GET', 'POST', 'HEAD', 'OPTIONS'],
    url: `${DEMO_PATH}/*`,
    handler: async (request, reply) => {
      takeOver(reply)
      const origins = ownOrigins(k.config, http)
      const origin = new URL(originOf(origins, request.headers.host))
      const raw = request.raw as IncomingMessage & { originalUrl?: string }
      raw.headers['x-forwarded-host'] = origin.host
      raw.headers['x-forwarded-proto'] = origin.protocol.slice(0, -1)
      raw.originalUrl = raw.url!
      raw.url = raw.url!.slice(DEMO_PATH.length)
      await current().callback()(raw, reply.raw)
    },
  })
}

/** Ends the provider's session of another person before the newly chosen person logs in. */
async function forgetOther(provider: Provider, details: Awaited<ReturnType<Provider['interactionDetails']>>): Promise<void> {
  const other = await provider.Session.findByUid(details.session!.uid)
  await other?.destroy()
  delete details.session
  await details.save(details.exp - Math.floor(Date.now() / 1000))
}

/** The provider writes the answer itself; the standard headers are copied to it. */
function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
}

async function smallBody(raw: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of raw) {
    body += String(part)
    if (body.length > 4096) throw new AppError(413, 'TOO_LARGE', '提交的内容过大')
  }
  return body
}
