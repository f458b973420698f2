import { get } from 'node:http'
import { fillPolicies } from '../../bench/fill.ts'
import { costOf } from '../files/meter.ts'
import { atMost, noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'

const ROWS = 10_000
const TABLES = ['/pol/info/list']

/** Ten calls of staff who show all 9000 rows of a table at once (I-04). */
export async function wideTables(stage: ProofStage): Promise<Finding[]> {
  const what = '10 个并发 9000 行'
  if (stage.scale === 'short') return []
  if (!stage.engines.includes('postgres')) return [notRunHere({ id: 'I-04', what }, '没有 PostgreSQL')]
  const database = await stage.database()
  await fillPolicies(database, ROWS)
  const app = await stage.app({ engine: 'postgres', database })
  const { token } = await stage.asUser(app.base, 'editor1')
  const findings: Finding[] = []
  for (const table of TABLES) {
    const show = () => readWhole(`${app.base}${table}?pageSize=9000`, token)
    // A process that has just started compiles while it answers.
    for (let n = 0; n < 5; n++) await show()
    const { result, grown } = await costOf(app, () => Promise.all(Array.from({ length: 10 }, show)))
    // Read afterwards: parsing a hundred megabytes here would take from the server the processor that it is measured on.
    const wrong = result
      .map(({ pieces, status }) => ({ status, body: Buffer.concat(pieces) }))
      .filter(({ body, status }) => status !== 200 || JSON.parse(body.toString()).data?.list?.length !== 9000)
      .map(({ body, status }) => `${status} ${body.subarray(0, 100)}`)
    findings.push(
      noFaults({ id: 'I-04', what: `${table} ${what}：都答全了`, engine: 'postgres' }, wrong, result.length),
      // Seen red: every wide page made at once and as one string (3.0 s, 328 MB; ADR 0070).
      atMost(
        { id: 'I-04', what: `${table} ${what} p95`, engine: 'postgres' },
        Math.round(Math.max(...result.map(({ ms }) => ms))),
        2000,
        ' ms',
      ),
      atMost({ id: 'I-04', what: `${table} ${what} 内存增长`, engine: 'postgres' }, Math.round(grown), 200, ' MB'),
    )
  }
  await app.stop()
  return findings
}

/** As little work as can be: with fetch the reading of ten pages took two seconds of the processors that the server is measured on. */
const readWhole = (url: string, token: string) =>
  new Promise<{ pieces: Buffer[]; status: number | undefined; ms: number }>((resolve, reject) => {
    const from = performance.now()
    get(url, { agent: false, headers: { authorization: token, 'sec-fetch-dest': 'empty' } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('error', reject)
      answer.once('end', () => resolve({ pieces, status: answer.statusCode, ms: performance.now() - from }))
    }).once('error', reject)
  })
