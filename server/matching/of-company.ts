import type { Judgement } from '../../contract/matching.ts'
import { authorizedFactsOf } from '../company/index.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestFirst, judgeRules } from './judge-company.ts'
import { currentRules } from './rule-book.ts'

/** What every policy in force says of one company today, best first; null without the company's consent (P-01). */
export async function judgementsOf(k: Kernel, companyId: number): Promise<Judgement[] | null> {
  const facts = await authorizedFactsOf(k.db, companyId)
  if (!facts) return null
  return judgeRules(await currentRules(k), { answers: facts as never, archive: null, asOf: today(k.clock) }, false).sort(bestFirst)
}
