import { typedCondition } from '../../contract/rule/typed.ts'
import { useRuleChecker, type RuleChecker } from '../policy/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { engine } from './catalogue.ts'
import { brokenCases } from './forms/cases.ts'
import { asRule } from './rule-book.ts'
import { ruleLinesOf, saidRule } from './said.ts'

/** The engine's checks for saving policies. */
const ruleCheckerOf = (k: Kernel): RuleChecker => ({
  faults: (rule, code, title) => engine.validatePolicyRule(asRule(code, title, rule)),
  said: saidRule,
  lines: ruleLinesOf,
  closable: (conditions) => engine.defaultClosable(typedCondition(conditions)),
  brokenCases: (db, policyId, rule) => brokenCases(k, db, policyId, rule),
})

export const joinRuleChecker = (k: Kernel): void => useRuleChecker(k, ruleCheckerOf(k))
