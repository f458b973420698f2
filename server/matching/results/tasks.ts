import { forbidden, invalid, notFound, refused } from '../../kernel/errors.ts'
import { companyOf, type Actor } from '../../kernel/actor.ts'
import { siteArea } from '../../kernel/config.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readTask, requestCancel, resultOf, type TaskRow } from '../../kernel/jobs/task.ts'
import { runsTask, startTask } from '../../kernel/jobs/task-runner.ts'
import { today } from '../../kernel/clock.ts'
import { proposedRule, requirePolicy } from '../../policy/index.ts'
import { authStatuses } from '../../../contract/company.ts'
import { authStatusOf, companiesSeen, consentingOf, noteListed } from '../../company/index.ts'
import { noConsent } from '../judge-company.ts'
import type { DryRunResult } from '../../../contract/matching/dry-run.ts'
import { engine } from '../catalogue.ts'
import type { PolicyRule } from '../engine/index.ts'
import { asRule, currentRules } from '../rule-book.ts'
import { matchCompany } from './read.ts'
import { runJob } from './run.ts'

export const DRY_RUN = 'matching.dryRun'
const COMPANY = 'matching.company'
/** Progress is written at most this often, not at each of fifty steps. */
const REPORT_MS = 400

export function joinTasks(k: Kernel): void {
  runsTask(k, DRY_RUN, async ({ task, signal, progress }) => {
    const { before, rule, place } = await sidesOf(k, task)
    let reported = 0
    let reporting: Promise<void> = Promise.resolve()
    const outcome = await runJob(
      k,
      { kind: 'dryRun', day: today(k.clock), here: siteArea(k.config), place, before, after: rule },
      {
        signal,
        progress: (done, total) => {
          if (performance.now() - reported < REPORT_MS) return
          reported = performance.now()
          // A request to stop arrives through the signal.
          reporting = reporting.then(() => progress({ done, total })).catch(() => {})
        },
      },
    )
    await reporting
    await progress({ done: outcome.companies, total: outcome.companies })
    return { ...outcome.dryRun! }
  })
  runsTask(k, COMPANY, async ({ task, progress }) => {
    await progress({ done: 0, total: 1 })
    const result = await matchCompany(k, Number(task.params?.companyId))
    await progress({ done: 1, total: 1 })
    return result ?? { withdrawn: true }
  })
}

const add = async (k: Kernel, kind: string, actor: Actor, params: Record<string, unknown>) => ({
  taskId: await k.db.transaction().execute((db) => startTask(db, { kind, ownerId: actor.userId, params })),
})

export const inForceOf = async (k: Kernel, policyId: number | null) => (await currentRules(k)).find(({ id }) => id === policyId)

/** The draft of a run and the policy's rule in force (null when there is none); both apply at the policy's place. */
export async function sidesOf(k: Kernel, task: TaskRow): Promise<{ before: PolicyRule | null; rule: PolicyRule; place: string | null }> {
  const { policyId, rule } = task.params as { policyId: number | null; rule: PolicyRule }
  const inForce = await inForceOf(k, policyId)
  return { before: inForce?.compiled.rule ?? null, rule, place: inForce?.place ?? null }
}

/** Somebody else's task is reported as absent. */
export async function own(k: Kernel, kind: string, actor: Actor, taskId: string): Promise<TaskRow> {
  const task = await readTask(k.db, taskId)
  if (!task || task.kind !== kind || task.ownerId !== actor.userId) throw notFound('没有这个任务')
  return task
}
const state = ({ state, done, total, message }: TaskRow) => ({ state, done, total, message })

/** Runs a draft over all consenting companies, compared with the policy's rule in force. Refuses a faulty rule with every place. */
export async function startDryRun(k: Kernel, actor: Actor, input: { policyId?: number | undefined; rule: Record<string, unknown> }) {
  if (input.policyId !== undefined) await requirePolicy(k.db, actor, input.policyId)
  const rule = asRule('draft', '草稿', input.rule)
  const issues = engine.validatePolicyRule(rule)
  if (issues.length) throw invalid(issues.map(({ path, message }) => ({ path: `rule.${path}`, message })))
  return add(k, DRY_RUN, actor, { policyId: input.policyId ?? null, rule })
}

/** Runs the rule that waits for review, as its editor would; for users who write or review policies. */
export async function reviewDryRun(k: Kernel, actor: Actor, policyId: number) {
  if (!actor.permissions.has('policy:review') && !actor.permissions.has('policy:edit')) throw forbidden()
  await requirePolicy(k.db, actor, policyId)
  return startDryRun(k, actor, { policyId, rule: await proposedRule(k, policyId) })
}

export async function dryRunProgress(k: Kernel, actor: Actor, taskId: string) {
  const task = await own(k, DRY_RUN, actor, taskId)
  return { ...state(task), result: task.state === 'done' ? await named(k, actor, resultOf<DryRunResult>(task)) : null }
}

/** Names visible companies while their consent is valid, and records the access in their ledger (P-01, G-06). */
async function named(k: Kernel, actor: Actor, { winners, losers, ...result }: DryRunResult): Promise<DryRunResult> {
  const ids = [...winners.list, ...losers.list].map((row) => row.companyId)
  const standing = await consentingOf(k.db, [...(await companiesSeen(k.db, actor, ids))])
  await noteListed(k, k.db, actor, '试运行政策规则', [...standing])
  const open = ({ total, list }: DryRunResult['winners']) => ({ total, list: list.filter((row) => standing.has(row.companyId)) })
  return { ...result, winners: open(winners), losers: open(losers) }
}

export async function cancelDryRun(k: Kernel, actor: Actor, taskId: string): Promise<true> {
  await own(k, DRY_RUN, actor, taskId)
  if (!(await requestCancel(k.db, taskId))) throw refused('任务已经结束', 'STATE')
  return true
}

/** Matches the caller's own company; another one is reported as absent. */
export async function startCompanyMatch(k: Kernel, actor: Actor, companyId: number | undefined) {
  const mine = companyOf(actor)
  if (companyId !== undefined && companyId !== mine) throw notFound('企业不存在')
  if ((await authStatusOf(k.db, mine)) !== authStatuses.granted) throw noConsent()
  return add(k, COMPANY, actor, { companyId: mine })
}

export async function companyMatchProgress(k: Kernel, actor: Actor, taskId: string) {
  const task = await own(k, COMPANY, actor, taskId)
  // The caller no longer acts for the company of the task, so it is reported as absent.
  if (task.params?.companyId !== actor.companyId) throw notFound('没有这个任务')
  const consented = (await authStatusOf(k.db, companyOf(actor))) === authStatuses.granted
  const result = task.state === 'done' && task.result && !('withdrawn' in task.result) && consented ? task.result : null
  return { ...state(task), result: result as { asOf: string; match: number; near: number; unknown: number } | null }
}
