import { createECDH, hkdfSync } from 'node:crypto'
import { Provider, type Configuration, type JWK } from 'oidc-provider'
import type { Kernel } from '../../kernel/kernel.ts'
import { derivedKey } from '../../kernel/access/secrets.ts'
import { DEMO_SUBJECT } from '../demo-accounts.ts'
import { databaseAdapter } from './demo-adapter.ts'
import { DEMO_PARTY_CLIENT, DEMO_PARTY_PATH } from './demo-party-names.ts'
import { logoutPage, messagePage, pagePolicy } from './demo-pages.ts'

export const DEMO_PATH = '/demo-idp'
export const DEMO_CLIENT = 'qifu'
export const demoSecret = (k: Kernel, client: string): string => derivedKey(k.secret, `demo-idp-client:${client}`).toString('base64url')

/** The people to choose from at the demo identity provider: enterprises and individuals of the seed. */
export const demoPeople = (k: Kernel) =>
  k.db
    .selectFrom('sys_user')
    .select(['account_id', 'name', 'type'])
    .where('account_id', 'like', `${DEMO_SUBJECT}%`)
    .where('type', '<>', 'YYF')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()

/**
 * A standards-conforming OpenID provider for demo mode, under our own address. All processes act as one provider, because its keys derive
 * from the master key.
 */
export function demoProvider(k: Kernel, origins: readonly string[]): Provider {
  const configuration: Configuration = {
    adapter: databaseAdapter(k),
    clients: [
      {
        ...clientOf(k, DEMO_CLIENT),
        client_name: k.config.SITE_NAME,
        redirect_uris: origins.map((o) => `${o}/page/home`),
        post_logout_redirect_uris: origins.flatMap((o) => [`${o}/`, `${o}/login`, `${o}/page/home`]),
      },
      {
        ...clientOf(k, DEMO_PARTY_CLIENT),
        client_name: '市企业服务平台（演示）',
        redirect_uris: origins.map((o) => `${o}${DEMO_PARTY_PATH}/callback`),
      },
    ],
    jwks: { keys: [signingKey(k)] },
    cookies: {
      keys: [derivedKey(k.secret, 'demo-idp-cookies').toString('base64url')],
      names: { session: 'demo_idp', interaction: 'demo_idp_choice', resume: 'demo_idp_resume' },
      long: { path: DEMO_PATH, sameSite: 'lax' },
    },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name', 'user_type'] },
    conformIdTokenClaims: false,
    interactions: { url: (_ctx, interaction) => `${DEMO_PATH}/choose/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.set('content-security-policy', pagePolicy)
          ctx.body = logoutPage(form)
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.set('content-security-policy', pagePolicy)
          ctx.body = messagePage('已退出', '您已退出统一身份认证。')
        },
      },
    },
    renderError: (ctx, out) => {
      k.log.info({ error: out.error }, 'demo identity provider refused a request')
      ctx.set('content-security-policy', pagePolicy)
      ctx.type = 'html'
      ctx.body = messagePage('登录未完成', '登录请求无效或已过期，请返回首页重新登录。')
    },
    ttl: { AuthorizationCode: 60, Interaction: 600, Session: 12 * 3600, Grant: 12 * 3600, AccessToken: 300, IdToken: 300 },
    findAccount: async (_ctx, accountId) => {
      const row = await k.db.selectFrom('sys_user').select(['name', 'type']).where('account_id', '=', accountId).executeTakeFirst()
      return row && { accountId, claims: () => ({ sub: accountId, name: row.name, user_type: row.type }) }
    },
    // Our own platform and its stand-in for another one are the only clients, so nobody is asked for consent.
    loadExistingGrant: async (ctx) => {
      const { client, session, account, provider } = ctx.oidc
      const known = session?.grantIdFor(client!.clientId)
      if (known) return provider.Grant.find(known)
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: account!.accountId })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(`${origins[0]}${DEMO_PATH}`, configuration)
  // Host and scheme of its addresses are set by mount.ts, never taken from the browser.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => k.log.error({ err: error }, 'demo identity provider'))
  return provider
}

const clientOf = (k: Kernel, client: string) => ({
  client_id: client,
  client_secret: demoSecret(k, client),
  response_types: ['code' as const],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_basic' as const,
  id_token_signed_response_alg: 'ES256' as const,
})

function signingKey(k: Kernel): JWK {
  const ecdh = createECDH('prime256v1')
  // Nearly every 32 bytes form a valid private key; otherwise (chance 2^-32) the next label is used.
  for (let n = 0; ; n += 1) {
    try {
      ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', k.secret, '', `qifu:demo-idp-signing:${n}`, 32)))
      break
    } catch {
      continue
    }
  }
  const point = ecdh.getPublicKey()
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    kid: 'demo',
    d: text(ecdh.getPrivateKey()),
    x: text(point.subarray(1, 33)),
    y: text(point.subarray(33)),
  }
}
