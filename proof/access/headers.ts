import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { screens } from '../../web/screens.ts'
import { liveEndpoints } from '../endpoints.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import { send, type Reply, type Wire } from '../input/send.ts'
import type { ProofStage } from '../stage.ts'

const EMBEDDER = 'https://portal.example'
/** The headers of every answer, with the least that they must say. */
const WANTED: Record<string, RegExp> = {
  'strict-transport-security': /max-age=(3153[6-9]\d{3}|[4-9]\d{7}|\d{9,})/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\)/,
  'cross-origin-opener-policy': /^same-origin/,
}
/** The desk of staff scans passes there. */
const CAMERA_PAGE = '/work/trainActive'
const TELLING = ['server', 'x-powered-by', 'via']
const NOT_SERVED = [
  '/.git/config',
  '/.git/HEAD',
  '/assets/..%2f..%2f..%2f.git/HEAD',
  '/.env',
  '/package.json',
  '/server/main.ts',
  '/build/server/index.js',
  '/assets/.vite/manifest.json',
  '/.vite/manifest.json',
]

/**
 * The headers of every answer, and who may frame it, for all pages, all calls (refused for missing credentials, for their content, for
 * their caller), files, assets, unknown addresses and malformed requests (X-04, O-04). The server has an https address and one embedder.
 */
