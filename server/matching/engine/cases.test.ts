import { describe, expect, it } from 'vitest'
import { cases, engine, judged } from './fixtures.ts'

describe('验收用例样例', () => {
  for (const example of cases)
    it(`${example.id} ${example.target.id} ${example.title}`, () => {
      const { expected, company, applyDate, target } = example
      expect(engine.checkAnswers(company)).toEqual([])
      if (target.kind === 'sizing') return expect(engine.derive(company, applyDate)['enterpriseScale']?.value).toBe(expected.scale)
      if (target.kind === 'score') {
        const score = engine.score(target.id, company, applyDate)
        expect(score.status).toBe(expected.status)
        expect([score.scoreMin, score.scoreMax]).toEqual([expected.scoreMin ?? expected.score, expected.scoreMax ?? expected.score])
        const groups = Object.entries(expected.groups ?? {}).map(([id, points]) => [id, Array.isArray(points) ? points : [points, points]])
        return expect(score.groups).toEqual(Object.fromEntries(groups))
      }
      const result = judged(target.id, company, applyDate)
      expect(result.ruleVerdict === 'near' ? 'nomatch' : result.ruleVerdict).toBe(expected.outcome)
      expect(result.failedTop).toEqual(expected.failedTop ?? [])
      if (expected.missing) expect(result.missing).toEqual(expected.missing)
      expect(result.amount?.value ?? 0).toBe(expected.amount ?? 0)
    })
})
