import { typedCondition, typedRule } from '../../contract/rule/typed.ts'
import type { PolicyRule as ReadableRule, SaidRule } from '../../contract/policy/market.ts'
import { benefitSentence } from '../../contract/rule/benefit-words.ts'
import { comparedLines } from '../../contract/rule/rule-words.ts'
import { saidRule as saidIn } from '../../contract/rule/said-rule.ts'
import type { Vocabulary } from '../../contract/rule/vocabulary.ts'
import { engine } from './catalogue.ts'
import type { Benefit } from './engine/index.ts'

/** Titles of policies by code, as far as the reader may know them. */
export type Titles = Vocabulary['policy']

const vocabulary = (policy: Titles): Vocabulary => ({ ...engine.words, policy })

/** What each benefit of a rule pays, in generated sentences. */
export const saidBenefits = ({ benefits = [] }: { benefits?: readonly Benefit[] }, policy: Titles): { name: string; sentence: string }[] =>
  benefits.map((benefit) => ({ name: benefit.name, sentence: benefitSentence(vocabulary(policy), benefit) }))

/** The rule with generated sentences. The stored rule is unchanged. */
export const saidRule = (rule: ReadableRule, policy: Titles): SaidRule => saidIn(vocabulary(policy), rule)

/** The whole rule as lines, for comparing two rules; closable conditions follow the engine's default when nobody chose. */
export const ruleLinesOf = (rule: ReadableRule, policy: Titles) =>
  comparedLines(vocabulary(policy), {
    ...typedRule(rule),
    closable: rule.closable ?? engine.defaultClosable(typedCondition(rule.conditions)),
  })