export async function headersEverywhere(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const app = await stage.app({ engine, env: { PUBLIC_URL: 'https://qifu.example', EMBEDDERS: EMBEDDER } })
  const company = await stage.asUser(app.base, 'qy1')
  const { token } = company
  const pdf = { name: '材料.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n%%EOF\n'), type: 'application/pdf' }
  const { filePath } = (await company.upload('/files/upload', pdf)).body.data
  const html = { accept: 'text/html' }
  const json = { 'content-type': 'application/json' }
  const endpoints = await liveEndpoints(app.admin)
  const assets = (await readdir('build/client/assets')).filter((name) => /\.(js|css|woff2?|svg|png)$/.test(name))
  const calls: Wire[] = [
    ...screens.map(({ path }) => ({ method: 'GET', path, headers: html })),
    ...endpoints.map(({ method, path }) => ({ method, path, headers: json })),
    // Every call is malformed, so that none is carried out: it would end the session or change the next results.
    ...endpoints.map(({ method, path }) =>
      method === 'GET' ? { method, path: `${path}?%ff`, token } : { method, path, token, headers: json, body: '{' },
    ),
    ...endpoints.filter(({ access }) => access.startsWith('can:')).map(({ method, path }) => ({ method, path, token, headers: json })),
    ...['/robots.txt', '/sitemap.xml', '/rss.xml', '/favicon.svg', '/version.json', '/healthz', '/readyz'].map(get),
    { ...get(`/files/download?filePath=${filePath}`), token },
    ...assets.filter((_, at) => at % stage.rounds(20, 4, 1) === 0).map((name) => get(`/assets/${name}`)),
    ...['/nothing', '/zzd/nothing', '/page/nothing', '/assets/nothing.js'].flatMap((path) => [get(path), { ...get(path), headers: html }]),
    { method: 'HEAD', path: '/page/home', headers: html },
    { method: 'OPTIONS', path: '/page/home' },
    { method: 'POST', path: '/sys/queryDictOptionByOptionIds', headers: json, body: `{"key":"${'a'.repeat(2 << 20)}"}` },
  ]
  const wrong: string[] = []
  const frames: string[] = []
  const statuses = new Map<number, number>()
  const look = (name: string, { status, headers }: Pick<Reply, 'status' | 'headers'>, path: string) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    wrong.push(...headerFaults(headers, path === CAMERA_PAGE).map((fault) => `${status} ${name}: ${fault}`))
    const fault = frameFault(headers, path.startsWith('/zzd/') && status === 200)
    if (fault) frames.push(`${status} ${name}: ${fault}`)
  }
  for (const call of calls) look(`${call.method} ${call.path.slice(0, 80)}`, await send(app.base, call), call.path.split('?', 1)[0]!)
  for (const [name, line] of [
    ['no HTTP', 'nonsense'],
    ['too long', `GET /${'a'.repeat(17 << 10)} HTTP/1.1`],
  ] as const)
    look(name, await rawly(app.base, `${line}\r\nhost: x\r\n\r\n`), '/')

  const served: string[] = []
  const maps = assets.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}.map`)
  const hidden = [...NOT_SERVED, ...maps.filter((_, at) => at % stage.rounds(20, 4, 1) === 0)]
  for (const path of hidden) {
    const { status, text: said } = await send(app.base, get(path))
    if (status < 400 || said.includes('[core]')) served.push(`${path}: ${status}`)
  }
  for (const name of assets.filter((one) => one.endsWith('.js')).slice(0, stage.rounds(20, 100, 10_000))) {
    const { text: script } = await send(app.base, get(`/assets/${name}`))
    if (/[#@] sourceMappingURL=/.test(script)) served.push(`${name} names a source map`)
  }
  const traced: string[] = []
  const paths = ['/', '/page/home', '/assets/x.js', ...endpoints.slice(0, stage.rounds(10, 100, 1000)).map(({ path }) => path)]
  for (const path of paths) {
    const answer = await send(app.base, { method: 'TRACE', path, headers: { 'x-canary': 'canary' } })
    const { status, text: said } = answer
    look(`TRACE ${path}`, answer, '/')
    if (status < 400 || said.includes('canary')) traced.push(`${path}: ${status}`)
  }
  await app.stop()
  const looked = [...statuses.values()].reduce((sum, n) => sum + n, 0)
  const seen = [...statuses.keys()].toSorted((a, b) => a - b).join('、')
  const missing = [200, 302, 400, 401, 404, 405, 413, 415, 431]
    .filter((status) => !statuses.has(status))
    .map((status) => `nobody answered ${status}`)
  return [
    // Seen red: HSTS never sent, as without an https address: all.
    noFaults({ id: 'X-04', what: `每个回答的安全头（状态 ${seen}）`, engine }, [...wrong, ...missing], looked),
    // Seen red: only pages said frame-ancestors, as before this check: 1024 of 1195.
    noFaults({ id: 'O-04', what: '只有 /zzd 的页面可被名单内的站点嵌入', engine }, frames, looked),
    // Seen red: build.sourcemap in vite.config.ts: every script named its map, and every map was served.
    noFaults({ id: 'X-04', what: '源码映射、.git、源文件不提供', engine }, served, hidden.length),
    // Seen red: the hook answered TRACE with 200 and the headers of the request.
    noFaults({ id: 'X-04', what: 'TRACE 关闭', engine }, traced, paths.length),
  ]
}

const get = (path: string): Wire => ({ method: 'GET', path })

function headerFaults(headers: Reply['headers'], camera: boolean): string[] {
  const wanted = camera ? { ...WANTED, 'permissions-policy': /camera=\(self\).*geolocation=\(\)/ } : WANTED
  const weak = Object.entries(wanted).flatMap(([name, form]) =>
    form.test(String(headers[name] ?? '')) ? [] : [`${name}: ${headers[name]}`],
  )
  return [...weak, ...TELLING.filter((name) => headers[name] !== undefined).map((name) => `tells ${name}: ${headers[name]}`)]
}

function frameFault(headers: Reply['headers'], embeddable: boolean): string | null {
  const allowed = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'] ?? ''))?.[1]?.trim()
  const wanted = embeddable ? `'self' ${EMBEDDER}` : "'none'"
  return allowed === wanted ? null : `frame-ancestors ${allowed}`
}

/** Sends bytes that no HTTP client would send. */
async function rawly(base: string, bytes: string): Promise<Pick<Reply, 'status' | 'headers'>> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  const [first = '', ...lines] = (await text(socket)).split('\r\n\r\n', 1)[0]!.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string])),
  }
}
