import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { publicScreens } from '../../web/screens/public.ts'
import { standaloneScreens } from '../../web/screens/standalone.ts'
import { send, wireOf } from './send.ts'
import { liveEndpoints } from '../endpoints.ts'
import { filled } from '../access/sample.ts'
import { PAYLOADS } from './xss-payloads.ts'

/** The parameters that public pages read. */
const PARAMETERS = [
  'q',
  'keyword',
  'id',
  'policyId',
  'policyTitle',
  'type',
  'tab',
  'page',
  'sort',
  'status',
  'level',
  'supportMode',
  'policyDepId',
  'industry',
  'no',
  'code',
  'c',
  'redirect',
  't',
  'from',
  'to',
  'policy',
  'archive',
  'x"><script>alert(1)</script>',
]

/** Elements that no page of the platform has. */
const FOREIGN = new Set([
  'iframe',
  'object',
  'embed',
  'applet',
  'base',
  'math',
  'marquee',
  'keygen',
  'frameset',
  'xss',
  'x',
  'layer',
  'bgsound',
])
/** Characters that must be escaped in a script with visitors' text, so that it is read as data. */
const BARE = /[<>\u2028\u2029]/

/**
 * Visitors' text is returned as text (I-03): in pages, in the state for the browser, in API answers, at unknown addresses, and in
 * redirects.
 */
export async function reflectedScripts(stage: ProofStage, { base, admin, engine }: ProofApp): Promise<Finding[]> {
  const html: string[] = []
  const state: string[] = []
  const api: string[] = []
  let [pages, scripts, answers] = [0, 0, 0]
  const paths = [...publicScreens, ...standaloneScreens].filter(({ who, file }) => who === 'public' && file).map(({ path }) => path)
  const per = stage.rounds(3, 24, PAYLOADS.length)
  const look = async (path: string) => {
    pages += 1
    const { text, status, headers } = await send(base, {
      method: 'GET',
      path,
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
    })
    if (status >= 500) html.push(`${path.slice(0, 120)}: ${status}`)
    if (!String(headers['content-type'] ?? '').startsWith('text/html')) return
    const bodies = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    const outside = bodies.reduce((rest, [whole]) => rest.replace(whole, ''), text)
    for (const [tag, name = ''] of outside.replace(/="[^"]*"/g, '=""').matchAll(/<([a-z][\w-]*)[^<>]*>/gi))
      if (/\son\w+\s*=/i.test(tag) || FOREIGN.has(name.toLowerCase())) html.push(`${path.slice(0, 120)}: ${tag.slice(0, 80)}`)
    for (const [, attributes = '', body = ''] of bodies) {
      if (/\bsrc=/.test(attributes) || !/alert\(|__xss|javascript:/.test(body)) continue
      scripts += 1
      if (BARE.test(body)) state.push(`${path.slice(0, 120)}: ${body.slice(Math.max(0, body.search(BARE) - 30), body.search(BARE) + 30)}`)
    }
  }
  for (const [index, path] of paths.entries())
    for (let n = 0; n < per; n++) {
      const payload = PAYLOADS[(index * per + n) % PAYLOADS.length]!.slice(0, 200)
      await look(`${path}?${new URLSearchParams(PARAMETERS.map((name, at) => [name, at % 3 === n % 3 ? payload : 'a']))}`)
    }
  for (const payload of PAYLOADS.slice(0, per * 3)) {
    await look(`/page/${encodeURIComponent(payload).slice(0, 300)}`)
    await look(`/${encodeURIComponent(payload).slice(0, 300)}`)
  }
  // U+2028 and U+2029 reach a page's state in the search words.
  for (const sign of ['\u2028', '\u2029', '</script><script>alert(1)</script>', '<!--<script>'])
    for (const path of ['/page/search', '/page/policysearch', '/page/policyserver'])
      await look(`${path}?${new URLSearchParams({ q: `企业${sign}alert(1)`, policyTitle: `企业${sign}alert(1)` })}`)

  for (const endpoint of (await liveEndpoints(admin)).filter(({ access, method }) => access === 'public' && method === 'GET'))
    for (const { name } of endpoint.query) {
      answers += 1
      const { query } = filled(endpoint, null)
      const { headers } = await send(base, {
        ...wireOf(endpoint, { query: { ...query, [name]: '<script>alert(1)</script>' }, body: undefined }, null),
        headers: { accept: '*/*' },
      })
      const [type, sniff] = [String(headers['content-type'] ?? ''), headers['x-content-type-options']]
      if (/html|xml|javascript/.test(type) || sniff !== 'nosniff') api.push(`${endpoint.key} ${name}: ${type} ${String(sniff)}`)
    }
  return [
    noFaults({ id: 'I-03', what: '地址里的载荷不成为页面的元素', engine }, html, pages),
    noFaults({ id: 'I-03', what: '页面状态里没有裸的 <、>、U+2028、U+2029', engine }, state, scripts),
    noFaults({ id: 'I-03', what: '接口的回答从不是网页，且带 nosniff', engine }, api, answers),
  ]
}
