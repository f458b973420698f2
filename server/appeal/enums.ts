import { appealCodes, appealPauses, appealResults, appealScores, senderLabels } from '../../contract/appeal/states.ts'
import type { Kernel } from '../kernel/kernel.ts'

const optionsOf = (words: Readonly<Record<string | number, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** The labels of all appeal codes. The sources come from a dictionary. */
export async function appealEnums(k: Kernel) {
  const sources = await k.db
    .selectFrom('dict_value')
    .select(['value', 'label'])
    .where('dict_type', '=', 'appealSource')
    .where('enabled', '=', true)
    .orderBy('sort')
    .execute()
  return {
    state: optionsOf(appealCodes.labels),
    senderState: optionsOf(senderLabels),
    result: optionsOf(appealResults),
    pause: optionsOf(appealPauses),
    score: optionsOf(appealScores),
    sourceType: sources,
  }
}
