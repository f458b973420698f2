import { companyMatching, ruleDryRun } from '../../../contract/matching/dry-run.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { joinRefresh } from './refresh.ts'
import { dryRunReason } from './dry-run-reason.ts'
import { liveRule } from './live.ts'
import { cancelDryRun, companyMatchProgress, dryRunProgress, joinTasks, reviewDryRun, startCompanyMatch, startDryRun } from './tasks.ts'

export { companiesStanding, countStanding, standingOfCompanies, type KeptVerdict } from './by-verdict.ts'
export { companiesMeeting, resultsOf, type KeptResult, type KeptResults } from './read.ts'
export { rematch } from './refresh.ts'

export function joinResults(k: Kernel): void {
  joinRefresh(k)
  joinTasks(k)
  implement(k, 'matching', ruleDryRun, {
    start: ({ body, actor }) => startDryRun(k, actor, body),
    live: ({ body, actor }) => liveRule(k, actor, body),
    review: ({ body, actor }) => reviewDryRun(k, actor, body.policyId),
    reason: ({ query, actor, call }) => dryRunReason(k, actor, call, query),
    progress: ({ query, actor }) => dryRunProgress(k, actor, query.taskId),
    cancel: ({ body, actor }) => cancelDryRun(k, actor, body.taskId),
  })
  implement(k, 'matching', companyMatching, {
    start: ({ query, actor }) => startCompanyMatch(k, actor, query.companyId),
    progress: ({ query, actor }) => companyMatchProgress(k, actor, query.taskId),
  })
}
