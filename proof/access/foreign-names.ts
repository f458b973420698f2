import { noFaults, type Engine, type Finding } from '../finding.ts'
import { send } from '../input/send.ts'
import type { ProofStage } from '../stage.ts'

const EVIL = 'evil.example'
const PAGES = ['/page/home', '/page/policyserver', '/page/policyserverdetail?id=1', '/login', '/sitemap.xml', '/robots.txt', '/rss.xml']
/** Addresses that begin with /zzd and lead elsewhere. */
const AROUND = [
  '/zzd/../page/home',
  '/zzd/%2e%2e/page/home',
  '/zzd/..%2fpage/home',
  '/zzd/./../login',
  '/zzd\\..\\page/home',
  '/zzd/../work/enterprise',
]

/**
 * A server without PUBLIC_URL (I-08): the host name of a request must not appear in its answers, nor in anything kept for other visitors.
 * The second listener answers no foreign name, and no detour gets the frame rule of /zzd (O-04).
 */
export async function foreignNames(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const app = await stage.app({ engine, env: { EMBEDDERS: 'https://portal.example' } })
  const headers = { host: EVIL, 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https', accept: 'text/html' }
  const named: string[] = []
  for (const path of PAGES) {
    for (const asked of [headers, { accept: 'text/html' }]) {
      const { text, headers: answered } = await send(app.base, { method: 'GET', path, headers: asked })
      if (`${text}${JSON.stringify(answered)}`.includes(EVIL)) named.push(`${path}${asked === headers ? '' : ' (the next visitor)'}`)
    }
  }
  const told: string[] = []
  const inner = ['/', '/metrics', '/openapi.json']
  for (const path of inner) {
    const { status } = await send(app.admin, { method: 'GET', path, headers: { host: EVIL } })
    if (status !== 421) told.push(`${path}: ${status}`)
  }
  const framed: string[] = []
  for (const path of AROUND) {
    const { status, headers: answered } = await send(app.base, { method: 'GET', path, headers: { accept: 'text/html' } })
    if (String(answered['content-security-policy']).includes('portal.example')) framed.push(`${status} ${path}`)
  }
  await app.stop()
  return [
    // Seen red: the origin of pages and feeds from request.host: 10 of 14, three of them for the next visitor.
    noFaults(
      { id: 'I-08', engine, what: '没有设置 PUBLIC_URL 时，伪造的 Host 也不进入页面、站点地图、订阅，下一位访客也看不到' },
      named,
      PAGES.length * 2,
    ),
    // Seen red: no look at Host: 3 of 3.
    noFaults({ id: 'I-08', engine, what: '本机管理端口不应答别的名字' }, told, inner.length),
    // Seen red: the rule chosen by the address as it was written: 5 of 6.
    noFaults({ id: 'O-04', engine, what: '绕经 /zzd 的地址得不到 /zzd 的嵌入许可' }, framed, AROUND.length),
  ]
}
