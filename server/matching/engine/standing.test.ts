import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companies, compiled, engine } from './fixtures.ts'
import type { Facts, PolicyRule } from './index.ts'
import { randomCondition, randomFacts } from './random-rules.ts'
import { MET } from './standing.ts'
import { compilePolicy } from './judge.ts'
import type { Answers, Condition } from './types.ts'

const DAY = '2026-06-30'
const WORDS = ['match', 'unknown', 'near', 'nomatch'] as const

/** Marks some leaves as closable, the same ones in every run of a tree. */
const marked = (node: Condition, dice: () => boolean): Condition =>
  'field' in node
    ? { ...node, closable: dice() }
    : 'not' in node
      ? { not: marked(node.not, dice) }
      : 'atLeast' in node
        ? { atLeast: node.atLeast, of: node.of.map((part) => marked(part, dice)) }
        : 'any' in node
          ? { any: node.any.map((part) => marked(part, dice)) }
          : { all: node.all.map((part) => marked(part, dice)) }

const asked = (policies: ReturnType<typeof compilePolicy>[], facts: Facts[]) => {
  const standings = engine.standings(policies, facts.length)
  standings.begin(facts)
  return policies.map((_, place) =>
    [...standings.of(place)].map((standing, n) => ({
      verdict: WORDS[standing],
      amount: standing === MET ? standings.amount(place, n) : null,
    })),
  )
}

describe('many companies by many rules at once', { timeout: 60_000 }, () => {
  it('gives the verdicts of judging one by one: random trees, closable or not, with shared conditions', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(
        fc.array(randomCondition, { minLength: 1, maxLength: 6 }),
        fc.array(randomFacts, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 2 ** 30 }),
        (nodes, list, seed) => {
          let state = seed
          const dice = () => ((state = Math.imul(state, 48271) & 0x7fffffff) >> 8) % 2 === 0
          const rules = nodes.map((node, n) =>
            compilePolicy(engine.catalog, { id: `p${n}`, title: '', conditions: marked(node, dice) } as PolicyRule),
          )
          const told = asked(
            rules,
            list.map((answers) => engine.wordless(answers, DAY)),
          )
          rules.forEach((rule, place) =>
            list.forEach((answers, n) => {
              const { ruleVerdict } = engine.judge(rule, answers, { applyDate: DAY })
              expect(told[place]![n]!.verdict).toBe(ruleVerdict)
              seen.set(ruleVerdict, (seen.get(ruleVerdict) ?? 0) + 1)
            }),
          )
        },
      ),
      { numRuns: 600 },
    )
    for (const verdict of WORDS) expect(seen.get(verdict), verdict).toBeGreaterThan(500)
  })

  it('30 家企业 × 47 条政策：结论与金额上下限同逐条判定一致，资料缺项亦然', () => {
    const list = companies.flatMap(({ answers }, index): Answers[] => [
      answers,
      Object.fromEntries(Object.entries(answers).filter((_, at) => (at + index) % 4)),
    ])
    const rules = [...compiled.values()]
    const told = asked(
      rules,
      list.map((answers) => engine.wordless(answers, DAY)),
    )
    let paid = 0
    rules.forEach((rule, place) =>
      list.forEach((answers, n) => {
        const { ruleVerdict, amount } = engine.judge(rule, answers, { applyDate: DAY })
        expect({ rule: rule.rule.id, n, ...told[place]![n] }).toEqual({
          rule: rule.rule.id,
          n,
          verdict: ruleVerdict,
          amount: amount && { min: amount.min, max: amount.max },
        })
        if (amount) paid++
      }),
    )
    expect(paid).toBeGreaterThan(200)
  })
})
