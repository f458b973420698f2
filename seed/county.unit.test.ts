import { describe, expect, it } from 'vitest'
import type { RuleNode } from '../contract/policy/market.ts'
import { clausesOf } from '../contract/policy/clauses.ts'
import { engine } from '../server/matching/catalogue.ts'
import type { PolicyRule } from '../server/matching/engine/index.ts'
import companies from './data/companies.json' with { type: 'json' }
import shipped from './data/policies.json' with { type: 'json' }
import { countyPolicies, countyText } from './county.ts'

const DAY = '2026-11-23'
const rules = countyPolicies.map((p) => engine.compilePolicy(p as unknown as PolicyRule))
const leaves = (node: RuleNode): RuleNode[] => (node.field ? [node] : [...(node.all ?? []), ...(node.any ?? [])].flatMap(leaves))
/** 0.025 is written 2.5%, 20000 as 20,000. */
const written = (n: number, unit: unknown) => (unit === 'ratio' ? `${Number((n * 100).toFixed(4))}%` : n.toLocaleString('en-US'))

describe('云溪县自己的政策', () => {
  it('至少 25 项，题目与随附的样例不同，没有两项规则相同', () => {
    expect(countyPolicies.length).toBeGreaterThanOrEqual(25)
    const titles = new Set(shipped.map((p) => p.title))
    expect(countyPolicies.filter((p) => titles.has(p.title) || !p.title.includes('（示例）'))).toEqual([])
    const bare = (p: (typeof countyPolicies)[number]) =>
      JSON.stringify([leaves(p.conditions).map(({ field, op, value }) => [field, op, value]), p.benefits])
    expect(new Set(countyPolicies.map(bare)).size).toBe(countyPolicies.length)
    expect(new Set(countyPolicies.map((p) => p.contact.unitPhone)).size).toBe(countyPolicies.length)
    for (const p of countyPolicies) expect([p.id, engine.validatePolicyRule(p as unknown as PolicyRule)]).toEqual([p.id, []])
  })
  it('每个条件都在它说的那一条里，数字与正文一致', () => {
    for (const p of countyPolicies) {
      const clauses = clausesOf(countyText(p)).map(({ name }) => name)
      for (const { clause, value, unit, label } of leaves(p.conditions)) {
        expect(clauses, `${p.id} ${label}`).toContain(clause)
        const article = p.articles.find((a) => a.startsWith(`${clause} `))!
        if (typeof value === 'number' && value !== 0) expect(article, `${p.id} ${label}`).toContain(written(value, unit))
      }
    }
  })
  it('每笔钱的封顶与定额都写在正文里', () => {
    type Paid = { cap?: number | null; amount?: number; map?: Record<string, number | number[]> }
    const sums = (b: Paid) => [b.cap ?? 0, b.amount ?? 0, ...Object.values(b.map ?? {}).flat()].filter((n) => n > 0)
    const unsaid = countyPolicies.flatMap((p) =>
      (p.benefits as Paid[])
        .flatMap(sums)
        .filter((n) => !p.articles.join('').includes(`${n} 万元`))
        .map((n) => `${p.id} ${n}`),
    )
    expect(unsaid).toEqual([])
  })
  it('写明只给某几个镇街的，别处的企业不符合', () => {
    const towns = rules[countyPolicies.findIndex((p) => p.id === 'yunxi-town')]!
    const matched = companies.filter((c) => engine.judge(towns, c as never, { applyDate: DAY }).verdict === 'match')
    expect(matched.length).toBeGreaterThan(0)
    expect(matched.map((c) => c.street).filter((street) => street.endsWith('街道'))).toEqual([])
  })
  it.each(companies.map((c) => [c.id, c] as const))('%s：至少两项符合、两项差一点、一项不符合', (_, company) => {
    const verdicts = rules.map((rule) => engine.judge(rule, company as never, { applyDate: DAY }).verdict)
    const count = (wanted: string) => verdicts.filter((v) => v === wanted).length
    expect([count('match') >= 2, count('near') >= 2, count('nomatch') >= 1]).toEqual([true, true, true])
  })
})
