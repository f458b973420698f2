import type { Finding } from '../finding.ts'
import type { Part } from '../stage.ts'
import { databaseAway } from './database.ts'
import { neighboursAway } from './neighbours.ts'
import { overload } from './overload.ts'
import { stopUnderLoad } from './stop.ts'

/** What users get while a neighbour is away, while we stop, and while too many come (V-01, V-04, V-05, V-06). */
export const part: Part = {
  name: 'availability',
  alone: async (stage) => {
    const findings: Finding[] = []
    if (stage.engines.includes('postgres')) {
      findings.push(...(await databaseAway(stage)))
      // The short form has the breaker and the doors (Admission) in tests of their own.
      if (stage.scale !== 'short') findings.push(...(await neighboursAway(stage)), ...(await overload(stage)))
    }
    return [...findings, ...(await stopUnderLoad(stage))]
  },
}
