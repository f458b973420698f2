import { Agent, request } from 'node:http'
import type { LiveEndpoint } from '../endpoints.ts'

/** One call as bytes, because fetch would normalise it. */
export interface Wire {
  method: string
  /** path and query, sent unchanged */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  token?: string | null
}
export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** ms from sending to the last byte */
  ms: number
  json: { success?: boolean; code?: string; msg?: string; description?: string; data?: any; fields?: { path: string; message: string }[] }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
let calls = 0
/** Every call has its own address, so that no limit per minute is reached. */
export const someAddress = (): string => {
  calls += 1
  return `10.${64 + ((calls >> 16) & 127)}.${(calls >> 8) & 255}.${calls & 255}`
}

/** Status 0: no answer within 30 s, or the connection was cut. */
export function send(base: string, { method, path, headers = {}, body, token }: Wire): Promise<Reply> {
  const { hostname, port } = new URL(base)
  const from = performance.now()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, headers: {}, text: error.message, ms: performance.now() - from, json: {} })
    const all = { 'x-forwarded-for': someAddress(), ...(token ? { authorization: token } : {}), ...length, ...headers }
    const sent = request({ agent, hostname, port, method, path, headers: all, timeout: 30_000 }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', failed)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, ms: performance.now() - from, json: parsed(isJson, text) })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')))
    sent.on('error', failed)
    sent.end(body)
  })
}

function parsed(isJson: boolean, text: string): Reply['json'] {
  if (!isJson) return {}
  try {
    return (JSON.parse(text) as Reply['json'] | null) ?? {}
  } catch {
    return {}
  }
}

export type Values = Record<string, unknown>

/** Marks text that is sent unchanged: a bare `NaN` in JSON, a broken escape in an address. */
export const RAW = '\ue000raw:'

/** `a=1&b=2&b=3`: objects as JSON, text after RAW unescaped. Lone surrogates become the three bytes that UTF-8 forbids. */
export function encoded(values: Values): string {
  const one = (value: unknown): string => {
    const text = typeof value === 'string' ? value : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
    return text.startsWith(RAW) ? text.slice(RAW.length) : escaped(text)
  }
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((item) => `${escaped(name)}=${one(item)}`))
    .join('&')
}
const escaped = (text: string) =>
  text.isWellFormed() ? encodeURIComponent(text) : [...text].map((c) => (c.isWellFormed() ? encodeURIComponent(c) : '%ED%A0%80')).join('')

/** JSON with text after RAW unquoted. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    new RegExp(`"${RAW}((?:[^"\\\\]|\\\\.)*)"`, 'g'),
    (_, raw: string) => JSON.parse(`"${raw}"`) as string,
  )

/** The call of an endpoint with these values, encoded as its contract says. */
export function wireOf(endpoint: LiveEndpoint, input: { query: Values; body: unknown }, token: string | null): Wire {
  const query = encoded(input.query)
  const path = query ? `${endpoint.path}?${query}` : endpoint.path
  if (endpoint.method === 'GET') return { method: 'GET', path, token }
  const isForm = endpoint.as === 'form' && typeof input.body === 'object' && input.body !== null
  return {
    method: 'POST',
    path,
    token,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? encoded(input.body as Values) : jsonOf(input.body),
  }
}
