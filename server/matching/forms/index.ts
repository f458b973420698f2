import { calculatorSettings, goldenCases, matchForms } from '../../../contract/matching/forms.ts'
import { replenish } from '../../../contract/matching/replenish.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { questionnaire } from '../questionnaire.ts'
import { listCases, removeCase, runCases, saveCase } from './cases.ts'
import { formQuestions, listForms, removeForm, saveForm, tryForm } from './forms.ts'
import { replenishArchive } from './replenish.ts'
import { questionnaireSettings, saveQuestionnaireSettings } from './settings.ts'

/** Registers match forms, golden cases and the calculator's questionnaire (spec §7 Calculator and admin). */
export function joinForms(k: Kernel): void {
  implement(k, 'matching', matchForms, {
    list: ({ query, actor }) => listForms(k, actor, query),
    remove: ({ query, call }) => removeForm(k, call, query.id),
    questions: ({ query, actor }) => formQuestions(k, query, actor),
    save: ({ body, call }) => saveForm(k, call, body),
    attempt: ({ body, actor }) => tryForm(k, actor, body),
  })
  implement(k, 'matching', goldenCases, {
    list: ({ query, actor }) => listCases(k, actor, query.policyId),
    save: ({ body, call }) => saveCase(k, call, body),
    remove: ({ body, call }) => removeCase(k, call, body.id),
    run: ({ body, actor }) => runCases(k, actor, body),
  })
  implement(k, 'matching', replenish, { save: ({ body, call, actor }) => replenishArchive(k, call, actor, body) })
  implement(k, 'matching', calculatorSettings, {
    find: async () => ({
      ...(await questionnaireSettings(k.db)),
      asked: (await questionnaire(k, null, false)).topics.map(({ title, questions }) => ({ title, questions })),
    }),
    save: ({ body, call }) => saveQuestionnaireSettings(k, call, body),
  })
}
