import type { RuleNode } from '../../contract/policy/market.ts'
import { engine } from './catalogue.ts'
import type { Condition } from './engine/index.ts'

/** A rule's conditions in words, one line a condition. */
export const ruleLines = (conditions: RuleNode): string[] =>
  engine
    .ruleInWords(conditions as unknown as Condition)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
