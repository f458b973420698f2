import type { Part } from '../stage.ts'
import { oneWinner } from './one-winner.ts'
import { marketStorms } from './market.ts'
import { twoWithCrowd } from './crowd.ts'
import { seats } from './seats.ts'
import { twoProcesses } from './two-processes.ts'

/** Simultaneous calls: one winner per record, and two processes that act as one platform (K-01, K-02, K-03, S-02, S-04, V-04). */
export const part: Part = {
  name: 'concurrency',
  run: async (stage) => {
    const findings = []
    for (const engine of stage.engines) findings.push(...(await oneWinner(stage, engine)))
    if (!stage.engines.includes('postgres')) return findings
    findings.push(...(await twoProcesses(stage)))
    const crowd = await twoWithCrowd(stage)
    findings.push(...(await seats(crowd)), ...(await marketStorms(crowd)))
    await crowd.stop()
    return findings
  },
}
