import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import { originOf, ownOrigins } from '../../kernel/access/own-origins.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { tokenHash } from '../tokens.ts'
import { demoClient } from './client.ts'
import { noticePage, pagePolicy } from './demo-pages.ts'
import { DEMO_PARTY_CLIENT, DEMO_PARTY_HOST, DEMO_PARTY_PATH } from './demo-party-names.ts'

const COOKIE = 'demoParty'
const FLOW = 'demo-party-flow'
const SESSION = 'demo-party-session'
const FLOW_MS = 600_000
const SESSION_MS = 1_800_000
const BANNER = '市企业服务平台（演示） · 本页代替市企业服务平台'

/**
 * Stands in for a platform that trusts the same issuer (OpenID Connect Core §4): it checks who asks it to begin a log-in and where it shall
 * lead, asks the demo's identity provider who the visitor is, and shows the page.
 */
export const mountDemoParty = (k: Kernel) => (http: FastifyInstance) => {
  if (!k.config.DEMO || k.config.OIDC_ISSUER) return
  const client = () => demoClient(k, http, DEMO_PARTY_CLIENT)

  http.get<{ Querystring: Record<string, unknown> }>(`${DEMO_PARTY_PATH}/login`, { config: { rateLimit: {} } }, async (request, reply) => {
    const known = await client()
    if (said(request.query.iss) !== known.serverMetadata().issuer) return refuse(reply, '登录的发起方不是本平台信任的统一身份认证。')
    const target = said(request.query.target_link_uri)
    // A target elsewhere would make this platform forward anybody anywhere (OpenID Connect Core §4).
    if (!URL.canParse(target) || new URL(target).host !== DEMO_PARTY_HOST) return refuse(reply, '要打开的地址不是本平台的地址。')
    const { pathname, search } = new URL(target)
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    const redirectUri = `${originOf(ownOrigins(k.config, http), request.headers.host)}${DEMO_PARTY_PATH}/callback`
    const browser = randomBytes(24).toString('base64url')
    await keep(k, FLOW, browser, FLOW_MS, { state, nonce, verifier, redirectUri, target: pathname + search })
    setCookie(reply, browser)
    const address = oidc.buildAuthorizationUrl(known, {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return reply.header('cache-control', 'no-store').redirect(address.pathname + address.search, 302)
  })

  http.get(`${DEMO_PARTY_PATH}/callback`, { config: { rateLimit: {} } }, async (request, reply) => {
    const flow = await take(k, FLOW, cookieOf(request))
    if (!flow) return refuse(reply, '登录请求无效或已过期。')
    const address = new URL(request.url, flow.redirectUri)
    const claims = await oidc
      .authorizationCodeGrant(await client(), address, {
        pkceCodeVerifier: flow.verifier!,
        expectedState: flow.state!,
        expectedNonce: flow.nonce!,
        idTokenExpected: true,
      })
      .then((tokens) => tokens.claims())
      .catch(() => undefined)
    if (!claims) return refuse(reply, '统一身份认证没有确认您的身份。')
    const session = randomBytes(24).toString('base64url')
    await keep(k, SESSION, session, SESSION_MS, { name: typeof claims['name'] === 'string' ? claims['name'] : claims.sub })
    setCookie(reply, session)
    return reply.header('cache-control', 'no-store').redirect(`${DEMO_PARTY_PATH}${flow.target}`, 302)
  })

  http.get(`${DEMO_PARTY_PATH}/*`, { config: { rateLimit: {} } }, async (request, reply) => {
    const person = await read(k, SESSION, cookieOf(request))
    const path = request.url.slice(DEMO_PARTY_PATH.length)
    return page(reply, person ? `已登录：${person.name}` : '未登录', `您打开的是 https://${DEMO_PARTY_HOST}${path}`)
  })
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '')
const cookieOf = (request: FastifyRequest): string => request.cookies[COOKIE] ?? ''
const setCookie = (reply: FastifyReply, value: string) =>
  reply.setCookie(COOKIE, value, { path: DEMO_PARTY_PATH, httpOnly: true, sameSite: 'lax' })
const page = (reply: FastifyReply, title: string, message: string) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy)
    .type('text/html; charset=utf-8')
    .send(noticePage(BANNER, title, message))
const refuse = (reply: FastifyReply, why: string) => page(reply.code(400), '登录未完成', why)

type Kept = Record<string, string>
const keep = (k: Kernel, model: string, id: string, ms: number, payload: Kept) =>
  k.db
    .insertInto('oidc_record')
    .values({ model, id: tokenHash(id), payload: JSON.stringify(payload), expires_at: new Date(k.clock.now().getTime() + ms) })
    .execute()
async function read(k: Kernel, model: string, id: string): Promise<Kept | undefined> {
  const row = await k.db
    .selectFrom('oidc_record')
    .select(['payload', 'expires_at'])
    .where('model', '=', model)
    .where('id', '=', tokenHash(id))
    .executeTakeFirst()
  return row && Date.parse(row.expires_at!) > k.clock.now().getTime() ? (row.payload as Kept) : undefined
}
async function take(k: Kernel, model: string, id: string): Promise<Kept | undefined> {
  const found = await read(k, model, id)
  await k.db.deleteFrom('oidc_record').where('model', '=', model).where('id', '=', tokenHash(id)).execute()
  return found
}
