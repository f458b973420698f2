import { highTech, highTechResults } from '../../../contract/matching/hightech.ts'
import { authorizedFactsOf, noteSitting } from '../../company/index.ts'
import { today } from '../../kernel/clock.ts'
import { implement } from '../../kernel/implement.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { scoredCompany } from './company.ts'
import { financeRows } from './finance.ts'
import { exportResults, resultHeaders, resultPage } from './result-list.ts'
import { refreshScores } from './results.ts'
import { deleteDetails, saveDetails, saveFinance, saveQuestions } from './company-answers.ts'
import { highTechConfig } from './schemes.ts'
import { scoreSheet } from './sheet.ts'

/** Registers the scoring of companies by score tables (spec §7 High-tech). */
export function joinScoring(k: Kernel): void {
  // Facts also change elsewhere (archive, imports), and with the day the counted years change.
  recurring(k, { name: 'score.refresh', title: '重算企业评分', cron: '*/10 * * * *' }, async () => {
    await refreshScores(k)
  })
  implement(k, 'matching', highTech, {
    config: ({ query }) => highTechConfig(k, query.id),
    questions: ({ call, actor, query }) => scoreSheet(k, call, actor, query),
    finance: async ({ call, actor, body }) => {
      const { companyId, own } = await scoredCompany(k, actor, body.companyId)
      if (!own) await noteSitting(k, call, actor, companyId, 'company.score.read')
      return financeRows((await authorizedFactsOf(k.db, companyId)) ?? {}, today(k.clock))
    },
    saveFinance: ({ actor, call, body }) => saveFinance(k, call, actor, body),
    saveQuestions: ({ actor, call, body }) => saveQuestions(k, call, actor, body),
    saveDetails: ({ actor, call, body }) => saveDetails(k, call, actor, body),
    deleteDetails: ({ actor, call, body }) => deleteDetails(k, call, actor, body),
  })
  implement(k, 'matching', highTechResults, {
    headers: ({ query }) => resultHeaders(query.id),
    page: ({ actor, body }) => resultPage(k, actor, body),
    export: ({ call, body }) => exportResults(k, call, body),
  })
}
