import { connect } from 'node:net'
import { fillPolicies } from '../../bench/fill.ts'
import { costOf } from '../files/meter.ts'
import { atMost, noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'

const ROWS = 10_000
const TABLES = ['/pol/info/list']

/** Ten simultaneous calls of staff who show all 9000 rows of a table (I-04). */
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
    const show = () => readWhole(app.base, `${table}?pageSize=9000`, token)
    // A freshly started process compiles while it answers.
    for (let n = 0; n < 5; n++) await show()
    const { result, grown } = await costOf(app, () => Promise.all(Array.from({ length: 10 }, show)))
    // The answers are parsed afterwards: parsing a hundred megabytes here would take processor time from the measured server.
    const wrong = result.flatMap(faultOf)
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

/** Size of a buffer that is larger than a page of 9000 rows. */
const ROOM = 24 << 20

interface Whole {
  text: Buffer
  ms: number
}

/** Does as little work as possible: reading ten pages with fetch took two seconds of the processors on which the server is measured. */
const readWhole = (base: string, path: string, token: string) =>
  new Promise<Whole>((resolve, reject) => {
    const from = performance.now()
    const text = Buffer.allocUnsafe(ROOM)
    let at = 0
    const take = (length: number, piece: Uint8Array) => {
      if (at + length > ROOM) socket.destroy(new Error('the page is larger than expected'))
      else text.set(piece.subarray(0, length), at)
      at += length
      return true
    }
    const { hostname: host, port } = new URL(base)
    const socket = connect({ host, port: Number(port), onread: { buffer: Buffer.allocUnsafe(256 << 10), callback: take } })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\nconnection: close\r\n\r\n`)
    socket.once('error', reject)
    socket.once('close', () => resolve({ text: text.subarray(0, at), ms: performance.now() - from }))
  })

/** The faults of an answer as received; none when it is a page of 9000 rows. */
function faultOf({ text }: Whole): string[] {
  const head = text.subarray(0, text.indexOf('\r\n\r\n')).toString()
  const body = text.subarray(head.length + 4).toString()
  const isWhole = head.startsWith('HTTP/1.1 200') && JSON.parse(body).data?.list?.length === 9000
  return isWhole ? [] : [`${head.split('\r\n')[0]} ${body.slice(0, 100)}`]
}
