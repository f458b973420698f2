import type { PolicyRule, RuleNode, SaidRule } from '../../../contract/policy/market.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'

/** What the matching domain offers about rules. It registers itself, because it depends on policies and not the reverse. */
export interface RuleChecker {
  /** every fault with its place inside the rule; empty when the rule can be used */
  faults(rule: PolicyRule, code: string, title: string): { path: string; message: string }[]
  /** the rule as sentences; `title` gives the title of a referenced policy when the reader may know it */
  said(rule: PolicyRule, title: (code: string) => string | undefined): SaidRule
  /** the whole rule as lines, for comparing two rules */
  lines(rule: PolicyRule, title: (code: string) => string | undefined): { conditions: string[]; benefits: string[] }
  /** ids of the conditions that a company can usually still fulfil */
  closable(conditions: RuleNode): string[]
  /** stored cases of the policy whose result under the rule differs from the expected one, one sentence each */
  brokenCases(db: Db, policyId: number, rule: PolicyRule): Promise<string[]>
}

const ruleChecker = givenPerKernel<RuleChecker>()
export const useRuleChecker = ruleChecker.give

export function checkerOf(k: Kernel): RuleChecker {
  const checker = ruleChecker.of(k)
  if (!checker) throw new Error('no rule checker: the matching domain has not joined')
  return checker
}

/**
 * Refuses a rule that the engine cannot use, with every place given from `rule.` on; marks closable conditions where the editor made no
 * choice.
 */
export function checkedRule(k: Kernel, rule: PolicyRule, code: string, title: string): PolicyRule {
  const checker = checkerOf(k)
  const faults = checker.faults(rule, code, title)
  if (faults.length > 0) throw invalid(faults.slice(0, 50).map(({ path, message }) => ({ path: `rule.${path}`, message })))
  return rule.closable ? rule : { ...rule, closable: checker.closable(rule.conditions) }
}

/** Refuses a rule under which a stored case has another result than its editor expects (issue 3 B: golden cases run at every change). */
export async function refuseBrokenCases(k: Kernel, db: Db, policyId: number, rule: PolicyRule): Promise<void> {
  const broken = await checkerOf(k).brokenCases(db, policyId, rule)
  if (broken.length > 0) throw invalid(broken.slice(0, 20).map((message) => ({ path: 'rule', message })))
}
