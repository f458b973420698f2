import { randomBytes } from 'node:crypto'
import * as oidc from 'openid-client'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { SSO_FLOW_MS } from '../limits.ts'
import { enterSession } from '../login.ts'
import { underSourceLock } from '../source-lock.ts'
import { tokenHash, type TokenPair } from '../tokens.ts'
import { oidcClient, ssoUnavailable } from './client.ts'
import { personOf } from './person.ts'

export const BROWSER_COOKIE = 'ssoBrowser'
const RETURN_PATH = '/page/home'
const LIMIT_MS = 2500
/** The refusals that count against the source. A provider that is away, and a browser without cookies, are nobody's guess. */
const COUNTED = ['SSO_INVALID', 'LOGIN_REFUSED']

interface Returned {
  code: string
  state: string
  iss?: string | undefined
}
type Entered = TokenPair & { accessToken: string; redirect: string }

const expired = () => refused('登录请求无效或已过期，请重新登录', 'SSO_INVALID')

const cookiesOff = () => refused('登录需要浏览器保存 Cookie。请在浏览器设置中允许本站的 Cookie，再重新登录', 'COOKIES_OFF')

/**
 * Begins a log-in: stores state, nonce and PKCE verifier, bound to this browser. Returns the provider's address. Throws SSO_UNAVAILABLE.
 */
export async function begin(k: Kernel, http: FastifyInstance, flow: { browser: string; origin: string; redirect: string }): Promise<URL> {
  const client = await oidcClient(k, http)
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const redirectUri = flow.origin + RETURN_PATH
  await k.db
    .insertInto('sso_flow')
    .values({
      state: tokenHash(state),
      browser: tokenHash(flow.browser),
      nonce,
      verifier,
      redirect_uri: redirectUri,
      redirect: flow.redirect,
      expires_at: new Date(k.clock.now().getTime() + SSO_FLOW_MS),
    })
    .execute()
  return oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // The demo provider asks for the person each time; otherwise nobody could switch from one company to another.
    ...(k.config.OIDC_ISSUER ? {} : { prompt: 'login' }),
  })
}

export const newBrowserId = (): string => randomBytes(16).toString('base64url')

/**
 * Finishes a log-in with the code in the address (spec §4): exchanged here, once, for the browser that began it (O-01). Lock, audit and
 * session are the same as for every variant.
 */
export const finish = (k: Kernel, http: FastifyInstance, call: Call, input: Returned): Promise<Entered> =>
  underSourceLock(k, call, COUNTED, () => enter(k, http, call, input))

async function enter(k: Kernel, http: FastifyInstance, call: Call, input: Returned): Promise<Entered> {
  const browser = call.cookies[BROWSER_COOKIE]
  if (!browser) throw (await waits(k, input.state)) ? cookiesOff() : await unknownFlow(k, call)
  const flow = await k.db
    .deleteFrom('sso_flow')
    .where('state', '=', tokenHash(input.state))
    .where('browser', '=', tokenHash(browser))
    .returningAll()
    .executeTakeFirst()
  if (!flow || Date.parse(flow.expires_at) <= k.clock.now().getTime()) throw await unknownFlow(k, call)
  const claims = await inTime(exchange(k, http, call, flow, input))
  if (!claims) throw expired()
  const person = await personOf(k, call, claims)
  if (call.actor && call.actor.userId !== person.id) throw refused('当前浏览器已登录其他账号，请先退出登录', 'OTHER_SESSION')
  const pair = await enterSession(k, call, person, 'sso')
  return { ...pair, accessToken: pair.token, redirect: flow.redirect }
}

const recordRefusal = (k: Kernel, call: Call, why: 'expired' | 'refused' | 'unavailable') =>
  audit(k.db, { ...call, actor: null }, { action: 'login', objectType: 'user', result: 'refused', detail: { variant: 'sso', why } })

/** A state that was made up, used before, begun in another browser, or has expired. */
async function unknownFlow(k: Kernel, call: Call): Promise<Error> {
  await recordRefusal(k, call, 'expired')
  return expired()
}

/** Whether a log-in with this state was begun and has not expired: then the browser has lost its cookie. */
async function waits(k: Kernel, state: string): Promise<boolean> {
  const flow = await k.db.selectFrom('sso_flow').select('expires_at').where('state', '=', tokenHash(state)).executeTakeFirst()
  return flow !== undefined && Date.parse(flow.expires_at) > k.clock.now().getTime()
}

async function exchange(
  k: Kernel,
  http: FastifyInstance,
  call: Call,
  flow: { redirect_uri: string; verifier: string; nonce: string },
  input: Returned,
): Promise<oidc.IDToken | undefined> {
  const client = await oidcClient(k, http)
  const address = new URL(flow.redirect_uri)
  for (const [name, value] of Object.entries({ code: input.code, state: input.state, iss: input.iss ?? client.serverMetadata().issuer }))
    address.searchParams.set(name, value)
  return oidc
    .authorizationCodeGrant(client, address, {
      pkceCodeVerifier: flow.verifier,
      expectedState: input.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    })
    .then(
      (tokens) => tokens.claims(),
      async (error: unknown) => {
        throw await refusal(k, call, error)
      },
    )
}

/** V-05: discovery, exchange and keys are up to three calls; together they may take no longer than one. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(ssoUnavailable()), LIMIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** When the provider refused, the visitor tries again; when it could not answer, the provider failed. */
async function refusal(k: Kernel, call: Call, error: unknown): Promise<Error> {
  const refusedByProvider =
    error instanceof oidc.ResponseBodyError
    || error instanceof oidc.AuthorizationResponseError
    || (error as { code?: string }).code === 'OAUTH_INVALID_RESPONSE'
  k.log.info(
    { code: (error as { code?: string }).code, error: (error as { error?: string }).error },
    'exchange of an authorization code failed',
  )
  await recordRefusal(k, call, refusedByProvider ? 'refused' : 'unavailable')
  return refusedByProvider ? expired() : ssoUnavailable()
}
