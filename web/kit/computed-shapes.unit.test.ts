import { describe, expect, it } from 'vitest'
import { formulaOfShape, freshShape, otherInRule, otherOf, shapeKinds, shapeOfFormula } from './computed-shapes.ts'

describe('算出来的项', () => {
  it.each(shapeKinds.map(({ value }) => value))('%s: what was chosen is found again in the formula, chosen or not yet', (kind) => {
    const fresh = freshShape(kind)
    expect(shapeOfFormula(formulaOfShape(fresh))).toEqual(fresh)
    const full = { ...fresh, fields: fresh.fields.map((_, i) => `revenueY${i + 1}`), ...(kind === 'formula' ? { text: 'a * 2 > b' } : {}) }
    expect(shapeOfFormula(formulaOfShape(full))).toEqual(full)
  })
  it('a formula that was written in another way stays a formula', () => {
    for (const text of ['a / b - 2', '(a + b) / 3', 'min(a / b - 1, c / d - 1)', 'a+b', 'a'])
      expect(shapeOfFormula(`=${text}`)).toEqual({ kind: 'formula', fields: [], text })
  })
  it('another field, perhaps so many times', () => {
    for (const other of [
      { field: 'rdExpenseY2', times: 1.2 },
      { field: '', times: 1 },
    ])
      expect(otherOf(otherInRule(other))).toEqual(other)
    expect([otherOf(0.1), otherOf('=a + b'), otherOf(undefined)]).toEqual([null, null, null])
  })
})
