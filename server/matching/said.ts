import { typedBenefit, typedCondition, typedRule } from '../../contract/rule/typed.ts'
import type { PolicyRule as ReadableRule, RuleNode, SaidRule } from '../../contract/policy/market.ts'
import { benefitSentence } from '../../contract/rule/benefit-words.ts'
import { nodeSentence } from '../../contract/rule/condition-words.ts'
import { comparedLines, togetherLines } from '../../contract/rule/rule-words.ts'
import type { Vocabulary } from '../../contract/rule/vocabulary.ts'
import { engine } from './catalogue.ts'
import type { Benefit } from './engine/index.ts'

/** Titles of policies by code, as far as the reader may know them. */
export type Titles = Vocabulary['policy']

const vocabulary = (policy: Titles): Vocabulary => ({ ...engine.words, policy })

/** What each benefit of a rule pays, in generated sentences. */
export const saidBenefits = ({ benefits = [] }: { benefits?: readonly Benefit[] }, policy: Titles): { name: string; sentence: string }[] =>
  benefits.map((benefit) => ({ name: benefit.name, sentence: benefitSentence(vocabulary(policy), benefit) }))

/** The rule with generated sentences for every condition, every benefit, and their combination. The stored rule is unchanged. */
export function saidRule(rule: ReadableRule, policy: Titles): SaidRule {
  const words = vocabulary(policy)
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

/** The whole rule as lines, for comparing two rules; closable conditions follow the engine's default when nobody chose. */
export const ruleLinesOf = (rule: ReadableRule, policy: Titles) =>
  comparedLines(vocabulary(policy), {
    ...typedRule(rule),
    closable: rule.closable ?? engine.defaultClosable(typedCondition(rule.conditions)),
  })
