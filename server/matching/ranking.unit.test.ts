import { describe, expect, it } from 'vitest'
import companies from '../../seed/data/companies.json' with { type: 'json' }
import policies from '../../seed/data/policies.json' with { type: 'json' }
import { fieldOf } from './catalogue.ts'
import { bestFirst, judgeRules } from './judge-company.ts'
import { DESCRIBED, ranking } from './ranking.ts'
import { compile } from './rule-book.ts'

const rulesOf = (copies: number) =>
  Array.from({ length: copies }, (_, copy) =>
    (policies as never as { code: string; title: string }[]).map((policy) => ({ ...policy, copy })),
  )
    .flat()
    .map(({ copy, ...policy }, n) =>
      compile({
        id: n + 1,
        code: `${policy.code ?? n}-${copy}`,
        title: policy.title,
        issuer: '',
        level: '',
        supportModes: [],
        sample: false,
        maxAmount: null,
        applyFrom: null,
        applyTo: null,
        rule: policy,
      } as never),
    )
const answers = Object.fromEntries(Object.entries(companies[0]!).filter(([key]) => fieldOf(key)))
const at = { answers, archive: null, asOf: '2026-06-30' } as never

describe('政策清单的排序', () => {
  it('五百项以内与逐条说明后再排的顺序一致', () => {
    const rules = rulesOf(2)
    const whole = judgeRules(rules, at, false).sort(bestFirst)
    expect(ranking(rules, at).page(0, rules.length)).toEqual(whole)
  })

  it('更多时每一项仍恰好出现一次，结论由好到差，合计含全部', () => {
    const rules = rulesOf(Math.ceil((DESCRIBED + 60) / rulesOf(1).length))
    const list = ranking(rules, at)
    expect(list.total).toBe(rules.length)
    expect(list.payable).toHaveLength(list.counts.match)
    expect(list.counts.match).toBeGreaterThan(0)
    const size = 90
    const paged = Array.from({ length: Math.ceil(rules.length / size) }, (_, n) => list.page(n * size, size)).flat()
    expect(new Set(paged.map((j) => j.policyId)).size).toBe(rules.length)
    const place = ['match', 'near', 'unknown', 'nomatch', 'notYet', 'closed']
    expect(paged.map((j) => place.indexOf(j.verdict))).toEqual(paged.map((j) => place.indexOf(j.verdict)).toSorted((a, b) => a - b))
    expect(Object.values(list.counts).reduce((sum, n) => sum + n, 0)).toBe(rules.length)
  })

  it('从五百项之后读起，与从头翻页读到的一样，每一项都有理由', () => {
    const rules = rulesOf(Math.ceil((DESCRIBED + 250) / rulesOf(1).length))
    const whole = ranking(rules, at).page(0, rules.length)
    const further: typeof whole = []
    for (let offset = DESCRIBED; offset < rules.length; offset += 100) further.push(...ranking(rules, at).page(offset, 100))
    expect(further).toEqual(whole.slice(DESCRIBED))
    expect(further.length).toBeGreaterThan(200)
    for (const j of further) expect(j.conditions.children?.length).toBeGreaterThan(0)
  })

  it('只要几种结论时，总数与计数只算它们', () => {
    const rules = rulesOf(1)
    const all = ranking(rules, at)
    const some = ranking(rules, at, ['match', 'near'])
    expect(some.total).toBe(all.counts.match + all.counts.near)
    expect(some.total).toBeGreaterThan(0)
    expect(some.counts.nomatch).toBe(0)
  })
})
