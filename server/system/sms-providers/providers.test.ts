import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Kernel } from '../../kernel/kernel.ts'
import { aliyunProvider } from './aliyun.ts'
import { gatewayProvider } from './gateway.ts'
import { tencentProvider } from './tencent.ts'

const servers: Server[] = []
afterAll(() =>
  servers.forEach((server) => {
    server.close()
    server.closeAllConnections()
  }),
)
type Fake = (request: IncomingMessage, body: string) => object | null
/** A server that answers what `fake` returns; null: it never answers. */
async function listening(fake: Fake): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const said = fake(request, body)
      if (said !== null) response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** An address where nobody listens any more. */
async function closed(): Promise<string> {
  const address = await listening(() => null)
  const server = servers.pop()!
  await new Promise((resolve) => server.close(resolve))
  return address
}
const now = new Date('2026-03-10T02:00:00Z')
const kernel = (config: object) => ({ config: { SMS_SIGN: '云溪企服', ...config }, clock: { now: () => now } }) as unknown as Kernel
const message = {
  serial: '7-abc',
  phone: '13812345601',
  text: '【云溪企服】请参加',
  codes: { aliyun: 'SMS_100', tencent: '2001' },
  values: [['subject', '座谈会']] as const,
}
const sha256 = (s: string) => createHash('sha256').update(s).digest('hex')

/** Checks the signature as the provider does: over the received request, by an independent reading of its documentation. */
function aliyunChecks(request: IncomingMessage, body: string, secret: string): boolean {
  const auth = /^ACS3-HMAC-SHA256 Credential=(\w+),SignedHeaders=([\w;-]+),Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!auth) return false
  const url = new URL(request.url!, 'http://x')
  const query = [...url.searchParams]
    .map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`)
    .join('&')
  const lines = auth[2]!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, lines.join(''), auth[2], sha256(body)].join('\n')
  return (
    createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
      .digest('hex') === auth[3]
  )
}
function tencentChecks(request: IncomingMessage, body: string, secret: string): boolean {
  const auth = /^TC3-HMAC-SHA256 Credential=(\w+)\/(\S+)\/(\w+)\/tc3_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!auth) return false
  const [, , day, service, names, signature] = auth
  const lines = names!.split(';').map((name) => `${name}:${String(request.headers[name]).toLowerCase().trim()}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
  const mac = (key: string | Buffer, s: string) => createHmac('sha256', key).update(s).digest()
  const key = mac(mac(mac(`TC3${secret}`, day!), service!), 'tc3_request')
  const asked = `TC3-HMAC-SHA256\n${request.headers['x-tc-timestamp'] as string}\n${day}/${service}/tc3_request\n${sha256(canonical)}`
  return mac(key, asked).toString('hex') === signature
}

describe('阿里云', () => {
  const config = (endpoint: string, secret = 'aliyun-secret') => ({
    ALIYUN_SMS_ENDPOINT: endpoint,
    ALIYUN_SMS_KEY_ID: 'LTAIkey',
    ALIYUN_SMS_KEY_SECRET: secret,
  })
  it('accepts a signed message and refuses one signed with another key', async () => {
    const endpoint = await listening((request, body) =>
      aliyunChecks(request, body, 'aliyun-secret') ? { Code: 'OK', BizId: 'biz-1' } : { Code: 'SignatureDoesNotMatch' },
    )
    expect(await aliyunProvider(kernel(config(endpoint))).send(message)).toEqual({ kind: 'submitted', serial: 'biz-1' })
    const wrong = await aliyunProvider(kernel(config(endpoint, 'other'))).send(message)
    expect(wrong).toEqual({ kind: 'failed', reason: '服务商拒绝：SignatureDoesNotMatch' })
  })
  it('does not send without a template, and asks by our serial for a message that was cut off', async () => {
    let asked = 0
    const endpoint = await listening((request) => {
      asked += 1
      const action = request.headers['x-acs-action']
      if (action === 'SendSms') {
        request.socket.destroy()
        return null
      }
      return { SmsSendDetailDTOs: { SmsSendDetailDTO: [{ OutId: '7-abc', SendStatus: 3 }] } }
    })
    const provider = aliyunProvider(kernel(config(endpoint)))
    expect(await provider.send({ ...message, codes: { aliyun: '', tencent: '' } })).toMatchObject({ kind: 'failed' })
    expect(asked).toBe(0)
    expect(await provider.send(message)).toEqual({ kind: 'unknown', reason: '服务商没有应答' })
    expect(asked).toBe(1)
    const question = { serial: '7-abc', phone: message.phone, at: now.toISOString(), providerSerial: null }
    expect(await provider.ask!(question)).toEqual({ kind: 'delivered' })
    expect(await provider.ask!({ ...question, serial: 'another' })).toBeNull()
  })
  it('a refused connection means that nothing was sent', async () => {
    const outcome = await aliyunProvider(kernel(config(await closed()))).send(message)
    expect(outcome).toEqual({ kind: 'failed', reason: '服务商连接不上' })
  })
})

describe('腾讯云', () => {
  const config = (endpoint: string, key = 'tencent-key') => ({
    TENCENT_SMS_ENDPOINT: endpoint,
    TENCENT_SMS_SECRET_ID: 'AKIDid',
    TENCENT_SMS_SECRET_KEY: key,
    TENCENT_SMS_APP: '1400000000',
  })
  it('accepts a signed message and refuses one signed with another key', async () => {
    let sent: Record<string, unknown> = {}
    const endpoint = await listening((request, body) => {
      if (!tencentChecks(request, body, 'tencent-key')) return { Response: { Error: { Code: 'AuthFailure.SignatureFailure' } } }
      sent = JSON.parse(body) as Record<string, unknown>
      return { Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 'sn-1' }] } }
    })
    expect(await tencentProvider(kernel(config(endpoint))).send(message)).toEqual({ kind: 'submitted', serial: 'sn-1' })
    expect(sent).toMatchObject({ PhoneNumberSet: ['+8613812345601'], TemplateParamSet: ['座谈会'], SessionContext: '7-abc' })
    const wrong = await tencentProvider(kernel(config(endpoint, 'other'))).send(message)
    expect(wrong).toEqual({ kind: 'failed', reason: '服务商拒绝：AuthFailure.SignatureFailure' })
  })
  it('returns by the provider’s serial whether a message arrived', async () => {
    const endpoint = await listening(() => ({ Response: { PullSmsSendStatusSet: [{ SerialNo: 'sn-1', ReportStatus: 'SUCCESS' }] } }))
    const provider = tencentProvider(kernel(config(endpoint)))
    const question = { serial: '7-abc', phone: message.phone, at: now.toISOString(), providerSerial: 'sn-1' }
    expect(await provider.ask!(question)).toEqual({ kind: 'delivered' })
    expect(await provider.ask!({ ...question, providerSerial: null })).toBeNull()
  })
})

describe('网关', () => {
  it('recognises a repetition by its key', async () => {
    const keys: string[] = []
    const endpoint = await listening((request) => {
      keys.push(String(request.headers['idempotency-key']))
      return {}
    })
    const provider = gatewayProvider(kernel({ SMS_GATEWAY: endpoint }))
    expect(await provider.send(message)).toEqual({ kind: 'submitted', serial: null })
    expect(keys).toEqual(['7-abc'])
    expect(provider.repeats).toBe(true)
  })
})
