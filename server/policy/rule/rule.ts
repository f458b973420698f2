import type { PolicyRule, RuleNode } from '../../../contract/policy/market.ts'

/** A policy as the data files contain it, including its rule. */
export interface RuleFacts {
  conditions: RuleNode
  benefits: { kind: string; name?: string; formula?: string; upperBound?: boolean }[]
  benefitCombine?: 'sum' | 'max'
  exclusiveGroup?: string
  competitive?: boolean
  maxPerYear?: number
  allocation?: PolicyRule['allocation']
  funding?: PolicyRule['funding']
  clawback?: string
}

export function ruleOf(p: RuleFacts): PolicyRule {
  const optional = Object.fromEntries(
    (['exclusiveGroup', 'competitive', 'maxPerYear', 'allocation', 'funding', 'clawback'] as const).flatMap((key) =>
      p[key] === undefined ? [] : [[key, p[key]]],
    ),
  )
  return { conditions: p.conditions, benefits: p.benefits, benefitCombine: p.benefitCombine ?? 'sum', closable: null, ...optional }
}
