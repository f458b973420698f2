import { engine } from '../catalogue.ts'
import { companyPlace, counts } from '../company-place.ts'
import type { Job, ListCandidates, Outcome } from './protocol.ts'
import { companies, countAuthorized, type Pace, type Progress, type Query } from './thread.ts'

/** The consenting companies that meet one rule on one day; for undecided ones, the missing facts. Writes nothing. */
export async function listCandidates(
  query: Query,
  { day, here, place, rule }: Job & { kind: 'list' },
  progress: Progress,
  pace: Pace,
): Promise<Outcome> {
  const total = await countAuthorized(query)
  const compiled = engine.compilePolicy(rule)
  const found: ListCandidates = { companies: 0, ids: [], match: 0, near: 0, unknown: 0, nomatch: 0, missing: {} }
  for await (const batch of companies(query, [rule])) {
    await pace(() => {
      for (const { id, answers } of batch) {
        if (!counts(place, companyPlace(answers, here))) continue
        const judged = engine.judge(compiled, engine.facts(answers, day), { applyDate: day })
        found[judged.ruleVerdict] += 1
        if (judged.ruleVerdict === 'match') found.ids.push(id)
        if (judged.ruleVerdict === 'unknown') for (const key of judged.missing) found.missing[key] = (found.missing[key] ?? 0) + 1
      }
    })
    progress((found.companies += batch.length), total)
  }
  return { companies: found.companies, changed: 0, list: found }
}
