import { authorizedFactsOf } from '../company/index.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { ranking, type Ranking } from './ranking.ts'
import { rulesFor } from './place.ts'

/** The results of all applicable policies for one company today, best first; null without the company's consent (P-01). */
export async function rankingOf(k: Kernel, companyId: number): Promise<Ranking | null> {
  const facts = await authorizedFactsOf(k.db, companyId)
  return facts && ranking((await rulesFor(k, facts)).rules, { answers: facts, archive: null, asOf: today(k.clock) })
}
