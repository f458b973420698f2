import type { LiveEndpoint } from '../endpoints.ts'
import { exactly, noFaults, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { ask, type Answer, type User } from '../user.ts'
import type { Actor } from './actors.ts'
import { readExpected } from './matrix.ts'
import { filled, type Filled } from './sample.ts'

interface Scene {
  base: string
  engine: Engine
  endpoints: readonly LiveEndpoint[]
  actors: readonly Actor[]
}
interface Reader {
  name: string
  /** its column in expected.tsv */
  column: string
  token: string | null
}
interface Reading {
  endpoint: LiveEndpoint
  /** the calls without and with the company's number; one, when the endpoint takes no number */
  calls: Filled[]
}

/**
 * The entry in the company's ledger for each call that shows values of its archive to staff. A new call of this kind needs a row here and
 * an entry in the ledger.
 */
const LEDGER: Readonly<Record<string, string>> = {
  '/dynamic/company/info/queryEntArchiveDetail': '查看企业档案',
  '/company/portrait/findById': '查看企业画像',
  '/polHighTechConfig/queryHighTechEnterpriseFinance': '查看企业评分',
  '/polHighTechConfig/getFinanceDataByCompanyId': '查看企业评分',
  '/admin/policyCalculator/matchedCompanies': '反查企业',
}
/** Reading and writing endpoints are told apart by the last part of their address. */
const READS = /^(query|find|page|list|get|detail)/i
const WRITES = /save|update|delete|remove|^set[A-Z]|revoke|logout|refresh|import/i

const AT_ONCE = 20

const last = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * A company gives its consent, and unique values are put into its archive, a shared simulation and an export of staff. All actors call all
 * reading endpoints: each call that shows a value must be in the company's ledger (G-06). Then the company withdraws its consent, and all
 * actors read everything again (G-05).
 */
export async function consentEnds(stage: ProofStage, { base, engine, endpoints, actors }: Scene): Promise<Finding[]> {
  const owner = await stage.asUser(base, 'qy1')
  const consent = (authStatus: '01' | '02') => owner.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
  await consent('02')
  const planted = await plantFacts(owner)
  const shareId = (await owner.post('/imitate/match/log/share', { answers: {}, useArchive: true, includeArchive: true })).body.data.shareId
  const link = () => ask(base, '/imitate/match/log/getMatchCount', { query: { logId: shareId } })
  const staff: Reader[] = []
  for (const { column, userName } of actors)
    if (userName !== 'qy1') staff.push({ name: column, column, token: userName ? (await stage.asUser(base, userName)).token : null })
  staff.push({ name: 'qy2', column: 'QY', token: (await stage.asUser(base, 'qy2')).token })
  const reads = endpoints
    .filter(
      ({ method, path, blob, as }) =>
        !blob && as !== 'multipart' && !WRITES.test(last(path)) && (method === 'GET' || READS.test(last(path))),
    )
    .map((endpoint) => readingOf(endpoint, planted.companyId))
  const doors = (await readExpected()).rows
  const shown = (answer: Answer) => planted.words.filter((word) => answer.text.includes(word))
  const unheard: string[] = []
  const walk = async (seen: (reader: Reader, endpoint: LiveEndpoint, words: string[]) => void): Promise<number> => {
    let calls = 0
    for (const reader of staff)
      for (let at = 0; at < reads.length; at += AT_ONCE)
        await Promise.all(
          reads.slice(at, at + AT_ONCE).map(async ({ endpoint, calls: each }) => {
            // A closed door asks nobody for a number (matrix.ts shows that it is closed), so one call is enough there.
            const isClosed = doors.get(endpoint.key)?.get(reader.column) === '-'
            for (const { query, body } of isClosed ? each.slice(0, 1) : each) {
              calls += 1
              const answer = await ask(base, endpoint.path, { method: endpoint.method, token: reader.token, query, body })
              // A reader refused because of overload has seen nothing, which proves nothing.
              if (answer.status === 429 || answer.status === 503) unheard.push(`${endpoint.key} as ${reader.name}: ${answer.status}`)
              const words = shown(answer)
              if (words.length > 0) seen(reader, endpoint, words)
            }
          }),
        )
    return calls
  }

  const leaving = new Set<string>()
  const foreign: string[] = []
  const calls = await walk((reader, endpoint) => {
    leaving.add(endpoint.path)
    if (reader.token === null || reader.name === 'qy2' || reader.name === 'GR') foreign.push(`${endpoint.key} as ${reader.name}`)
  })
  const ledger = new Set(
    (await owner.get('/ent/company/info/listArchiveUse', { pageSize: '100' })).body.data.list.map(
      (use: { purpose: string }) => use.purpose,
    ),
  )
  const unnoted = [...leaving].filter((path) => ![...ledger].some((purpose) => LEDGER[path] && String(purpose).includes(LEDGER[path])))
  const open = await link()

  await consent('01')
  const withdrawn = performance.now()
  const gone = await link()
  const within = performance.now() - withdrawn
  const left: string[] = []
  const again = await walk((reader, endpoint, words) => left.push(`${endpoint.key} as ${reader.name}: ${words.join()}`))
  return [
    exactly(
      { id: 'G-05', what: '撤回授权前后，带档案数据的分享链接', engine },
      `${shown(open).length > 0} → ${gone.body.code}`,
      'true → NOT_FOUND',
    ),
    noFaults({ id: 'G-05', what: '撤回授权一秒之内', engine }, within <= 1000 ? [] : [`${Math.round(within)} ms`], 1),
    noFaults({ id: 'G-05', what: '撤回后，各身份逐个接口读不到该企业档案的值', engine }, left, again),
    noFaults({ id: 'G-05', what: '读取没有因为拥挤被拒', engine }, unheard, calls + again),
    noFaults({ id: 'G-06', what: '显示了档案值的接口，企业的使用记录里都有', engine }, unnoted, leaving.size),
    noFaults({ id: 'G-06', what: '授权期间，访客、个人与其他企业读不到档案值', engine }, foreign, calls),
  ]
}

function readingOf(endpoint: LiveEndpoint, companyId: number): Reading {
  const calls = [null, { id: String(companyId), file: '0'.repeat(32) }].map((fill) => {
    const { query, body } = filled(endpoint, fill)
    return { query, body: endpoint.as === 'form' ? new URLSearchParams(body as Record<string, string>) : body }
  })
  const asText = ({ query, body }: Filled) => JSON.stringify([query, body instanceof URLSearchParams ? String(body) : body])
  return { endpoint, calls: calls.filter((call, at) => at === 0 || asText(call) !== asText(calls[0]!)) }
}

async function plantFacts(owner: User): Promise<{ companyId: number; words: string[] }> {
  const archive = (await owner.get('/dynamic/company/info/queryEntArchiveDetail')).body.data
  const words = [`金丝雀${Math.random().toString(36).slice(2, 10)}`, '87654.3219']
  const saved = await owner.post('/dynamic/company/info/saveEntArchiveDetail', {
    version: archive.version,
    values: { mainProduct: words[0], revenueY1: Number(words[1]) },
  })
  if (!saved.body.success) throw new Error(`planting was refused: ${saved.text}`)
  return { companyId: archive.companyId, words }
}
