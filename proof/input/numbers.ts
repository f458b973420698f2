import { filled } from '../access/sample.ts'
import { noFaults, type Finding } from '../finding.ts'
import { wrongAnswer } from './judge.ts'
import type { InputScene } from './scene.ts'
import { send } from './send.ts'

const NO_PAGES = ['-1', '0', '1e9', '1000000000', '1e3', 'NaN', 'Infinity', '1.5', ' 1', '0x10', '１', 'true', '9'.repeat(30), '']
const ANONYMOUS_MOST = 100
const MOST = 9000
const MOST_REACH = 100_000
const MOST_IDS = 200

/**
 * Page numbers and sizes are numbers within their limits, and lists of ids have at most 200 entries (I-04). Checked at every endpoint that
 * has them.
 */
export async function pageLimits({ app, engine, endpoints, callerOf }: InputScene): Promise<Finding[]> {
  const taken: string[] = []
  const tooMuch: string[] = []
  const ids: string[] = []
  const counts = { words: 0, sizes: 0, ids: 0 }
  for (const endpoint of endpoints.filter(({ query }) => query.some(({ name }) => name === 'pageSize'))) {
    const { token } = await callerOf(endpoint)
    const { query } = filled(endpoint, null)
    const ask = (more: Record<string, string>) => {
      const values = new URLSearchParams({ ...query, ...more })
      return send(app.base, {
        method: endpoint.method,
        path: `${endpoint.path}?${values}`,
        token,
        ...(endpoint.method === 'POST' ? json({}) : {}),
      })
    }
    for (const name of ['page', 'pageSize'].filter((one) => endpoint.query.some((parameter) => parameter.name === one)))
      for (const word of NO_PAGES) {
        // Page one million is a valid number; the limit of page × size below excludes it.
        counts.words += 1
        const answer = await ask({ [name]: word })
        if (answer.status !== 400) taken.push(`${endpoint.key} ${name}=${word}: ${answer.status} ${wrongAnswer(answer) ?? ''}`)
      }
    const most = endpoint.access === 'public' ? ANONYMOUS_MOST : MOST
    const beyond: Record<string, string>[] = [{ pageSize: String(most + 1) }]
    if (endpoint.query.some(({ name }) => name === 'page')) beyond.push({ pageSize: '100', page: String(MOST_REACH / 100 + 1) })
    for (const values of beyond) {
      counts.sizes += 1
      const answer = await ask(values)
      if (answer.status !== 400) tooMuch.push(`${endpoint.key} ${JSON.stringify(values)}: ${answer.status}`)
    }
  }
  for (const endpoint of endpoints.filter(({ as, body }) => as !== 'multipart' && body))
    for (const name of Object.keys(endpoint.body!.properties ?? {}).filter((one) => /^ids$|Ids$/.test(one))) {
      const { token } = await callerOf(endpoint)
      const { body } = filled(endpoint, null)
      counts.ids += 1
      const many = Array.from({ length: MOST_IDS + 1 }, (_, i) => i + 1)
      const answer = await send(app.base, { method: 'POST', path: endpoint.path, token, ...json({ ...(body as object), [name]: many }) })
      if (answer.status !== 400) ids.push(`${endpoint.key} ${name}: ${answer.status} ${answer.json.code ?? 'success'}`)
    }
  return [
    // Seen red: wireInt took 1e3: 65.
    noFaults({ id: 'I-04', what: `页码与页长不收 ${NO_PAGES.length} 种非数`, engine }, taken, counts.words),
    // Seen red: 46 lists counted their way to page 1001 of 100 (mended).
    noFaults({ id: 'I-04', what: '页长上限（匿名 100、登录 9000），页码×页长 ≤ 100,000', engine }, tooMuch, counts.sizes),
    // Seen red: idList took 300: 15.
    noFaults({ id: 'I-04', what: `一次最多 ${MOST_IDS} 个编号`, engine }, ids, counts.ids),
  ]
}

const json = (body: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
