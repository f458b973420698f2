import { synonyms, unanswered } from '../../../contract/policy/search-desk.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { answerQuestion } from './answers.ts'
import { effectOf, storedAnswers, usedBy } from './effect.ts'
import { labelQuestion } from './label-question.ts'
import { listSynonyms, removeSynonyms, saveSynonyms } from './synonyms.ts'
import { keepUnansweredShort, listUnanswered, reopenUnanswered, settleUnanswered } from './unanswered.ts'

export { settleByEntry, useKnowledgeBook } from './answers.ts'
export { keepQuestion, noteUnanswered } from './unanswered.ts'

/** Registers what editors maintain for the policy search. */
export function joinSearchDesk(k: Kernel): void {
  keepUnansweredShort(k)
  implement(k, 'policy', synonyms, {
    list: ({ query }) => {
      storedAnswers(k).catch((err: unknown) => k.log.warn({ err }, 'the stored questions were not answered'))
      return listSynonyms(k, query)
    },
    save: ({ body, call }) => saveSynonyms(k, call, body),
    remove: ({ body, call }) => removeSynonyms(k, call, body.id),
    usedBy: ({ query }) => usedBy(k, query.id),
    tryIt: ({ body }) => effectOf(k, body),
  })
  implement(k, 'policy', unanswered, {
    list: ({ query }) => listUnanswered(k, query),
    settle: ({ body, call }) => settleUnanswered(k, call, body),
    reopen: ({ body, call }) => reopenUnanswered(k, call, body.id),
    knowledge: ({ body, call }) => answerQuestion(k, call, body),
    label: ({ body, call }) => labelQuestion(k, call, body),
  })
}
