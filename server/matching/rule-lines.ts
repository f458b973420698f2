import { typedCondition } from '../../contract/rule/typed.ts'
import type { RuleNode } from '../../contract/policy/market.ts'
import { engine } from './catalogue.ts'

/** A rule's conditions in words, one line per condition. */
export const ruleLines = (conditions: RuleNode): string[] =>
  engine
    .ruleInWords(typedCondition(conditions))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
