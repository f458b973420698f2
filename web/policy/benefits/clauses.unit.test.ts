import { describe, expect, it } from 'vitest'
import { clauses } from '../../../contract/rule/clauses/index.ts'
import { formulaOfShape, shapeOfFormula } from '../../kit/rule/computed-shapes.ts'
import { otherOf } from '../../kit/rule/other-shape.ts'
import { benefitKinds } from './kinds.ts'

/** Every formula of a rule, wherever it stands. */
const formulasOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('=') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(formulasOf) : []
}

describe('常见条款用控件写得出来', () => {
  it.each(clauses.map((clause) => [clause.text, clause] as const))('%s', (_, clause) => {
    for (const formula of formulasOf(clause)) {
      const shape = shapeOfFormula(formula)
      const chosen = shape.kind !== 'formula' || otherOf(formula) !== null
      expect([formula, chosen]).toEqual([formula, true])
      expect(formulaOfShape(shape)).toBe(formula)
    }
    const kinds = clause.benefits.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'expr' || !benefitKinds.some(({ value }) => value === kind))).toEqual([])
  })
})
