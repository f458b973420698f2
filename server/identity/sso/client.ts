import * as oidc from 'openid-client'
import type { FastifyInstance } from 'fastify'
import { refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { DEMO_CLIENT, DEMO_PATH, demoSecret } from './demo-provider.ts'
import { ownOrigins } from '../../kernel/access/own-origins.ts'

const TIMEOUT_S = 2

export const ssoUnavailable = () => refused('统一身份认证暂时无法使用，请稍后再试', 'SSO_UNAVAILABLE')

const known = perKernel((): { client?: Promise<oidc.Configuration> | undefined } => ({}))

/**
 * The discovered identity provider: OIDC_ISSUER, or our own in demo mode. Cached after success; a failure is retried. Throws
 * SSO_UNAVAILABLE.
 */
export function oidcClient(k: Kernel, http: FastifyInstance): Promise<oidc.Configuration> {
  const kept = known(k)
  const found = (kept.client ??= discover(k, http))
  return found.catch((error: unknown) => {
    if (kept.client === found) kept.client = undefined
    k.log.warn({ err: error }, 'identity provider cannot be reached')
    throw ssoUnavailable()
  })
}

function discover(k: Kernel, http: FastifyInstance): Promise<oidc.Configuration> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = k.config
  if (OIDC_ISSUER)
    return oidc.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID!, undefined, oidc.ClientSecretBasic(OIDC_CLIENT_SECRET), {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: noRedirects,
    })
  if (!k.config.DEMO) return Promise.reject(ssoUnavailable())
  return demoClient(k, http, DEMO_CLIENT)
}

/** A client of the demo's identity provider: this platform, or the demo's other one. */
export function demoClient(k: Kernel, http: FastifyInstance, clientId: string): Promise<oidc.Configuration> {
  const issuer = new URL(`${ownOrigins(k.config, http)[0]}${DEMO_PATH}`)
  return oidc.discovery(issuer, clientId, { id_token_signed_response_alg: 'ES256' }, oidc.ClientSecretBasic(demoSecret(k, clientId)), {
    timeout: TIMEOUT_S,
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: inProcess(http),
  })
}

/** I-07: only the configured provider and the addresses in its own metadata; no redirects. */
const noRedirects: oidc.CustomFetch = (url, options) => fetch(url, { ...options, redirect: 'error' } as RequestInit)

/** Calls our own provider in process, because a proxy may not allow a network call to ourselves. */
const inProcess =
  (http: FastifyInstance): oidc.CustomFetch =>
  async (url, options) => {
    const { pathname, search, host } = new URL(url)
    const body = options.body === undefined || options.body === null ? undefined : String(options.body)
    const answer = await http.inject({
      method: options.method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...options.headers, host },
      ...(body === undefined ? {} : { payload: body }),
    })
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }
