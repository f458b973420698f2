import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { authorizedFactsOf, noteSitting, requireCompany } from '../../company/index.ts'
import { engine } from '../catalogue.ts'
import { present, type PolicyRule } from '../engine/index.ts'
import { describe, unsavedPolicy } from '../judge-company.ts'
import { DRY_RUN, own, sidesOf } from './tasks.ts'

/** One company under the rule in force and under the draft of the caller's own run, with the present archive. */
export async function dryRunReason(k: Kernel, actor: Actor, call: Call, { taskId, companyId }: { taskId: string; companyId: number }) {
  const { before, rule } = await sidesOf(k, await own(k, DRY_RUN, actor, taskId))
  await requireCompany(k.db, actor, companyId)
  const answers = await authorizedFactsOf(k.db, companyId)
  if (!answers) throw refused('该企业未授权平台使用其档案，不能用来试算', 'NO_CONSENT')
  await noteSitting(k, call, actor, companyId, 'company.rule.try')
  const applyDate = today(k.clock)
  const facts = engine.facts(answers, applyDate)
  const judged = (one: PolicyRule) => describe(unsavedPolicy, present(engine.judge(engine.compilePolicy(one), facts, { applyDate })), null)
  return { before: before && judged(before), after: judged(rule) }
}
