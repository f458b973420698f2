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
    const show = async () => {
      const from = performance.now()
      const answer = await fetch(`${app.base}${table}?pageSize=9000`, { headers: { authorization: token } })
      const body = Buffer.from(await answer.arrayBuffer())
      return { body, status: answer.status, ms: performance.now() - from }
    }
    await show()
    const { result, grown } = await costOf(app, () => Promise.all(Array.from({ length: 10 }, show)))
    // Read afterwards: parsing a hundred megabytes here would take from the server the processor that it is measured on.
    const wrong = result
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
