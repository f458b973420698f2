import type { Answers } from '../../contract/matching.ts'
import { allocationSentence } from '../../contract/rule/allocation-words.ts'
import type { Allocation } from '../../contract/rule/types.ts'
import { engine } from './catalogue.ts'

/** What companies are ranked by, as the rules calculate it; null where something is lacking. */
export function figuresOf(key: string, companies: readonly { answers: Answers; day: string }[]): (number | null)[] {
  const field = engine.catalog.byKey.get(key)
  return companies.map(({ answers, day }) => {
    const value = field && engine.facts(answers, day).plain(field)
    return typeof value === 'number' ? value : null
  })
}
/** What the figure of a ranking is measured in. */
export const unitOfRanking = (key: string): string | null => engine.words.field(key)?.unit ?? null
export const allocationInWords = (allocation: Allocation): string => allocationSentence(engine.words, allocation)
