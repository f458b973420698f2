import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { DOCUMENT, see, type Seen } from './probe.ts'

const VISITORS = 4
const PROBE_MS = 200
/** The time after which the regulator counts a site as unavailable. */
const LONGEST_MS = 15_000

/** V-01: the home page while others search: 99.9 % of a thousand probes are answered within a second. */
export async function homeAtNormalLoad(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const probes = stage.rounds(200, 1000, 1000)
  let over = false
  const others = Array.from({ length: 2 }, async () => {
    while (!over) {
      await see(base, `/pol/my/list?policyTitle=${Math.random()}`)
      await sleep(20)
    }
  })
  const seen: Seen[] = []
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (seen.length < probes) seen.push(await see(base, '/page/home', { headers: DOCUMENT }))
  })
  await Promise.all(visitors)
  over = true
  await Promise.all(others)
  const quick = seen.filter(({ status, ms }) => status === 200 && ms < 1000).length
  // Seen red: the page cache with a life of 0 and a second of work before each page: 0.493 %.
  return [atLeast({ id: 'V-01', engine, what: `首页 ${probes} 次探测：1 秒内答复` }, (100 * quick) / seen.length, 99.9, ' %')]
}

/** Requests the home page five times a second until it is stopped; then it returns the findings. */
export function watchHome({ base, engine }: ProofApp): () => Promise<Finding[]> {
  let over = false
  const seen: Seen[] = []
  const pending: Promise<unknown>[] = []
  const watching = (async () => {
    while (!over) {
      pending.push(see(base, '/page/home', { headers: DOCUMENT }).then((one) => seen.push(one)))
      await sleep(PROBE_MS)
    }
  })()
  return async () => {
    over = true
    await watching
    await Promise.all(pending)
    const faults = seen.filter(({ status }) => status !== 200).map(({ status, ms }) => `${status} after ${ms.toFixed(0)} ms`)
    const slowest = Math.round(Math.max(...seen.map(({ ms }) => ms)))
    const where = { id: 'V-01', engine }
    return [
      // Seen red: sayUnavailable() instead of the old copy: 5 of 26.
      noFaults({ ...where, what: '所有数据库故障期间，首页每次都有内容' }, faults, seen.length),
      atMost({ ...where, what: '所有数据库故障期间，首页最慢一次' }, slowest, LONGEST_MS, ' ms'),
    ]
  }
}
