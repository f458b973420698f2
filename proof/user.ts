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

/** Makes one call. Redirects are not followed. Throws only when there is no answer. */
export async function ask(base: string, path: string, options: Ask = {}): Promise<Answer> {
  const { token, body, query } = options
  const json = isPlain(body)
  const url = `${base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    signal: AbortSignal.timeout(options.within ?? 30_000),
    headers: {
      'x-forwarded-for': options.from ?? someAddress(),
      ...(token ? { authorization: token } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as BodyInit) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson && text !== '' ? JSON.parse(text) : {} }
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
