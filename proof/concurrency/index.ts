import type { Part } from '../stage.ts'
import { notYet } from '../finding.ts'
import { oneWinner } from './one-winner.ts'
import { twoProcesses } from './two-processes.ts'

/** Many at once: one record, one winner, and two processes that are one platform (K-01, K-02, K-03, S-02, S-04, V-04). */
export const part: Part = {
  name: 'concurrency',
  run: async (stage) => {
    const findings = []
    for (const engine of stage.engines) findings.push(...(await oneWinner(stage, engine)))
    if (stage.engines.includes('postgres')) findings.push(...(await twoProcesses(stage)))
    findings.push(notYet('K-01', '席位与名额：200 人争 20 个（培训领域尚未建成）'))
    return findings
  },
}
