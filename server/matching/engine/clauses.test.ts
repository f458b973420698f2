import { describe, expect, it } from 'vitest'
import { benefitSentence } from '../../../contract/rule/benefit-words.ts'
import { type Clause, clauseFields, clauses } from '../../../contract/rule/clauses/index.ts'
import { togetherLines } from '../../../contract/rule/rule-words.ts'
import { data, fields } from './fixtures.ts'
import { createEngine } from './index.ts'
import type { Answers, Condition, Field, PolicyRule } from './types.ts'

const DAY = '2026-06-30'
const engine = createEngine({ ...data, fields: [...fields, ...(clauseFields as readonly Field[])] })
const here: Condition = { field: 'countyRegistered', op: 'eq', value: true }
const ruleOf = ({ text, conditions, benefits, benefitCombine, allocation, funding, clawback }: Clause): PolicyRule => ({
  id: 'clause',
  title: text,
  conditions: { all: [here, ...(conditions ? [conditions] : [])] },
  benefits,
  ...(benefitCombine ? { benefitCombine } : {}),
  ...(allocation ? { allocation } : {}),
  ...(funding ? { funding } : {}),
  ...(clawback ? { clawback } : {}),
})

describe('常见条款', () => {
  it('are at least forty', () => expect(clauses.length).toBeGreaterThanOrEqual(40))
  it.each(clauses.map((clause) => [clause.text, clause] as const))('%s', (_, clause) => {
    const rule = ruleOf(clause)
    expect(engine.validatePolicyRule(rule)).toEqual([])
    const compiled = engine.compilePolicy(rule)
    for (const [facts, wanted] of clause.pays) {
      const answers = { countyRegistered: true, ...facts } as Answers
      const { verdict, amount } = engine.judge(compiled, answers, { applyDate: DAY })
      const paid = amount && (amount.min === amount.max ? amount.min : [amount.min, amount.max])
      expect([facts, typeof wanted === 'string' ? (verdict === 'near' ? 'nomatch' : verdict) : paid]).toEqual([facts, wanted])
    }
    const paid = clause.benefits.map((benefit) => benefitSentence(engine.words, benefit))
    expect([...paid, ...togetherLines(engine.words, rule)].join('；')).toContain(clause.says)
    const whole = [engine.ruleInWords(rule.conditions), ...clause.benefits.map((each) => benefitSentence(engine.words, each))]
    expect([...whole, ...togetherLines(engine.words, rule)].join('\n')).not.toMatch(/own\d|table\d|rows[A-Z]|undefined|（未选）/)
    // “大于上上年度…”, “以上上年度…”: the wording must keep two figures apart.
    expect(whole.join('\n')).not.toMatch(/(?:低于|超过|大于|早于|晚于|以上)(?:上年度|上上|再上|本年|全县)/)
  })
})
