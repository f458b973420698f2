import type { PolicyRule, RuleNode, SaidRule } from '../policy/market.ts'
import { benefitSentence } from './benefit-words.ts'
import { nodeSentence } from './condition-words.ts'
import { togetherLines } from './rule-words.ts'
import { typedBenefit, typedCondition, typedRule } from './typed.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The rule with generated sentences for every condition, every benefit, and their combination. The given rule is unchanged. */
export function saidRule(words: Vocabulary, rule: PolicyRule): SaidRule {
  const said = (node: RuleNode): RuleNode => ({
    ...node,
    sentence: nodeSentence(words, typedCondition(node)),
    ...(node.all ? { all: node.all.map(said) } : {}),
    ...(node.any ? { any: node.any.map(said) } : {}),
    ...(node.of ? { of: node.of.map(said) } : {}),
    ...(node.not ? { not: said(node.not) } : {}),
  })
  return {
    ...rule,
    conditions: said(rule.conditions),
    benefits: rule.benefits.map((benefit) => ({ ...benefit, sentence: benefitSentence(words, typedBenefit(benefit)) })),
    together: togetherLines(words, typedRule(rule)),
  }
}
