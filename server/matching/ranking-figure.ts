import type { Answers } from '../../contract/matching.ts'
import { allocationSentence } from '../../contract/rule/allocation-words.ts'
import type { Allocation } from '../../contract/rule/types.ts'
import { engine } from './catalogue.ts'

/** The figure by which companies are ranked, as the rules calculate it; null when a fact is missing. */
export function figuresOf(key: string, companies: readonly { answers: Answers; day: string }[]): (number | null)[] {
  const field = engine.catalog.byKey.get(key)
  return companies.map(({ answers, day }) => {
    const value = field && engine.facts(answers, day).plain(field)
    return typeof value === 'number' ? value : null
  })
}
/** The unit of the ranking figure. */
export const unitOfRanking = (key: string): string | null => engine.words.field(key)?.unit ?? null
export const allocationInWords = (allocation: Allocation): string => allocationSentence(engine.words, allocation)
