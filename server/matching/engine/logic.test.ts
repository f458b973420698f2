import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTest } from './condition.ts'
import { companies, compiled, engine, policies } from './fixtures.ts'
import { randomCondition, randomFacts, reference } from './random-rules.ts'
import { explain } from './explain.ts'
import { runProgram } from './program.ts'
import { compileTrace, Trace } from './trace.ts'
import type { Answers } from './types.ts'

const DAY = '2026-06-30'
const RUNS = 3000

describe('三值逻辑', { timeout: 30_000 }, () => {
  it('闭包、说明树与朴素求值一致', () => {
    let seen = [0, 0, 0]
    fc.assert(
      fc.property(randomCondition, randomFacts, (node, answers) => {
        expect(engine.validateCondition(node).filter((issue) => !issue.message.includes('永远不能满足'))).toEqual([])
        const facts = engine.facts(answers, DAY)
        const truth = compileTest(engine.catalog, node)(facts)
        seen = seen.map((count, index) => count + (truth === index - 1 ? 1 : 0))
        const tree = compileTrace(engine.catalog, node, () => false)
        const trace = new Trace(tree.root, facts, runProgram(tree.program, facts))
        expect(trace.truth).toBe(truth)
        const wanted = reference(node, answers, DAY)
        expect(truth).toBe(wanted === undefined ? -1 : wanted ? 1 : 0)
      }),
      { numRuns: RUNS },
    )
    // All three results must have occurred, otherwise the property proves little.
    for (const count of seen) expect(count).toBeGreaterThan(RUNS / 20)
  })

  it('补上未知不会改变已定的结论，金额区间只会收窄', () => {
    // Not filled in: fields from which others are deduced, direct scores, and measures of which one is enough (data README).
    const kept = new Set([
      'registeredDate',
      'operatingYears',
      'industryCode',
      'sizingIndustry',
      'hnteSelfIp',
      'hnteSelfConv',
      'hnteSelfOrg',
      'hnteSelfGrowth',
      'revenueY1',
      'costExpenseY1',
      'enterpriseScale',
    ])
    const byTaxRate = new Set(policies.filter((policy) => JSON.stringify(policy).includes('corpTaxRate')).map((policy) => policy.id))
    const without = (answers: Answers, gone: (key: string) => boolean): Answers =>
      Object.fromEntries(Object.entries(answers).filter(([key]) => kept.has(key) || !gone(key)))
    fc.assert(
      fc.property(
        fc.constantFrom(...companies),
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        (company, seed, share) => {
          const dice = (key: string): number => hash(`${seed}${key}`)
          const less = without(company.answers, (key) => dice(key) < share)
          const more = without(company.answers, (key) => dice(key) < share / 2)
          const [before, after] = [engine.facts(less, DAY), engine.facts(more, DAY)]
          for (const policy of compiled.values()) {
            const [first, second] = [engine.judge(policy, before, { applyDate: DAY }), engine.judge(policy, after, { applyDate: DAY })]
            if (first.ruleVerdict === 'match') expect(second.ruleVerdict).toBe('match')
            else if (first.ruleVerdict !== 'unknown') expect(['near', 'nomatch']).toContain(second.ruleVerdict)
            if (!first.amount || byTaxRate.has(policy.rule.id)) continue
            expect(second.amount).not.toBeNull()
            expect(second.amount?.min).toBeGreaterThanOrEqual(first.amount.min)
            if (!first.amount.openEnded) expect(second.amount?.max).toBeLessThanOrEqual(first.amount.max)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('30 家企业 × 47 条政策都有结论；资料齐全而符合的都有金额', () => {
    for (const { answers } of companies)
      for (const policy of compiled.values()) {
        const result = engine.judge(policy, answers, { applyDate: DAY })
        expect(JSON.parse(JSON.stringify(result)).conditions.result).toMatch(/true|false|unknown/)
        if (result.verdict === 'unknown' && !result.missing.length)
          expect(JSON.stringify(explain(result.conditions))).toMatch(/需专家评分|分母为0/)
        if (result.verdict === 'match' && policy.payment.money.length && !result.missing.length)
          expect(result.amount?.steps.length).toBeGreaterThan(0)
        if (result.verdict === 'nomatch' || result.verdict === 'near') expect(result.failedTop.length).toBeGreaterThan(0)
      }
  })
})

/** A fixed pseudo-random share per text, so that the two companies differ only in what was filled in. */
function hash(text: string): number {
  let value = 2166136261
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16777619)
  return ((value >>> 0) % 10000) / 10000
}
