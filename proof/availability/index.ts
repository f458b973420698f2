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
      // The short form has the breaker and the doors (Admission) in tests of their own.
      const isShort = stage.scale === 'short'
      // Beside each other: what is waited for here is who does not answer.
      findings.push(...(await Promise.all([databaseAway(stage), isShort ? [] : neighboursAway(stage)])).flat())
      if (!isShort) findings.push(...(await overload(stage)))
    }
    return [...findings, ...(await stopUnderLoad(stage))]
  },
}
