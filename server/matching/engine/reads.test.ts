import { describe, expect, test } from 'vitest'
import { companies, data, fields, policies } from './fixtures.ts'
import { createEngine, present } from './index.ts'
import type { Answers } from './types.ts'

const engine = createEngine(data)
const applyDate = '2026-06-30'
const part = (answers: Answers, keys: ReadonlySet<string>): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)))

describe('the fields that a rule reads', () => {
  test('are sufficient: with them alone every company gets the verdict and amount of its whole record', () => {
    for (const policy of policies) {
      const compiled = engine.compilePolicy(policy)
      const keys = engine.reads(policy)
      for (const { id, answers } of companies) {
        // A part of the record, so that unknown facts are tested as well.
        const half = Object.fromEntries(Object.entries(answers).filter((_, n) => n % 3 > 0)) as Answers
        for (const given of [answers, half]) {
          const whole = present(engine.judge(compiled, given, { applyDate }))
          const read = present(engine.judge(compiled, part(given, keys), { applyDate }))
          expect({ policy: policy.id, company: id, ...read }).toEqual({ policy: policy.id, company: id, ...whole })
        }
      }
    }
  })
  test('are few: a rule does not read the whole record', () => {
    const counts = policies.map((policy) => engine.reads(policy).size).sort((a, b) => a - b)
    expect(counts[counts.length >> 1]).toBeLessThan(fields.length / 4)
  })
})
