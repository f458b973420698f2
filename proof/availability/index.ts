import type { Finding } from '../finding.ts'
import type { Part } from '../stage.ts'
import { databaseAway } from './database.ts'
import { neighboursAway } from './neighbours.ts'
import { overload } from './overload.ts'
import { stopUnderLoad } from './stop.ts'
import { holderKilled } from './stream-holder.ts'

/** What users get while a neighbouring system is unavailable, while a server stops, and under overload (V-01, V-04, V-05, V-06). */
export const part: Part = {
  name: 'availability',
  alone: async (stage) => {
    const findings: Finding[] = []
    if (stage.engines.includes('postgres')) {
      // The short form leaves out the circuit breaker and the admission of requests, which have tests of their own.
      const isShort = stage.scale === 'short'
      // These run at the same time, because they mostly wait for systems that do not answer.
      findings.push(...(await Promise.all([databaseAway(stage), isShort ? [] : neighboursAway(stage)])).flat())
      if (!isShort) findings.push(...(await overload(stage)), ...(await holderKilled(stage)))
    }
    return [...findings, ...(await stopUnderLoad(stage))]
  },
}
