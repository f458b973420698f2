import { Agent, request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { DEMO_PASSWORD } from '../seed/identity.ts'
import { demoLogin } from '../scripts/demo-login.ts'

/** The value of DEMO_CAPTCHA of every server in the proof. */
export const CAPTCHA = 'pr0f'

export interface Answer<T = any> {
  status: number
  headers: Headers
  text: string
  /** the envelope; `{}` when the answer is not JSON */
  body: { success?: boolean; data?: T; code?: string; msg?: string; fields?: { path: string; message: string }[] }
}

export interface Ask {
  method?: string
  token?: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  /** an object is sent as JSON; URLSearchParams, FormData, strings and bytes are sent unchanged */
  body?: unknown
  /** the address from which the call seems to come; by default each call has another one, so that no limit per minute is reached */
  from?: string
  within?: number
}

let calls = 0
const someAddress = () => {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

const isPlain = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && (Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype)

const agent = new Agent({ keepAlive: true })

/**
 * Makes one call. Redirects are not followed. Throws only when there is no answer. With node:http, because fetch takes four times the
 * processor time, which at a hundred thousand calls is minutes.
 */
export async function ask(base: string, path: string, options: Ask = {}): Promise<Answer> {
  const { token, body, query, within = 30_000 } = options
  const packed = body === undefined ? undefined : isPlain(body) ? asJson(body) : await packedBody(body)
  // A page is asked for as browsers do, packed.
  const asPage = /text\/html/.test(options.headers?.accept ?? '') ? { 'accept-encoding': 'gzip, br' } : {}
  const headers = {
    'x-forwarded-for': options.from ?? someAddress(),
    accept: '*/*',
    'user-agent': 'node',
    ...(token ? { authorization: token } : {}),
    ...packed?.headers,
    ...asPage,
    ...options.headers,
  }
  const url = `${base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
  const answer = await exchange(url, { method: options.method ?? (packed ? 'POST' : 'GET'), headers, agent }, within, packed?.bytes)
  const text = answer.bytes.toString()
  const isJson = answer.headers['content-type']?.startsWith('application/json')
  return {
    status: answer.status,
    get headers() {
      return new Headers(answer.pairs)
    },
    text,
    body: isJson && text !== '' ? JSON.parse(text) : {},
  }
}

interface Packed {
  bytes: string | Buffer
  headers: Record<string, string>
}
const asJson = (body: object): Packed => {
  const bytes = JSON.stringify(body)
  return { bytes, headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(bytes)) } }
}
async function packedBody(body: unknown): Promise<Packed> {
  const whole = new Response(body as BodyInit)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const type = whole.headers.get('content-type')
  return { bytes, headers: { ...(type ? { 'content-type': type } : {}), 'content-length': String(bytes.length) } }
}

const unpack: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync }

function exchange(url: string, options: RequestOptions, within: number, body: string | Buffer | undefined) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; pairs: [string, string][]; bytes: Buffer }>((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', failed)
      answer.on('end', () => {
        clearTimeout(late)
        const { statusCode = 0, headers, rawHeaders } = answer
        const pairs = rawHeaders.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!]] : []))
        const all = Buffer.concat(parts)
        const plain = all.length > 0 ? unpack[headers['content-encoding'] ?? ''] : undefined
        try {
          resolve({ status: statusCode, headers, pairs, bytes: plain ? plain(all) : all })
        } catch (error) {
          // An error thrown in this listener would end the whole proof instead of failing one row.
          reject(error as Error)
        }
      })
    })
    const late = setTimeout(() => sent.destroy(new Error(`no answer within ${within} ms: ${url}`)), within)
    const failed = (error: Error) => {
      clearTimeout(late)
      reject(error)
    }
    sent.on('error', failed)
    sent.end(body)
  })
}

export interface User {
  name: string
  token: string
  refreshToken: string
  get(path: string, query?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  form(path: string, body?: Record<string, string>): Promise<Answer>
  upload(
    path: string,
    file: { name: string; bytes: Uint8Array<ArrayBuffer>; type?: string },
    fields?: Record<string, string>,
  ): Promise<Answer>
}

/** Signs in a demo account from its own address, so that no lock of another attempt applies. */
export async function asUser(base: string, name: string, password = DEMO_PASSWORD): Promise<User> {
  const pair = await demoLogin(base, name, { password, captcha: CAPTCHA, headers: { 'x-forwarded-for': someAddress() } })
  return userWith(base, name, pair)
}

export function userWith(base: string, name: string, pair: { token: string; refreshToken: string }): User {
  const { token } = pair
  return {
    name,
    ...pair,
    get: (path, query) => ask(base, path, { token, ...(query ? { query } : {}) }),
    post: (path, body = {}) => ask(base, path, { token, body }),
    form: (path, body = {}) => ask(base, path, { token, body: new URLSearchParams(body) }),
    upload: (path, file, fields = {}) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.set(key, value)
      form.set('file', new Blob([file.bytes], { type: file.type ?? 'application/octet-stream' }), file.name)
      return ask(base, path, { token, body: form })
    },
  }
}
