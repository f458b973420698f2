import { request } from 'node:http'
import type { LiveEndpoint } from '../endpoints.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'

interface Scene {
  base: string
  engine: Engine
  /** the endpoints to call */
  endpoints: LiveEndpoint[]
  /** all endpoints of the server */
  all: LiveEndpoint[]
}

/** Ways of writing an address that a router and a guard could read differently. */
const variants: [string, (path: string) => string][] = [
  ['末尾斜杠', (path) => `${path}/`],
  ['双斜杠', (path) => path.replace(/(.)\//, '$1//')],
  ['开头双斜杠', (path) => `/${path}`],
  ['点段', (path) => path.replace(/(.)\//, '$1/./')],
  ['编码的点段', (path) => path.replace(/(.)\//, '$1/%2e/')],
  ['上下目录', (path) => `/sys/link/..%2f..${path}`],
  ['%2f', (path) => path.replace(/(.)\//, '$1%2f')],
  ['%252f', (path) => path.replace(/(.)\//, '$1%252f')],
  ['反斜杠', (path) => path.replace(/(.)\//, '$1\\')],
  ['编码字母', (path) => path.replace(/[a-z]$/, (c) => `%${c.charCodeAt(0).toString(16)}`)],
  ['大写', (path) => path.toUpperCase()],
  [';x', (path) => `${path};x=1`],
  ['后缀', (path) => `${path}.json`],
  ['%00', (path) => `${path}%00`],
  ['%20', (path) => `${path}%20`],
]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE']

let calls = 0
/** Sends the path unchanged, because fetch would normalise it. */
function raw(base: string, method: string, path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(base)
  calls += 1
  return new Promise((resolve, reject) => {
    const from = `10.${100 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}`
    const sent = request({ hostname, port, method, path, headers: { 'x-forwarded-for': from, ...headers }, timeout: 30_000 }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

const codeOf = (text: string) => /"code":"(\w+)"/.exec(text)?.[1]

/**
 * Access is denied by default for the whole table, and another way of writing the address or another method gives no weaker answer (C-01,
 * S-05).
 */
export async function closedWithoutProof(stage: ProofStage, { base, engine, endpoints, all }: Scene): Promise<Finding[]> {
  const guarded = endpoints.filter(({ access }) => access !== 'public')
  const staff = endpoints.filter(({ access }) => access.startsWith('can:') || access === 'type:YYF')
  const { token } = await stage.asUser(base, 'qy1')
  const json = { 'content-type': 'application/json' }
  const open: string[] = []
  const cookies: string[] = []
  for (const { key, method, path } of guarded) {
    const plain = await raw(base, method, path, json)
    if (plain.status !== 401) open.push(`${key}: ${plain.status}`)
    const bait = { ...json, cookie: `token=${token}; qftToken=${token}; authorization=${token}` }
    const withCookie = await raw(base, method, `${path}?token=${token}&authorization=${token}`, bait)
    if (withCookie.status !== 401) cookies.push(`${key}: ${withCookie.status}`)
  }

  const weaker: string[] = []
  const tried = stage.rounds(4, variants.length, variants.length)
  let written = 0
  for (const [index, { key, method, path }] of guarded.entries())
    // The short form tries a few variants per endpoint, in rotation, so that every variant is tried on some.
    for (let at = 0; at < tried; at++) {
      const [name, write] = variants[(index + at) % variants.length]!
      written += 1
      const { status } = await raw(base, method, write(path), json)
      if (![400, 401, 404].includes(status)) weaker.push(`${key} ${name}: ${status}`)
    }
  for (const [index, { key, method, path }] of staff.entries())
    for (let at = 0; at < tried; at++) {
      const [name, write] = variants[(index + at) % variants.length]!
      written += 1
      const { status, text } = await raw(base, method, write(path), { ...json, authorization: token })
      if (![400, 401, 404].includes(status) && codeOf(text) !== 'FORBIDDEN') weaker.push(`${key} ${name} as QY: ${status}`)
    }

  const known = new Set(all.map(({ key }) => key))
  const methods: string[] = []
  let otherwise = 0
  for (const { path } of guarded.filter((_, index) => index % stage.rounds(6, 1, 1) === 0))
    for (const method of METHODS) {
      otherwise += 1
      if (known.has(`${method} ${path}`)) continue
      const { status } = await raw(base, method, path)
      if (status < 400 || status >= 500) methods.push(`${method} ${path}: ${status}`)
    }
  return [
    // Seen red: checkAccess let `token` endpoints pass without a session: 30 open.
    noFaults({ id: 'C-01', what: '无凭据调用非公开接口一律 401', engine }, open, guarded.length),
    // Seen red: identify() also read request.cookies.token: all open.
    noFaults({ id: 'S-05', what: 'cookie 与地址参数不是凭据', engine }, cookies, guarded.length),
    // Seen red: identify() took an address with `;` for an internal call.
    noFaults({ id: 'C-01', what: '地址的别样写法不更弱', engine }, weaker, written),
    // Seen red: a hook answered OPTIONS with 204.
    noFaults({ id: 'C-01', what: '其他方法不更弱', engine }, methods, otherwise),
  ]
}
