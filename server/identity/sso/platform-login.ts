import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { USER_TYPE_OPERATOR } from '../../../contract/constants.ts'
import { originOf, ownOrigins } from '../../kernel/access/own-origins.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { take } from '../../kernel/http/limits.ts'
import { authenticate } from '../authenticate.ts'
import { countUse, usedSince } from '../platform-use.ts'
import { oidcClient } from './client.ts'
import { messagePage, pagePolicy } from './demo-pages.ts'
import { DEMO_PARTY_HOST, DEMO_PARTY_PATH } from './demo-party-names.ts'
import { leave, unavailable } from './leaving.ts'

/** Whether a platform can trust the same issuer as we do: there is one. */
export const hasIssuer = ({ config }: Kernel): boolean => config.DEMO || config.OIDC_ISSUER !== undefined

/**
 * The address that begins a log-in at another platform (OpenID Connect Core §4): that platform asks the issuer who the visitor is. Nothing
 * about the visitor goes with it; `login_hint` is optional and stays out (ADR 1006).
 */
async function loginAddress(k: Kernel, http: FastifyInstance, loginUri: string, target: string, origin: string) {
  const { issuer } = (await oidcClient(k, http)).serverMetadata()
  const url = new URL(loginUri)
  url.searchParams.set('iss', issuer)
  url.searchParams.set('target_link_uri', target)
  return { url: inDemo(k, url, origin).href, issuer, target }
}

/** In the demo, a page of ours stands in for the platform with this host, which does not exist. */
function inDemo(k: Kernel, url: URL, origin: string): URL {
  if (!k.config.DEMO || k.config.OIDC_ISSUER || url.host !== DEMO_PARTY_HOST) return url
  return new URL(`${DEMO_PARTY_PATH}${url.pathname}${url.search}`, origin)
}

/** What 试签 shows to the system administrator. */
export async function tryLogin(k: Kernel, http: FastifyInstance, id: number) {
  const platform = await k.db
    .selectFrom('platform')
    .select(['url', 'login_uri', 'enabled'])
    .where('id', '=', id)
    .where('protocol', '=', 'oidc')
    .executeTakeFirst()
  if (!platform) throw notFound('该平台不存在，或接入方式不是统一登录')
  const made = await loginAddress(k, http, platform.login_uri, platform.url, ownOrigins(k.config, http)[0]!)
  return { ...made, usedNum: await usedSince(k, id), enableFlag: platform.enabled ? 1 : 0 }
}

/** One person counts once for a platform within the 24 hours that are told. */
const ONE_PERSON = { name: 'platform-opening', points: 1, seconds: 86_400 }

/**
 * Counts an opening by somebody whom the platform can ask the issuer about. The log-in itself is between that platform and the issuer, so
 * the session of the browser is what tells us of it: the cookie comes along with the navigation. A visitor who is not logged in, and staff,
 * who have no account at the issuer, count nothing (ADR 1027).
 */
async function countOpening(k: Kernel, platformId: number, token: string | undefined): Promise<void> {
  const actor = token ? await authenticate(k, token, { passive: true }).catch(() => null) : null
  if (!actor || actor.viewer || actor.type === USER_TYPE_OPERATOR) return
  const { allowed } = await take(k, ONE_PERSON, `${platformId}:${actor.userId}`)
  if (allowed) await countUse(k, platformId)
}

/** Where links to platforms with OIDC lead somebody who is logged in; it takes only addresses on the hosts of such a platform. */
export const mountPlatformLogin = (k: Kernel) => (http: FastifyInstance) => {
  http.get<{ Querystring: Record<string, unknown> }>('/sys/sso/platform', { config: { rateLimit: {} } }, async (request, reply) => {
    const asked = typeof request.query.url === 'string' && request.query.url.length <= 500 ? request.query.url : ''
    const target = /^https?:\/\//.test(asked) && URL.canParse(asked) ? new URL(asked) : null
    const platform =
      target && !target.username && !target.password
        ? await k.db
            .selectFrom('platform')
            .select(['id', 'login_uri'])
            .where('protocol', '=', 'oidc')
            .where('enabled', '=', true)
            .where(sql<boolean>`${target.host} = any(hosts)`)
            .executeTakeFirst()
        : undefined
    if (!target || !platform)
      return reply
        .code(404)
        .header('content-security-policy', pagePolicy)
        .type('text/html')
        .send(messagePage('无法打开', '这个地址不属于已启用统一登录的平台。'))
    const origin = originOf(ownOrigins(k.config, http), request.headers.host)
    const made = await loginAddress(k, http, platform.login_uri, target.href, origin).catch(unavailable(reply))
    if (!made) return reply
    await countOpening(k, platform.id, request.cookies['token'])
    return leave(reply, made.url)
  })
}
