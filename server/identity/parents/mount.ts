import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { originOf, ownOrigins } from '../../kernel/access/own-origins.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { SSO_FLOW_MS } from '../limits.ts'
import { messagePage, pagePolicy } from '../sso/demo-pages.ts'
import { BROWSER_COOKIE, newBrowserId } from '../sso/flow.ts'
import { ownPath } from '../sso/origins.ts'
import { tokenHash } from '../tokens.ts'
import { parentSettings } from './known.ts'
import { parentNonce } from './login.ts'

/** The page to which another platform returns the browser with a ticket. */
export const ARRIVAL = '/login/platform'

/**
 * The address that zml and szjj link to: the browser gets a state and fetches its ticket from the platform, so that nobody can be logged in
 * with somebody else's ticket.
 */
export const mountParentEntries = (k: Kernel) => (http: FastifyInstance) => {
  for (const code of ['zml', 'szjj'] as const)
    http.get<{ Querystring: Record<string, unknown> }>(`/sys/sso/${code}`, { config: { rateLimit: {} } }, async (request, reply) => {
      const settings = parentSettings(k, code)
      if (!settings)
        return reply
          .code(404)
          .header('content-security-policy', pagePolicy)
          .type('text/html')
          .send(messagePage('暂时无法登录', '该平台的登录尚未启用。'))
      const origins = ownOrigins(k.config, http)
      const origin = originOf(origins, request.headers.host)
      const browser = request.cookies[BROWSER_COOKIE] || newBrowserId()
      const state = randomBytes(24).toString('base64url')
      const target = typeof request.query.redirect === 'string' ? request.query.redirect : undefined
      await k.db
        .insertInto('sso_flow')
        .values({
          state: tokenHash(state),
          browser: tokenHash(browser),
          nonce: parentNonce(code),
          verifier: '',
          redirect_uri: origin + ARRIVAL,
          redirect: ownPath(origins, target),
          expires_at: new Date(k.clock.now().getTime() + SSO_FLOW_MS),
        })
        .execute()
      void reply.setCookie(BROWSER_COOKIE, browser, {
        path: '/sys',
        maxAge: SSO_FLOW_MS / 1000,
        httpOnly: true,
        sameSite: 'lax',
        secure: origin.startsWith('https:'),
      })
      const address = new URL(`${settings.url}/authorize`)
      address.searchParams.set('app', settings.app)
      address.searchParams.set('state', state)
      address.searchParams.set(
        'redirect_uri',
        `${origin}${ARRIVAL}?${new URLSearchParams({ from: code, redirect: ownPath(origins, target) })}`,
      )
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(settings.demo ? address.pathname + address.search : address.href, 302)
    })
}
