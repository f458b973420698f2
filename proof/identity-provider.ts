import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface IdentityProvider {
  port: number
  /** file with the certificate, which the platform must trust */
  certificate: string
  /** the address by which the platform knows the provider; set before the first call */
  issuer: string
  /** Returns a code for the person, as if the person had signed in there with the nonce of the platform's request. */
  codeFor(subject: string, nonce: string): string
  close(): Promise<void>
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Discovery, keys and the token endpoint of an OpenID provider over https. Throws when there is no openssl to make a certificate. */
export async function identityProvider(dir: string): Promise<IdentityProvider> {
  const [keyFile, certificate] = [join(dir, 'idp.key'), join(dir, 'idp.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'].concat([
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      keyFile,
      '-out',
      certificate,
    ]),
    { stdio: 'ignore' },
  )
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const codes = new Map<string, { sub: string; nonce: string }>()
  const idToken = (claims: object) => {
    const now = Math.floor(Date.now() / 1000)
    const text = `${part({ alg: 'ES256', kid: 'proof' })}.${part({ iss: provider.issuer, aud: 'qifu', iat: now, exp: now + 300, ...claims })}`
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificate) }, (request, response) => {
    const { issuer } = provider
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return say(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (request.url === '/keys')
      return say(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'proof', alg: 'ES256', use: 'sig' }] })
    let sent = ''
    request.on('data', (piece) => {
      sent += piece
    })
    request.on('end', () => {
      const code = new URLSearchParams(sent).get('code') ?? ''
      const person = codes.get(code)
      codes.delete(code)
      if (!person) return say(400, { error: 'invalid_grant' })
      say(200, { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token: idToken(person) })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: IdentityProvider = {
    port: (server.address() as AddressInfo).port,
    certificate,
    issuer: '',
    codeFor: (sub, nonce) => {
      const code = randomBytes(12).toString('hex')
      codes.set(code, { sub, nonce })
      return code
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}
