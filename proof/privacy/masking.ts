import type { LiveEndpoint } from '../endpoints.ts'
import { filled } from '../access/sample.ts'
import { readSheetText } from './sheet-text.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { ask, type User } from '../user.ts'

const READERS = ['front1', 'dept1', 'editor1', 'leader1', 'audit1', 'admin1', 'qy2', 'gr1']
/** These endpoints show a number in full on purpose: with a right, a reason and an audit row (P-02). */
const REVEALS = /reveal/i

/** P-02: no list, detail, statistic, export or page shows a full number. */
export async function masking(
  stage: ProofStage,
  { base, engine }: ProofApp,
  endpoints: LiveEndpoint[],
  phones: ReadonlyMap<string, string>,
  owner: User,
): Promise<Finding[]> {
  const shown: string[] = []
  let read = 0
  const look = (text: string, place: string) => {
    read += 1
    for (const [number, where] of phones) if (text.includes(number)) shown.push(`${place}: ${where}`)
  }
  const readable = endpoints.filter(
    ({ method, path, blob }) => !REVEALS.test(path) && !blob && (method === 'GET' || /list|page|query|find/i.test(path)),
  )
  const readers = stage.scale === 'short' ? READERS.slice(0, 3) : READERS
  let masked = 0
  for (const name of readers) {
    const user = await stage.asUser(base, name)
    for (const endpoint of readable.filter(({ access, path }) => access !== 'public' && !/delete|logout|set|changeTo/i.test(path)))
      for (const id of ['1', '2', '11']) {
        const { query, body } = filled(endpoint, { id, file: '0'.repeat(32) })
        const answer = await ask(base, endpoint.path, { method: endpoint.method, token: user.token, query, body })
        look(answer.text, `${endpoint.key} as ${name}`)
        if (/154\*{4}\d{4}/.test(answer.text)) masked += 1
        if (!endpoint.query.some(({ name: key }) => /id$/i.test(key))) break
      }
  }
  const exports: string[] = []
  let files = 0
  const sheets = {
    front1: ['declaration', 'company', 'companyArchive', 'policyConsult'],
    market1: ['workshopInfo', 'landInfo', 'workshopDemand', 'landDemand'],
  }
  for (const [name, bizTypes] of Object.entries(sheets)) {
    const user = await stage.asUser(base, name)
    for (const bizType of bizTypes) {
      const text = await exported(base, user, bizType)
      if (text === undefined) continue
      files += 1
      for (const [number, where] of phones) if (text.includes(number)) exports.push(`export ${bizType} by ${name}: ${where}`)
    }
  }
  const pages: string[] = []
  const addresses = [
    '/page/home',
    '/page/policyserver',
    '/page/policymarket/index',
    '/page/sdmarket',
    '/page/sdmarketdetail1?id=1',
    '/work/enterprise',
    '/work/enterpriseArchive',
    '/work/myProject',
    '/page/feedback',
  ]
  for (const path of addresses) {
    const cookie = `token=${owner.token}`
    const { text } = await ask(base, path, { headers: { cookie, accept: 'text/html', 'sec-fetch-dest': 'document' } })
    for (const [number, where] of phones) if (text.includes(number)) pages.push(`${path}: ${where}`)
  }
  return [
    // Seen red: maskPhone returned the number as it is.
    noFaults({ id: 'P-02', what: '员工与他户读到的接口回答里没有完整号码', engine }, [...new Set(shown)], read),
    noFaults(
      { id: 'P-02', what: '遮盖后的号码确实出现（检查不是空跑）', engine },
      masked > 0 ? [] : ['no masked number was seen anywhere'],
      masked,
    ),
    // Seen red: the same; the export of companies.
    noFaults({ id: 'P-02', what: '导出文件里没有完整号码', engine }, exports, files),
    // Seen red: the viewer of the page carried the number of the last message: 6 of 7.
    noFaults({ id: 'P-02', what: '服务器渲染的页面里没有完整号码', engine }, pages, addresses.length),
  ]
}

async function exported(base: string, user: User, bizType: string): Promise<string | undefined> {
  const started = await user.post('/export/start', { bizType, filters: {} })
  if (!started.body.success) return undefined
  const { taskId } = started.body.data as { taskId: string }
  for (let tries = 0; tries < 300; tries++) {
    const { data } = (await user.get('/export/progress', { taskId: String(taskId) })).body
    if (data.status === 2) {
      const response = await fetch(`${base}/files/download?filePath=${data.filePath}`, { headers: { authorization: user.token } })
      return readSheetText(Buffer.from(await response.arrayBuffer()))
    }
    if (data.status !== 1) throw new Error(`the export ${bizType} ended: ${JSON.stringify(data)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`the export ${bizType} did not end`)
}
