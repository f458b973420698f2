import { NEGOTIATED } from '../../../contract/rule/priced.ts'
import type { Catalog } from './catalog.ts'
import { compileTest } from './condition.ts'
import type { Facts } from './facts.ts'
import { rational } from './rational.ts'
import { missingOf } from './trace.ts'
import { FALSE, TRUE, type Truth, UNKNOWN } from './truth.ts'
import type { PolicyRule } from './types.ts'
import { money, said, toFind } from './worth.ts'

/** The parts of a rule that the office settles case by case (一事一议): never part of an amount, always shown beside it. */
export type Negotiated = {
  /** whether any of it applies to this company */
  holds(facts: Facts): Truth
  /** missing facts on which that depends */
  missing(facts: Facts): string[]
  steps(facts: Facts): string[]
}

export function compileNegotiated(catalog: Catalog, rule: PolicyRule): Negotiated | undefined {
  const parts = (rule.benefits ?? [])
    .filter(({ kind }) => kind === 'negotiated')
    .map((benefit) => ({
      benefit,
      test: benefit.when ? compileTest(catalog, benefit.when) : () => TRUE,
      asks: benefit.when ? missingOf(catalog, benefit.when) : () => [],
    }))
  if (parts.length === 0) return undefined
  return {
    holds: (facts) => {
      const truths = parts.map(({ test }) => test(facts))
      return truths.includes(TRUE) ? TRUE : truths.includes(UNKNOWN) ? UNKNOWN : FALSE
    },
    missing: (facts) => [...new Set(parts.flatMap(({ test, asks }) => (test(facts) === UNKNOWN ? asks(facts) : [])))],
    steps: (facts) =>
      said(facts, () =>
        parts.flatMap(({ benefit, test, asks }) => {
          const truth = test(facts)
          if (truth === FALSE) return []
          if (truth !== TRUE) return [`${benefit.name}：前置条件${toFind(facts, asks(facts))}，符合的一事一议，不计入合计`]
          return [`${benefit.name}：${NEGOTIATED}${benefit.cap == null ? '' : `，最高${money(rational(benefit.cap))}`}，不计入合计`]
        }),
      ),
  }
}
