import { describe, expect, it } from 'vitest'
import { formulaOfShape, freshShape, isFresh, otherInRule, otherOf, shapeAs, shapeKinds, shapeOfFormula } from './computed-shapes.ts'

describe('算出来的项', () => {
  it.each(shapeKinds.map(({ value }) => value))('%s: what was chosen is found again in the formula, chosen or not yet', (kind) => {
    const fresh = freshShape(kind)
    expect(shapeOfFormula(formulaOfShape(fresh))).toEqual(fresh)
    const full = { ...fresh, fields: fresh.fields.map((_, i) => `revenueY${i + 1}`), ...(kind === 'formula' ? { text: 'a * 2 > b' } : {}) }
    expect(shapeOfFormula(formulaOfShape(full))).toEqual(full)
  })
  it('a formula that was written in another way stays a formula', () => {
    for (const text of ['a - (b + c) * 2', 'min(a / b - 1, c / d - 1)', 'a+b', '(a / b) - 2', 'a', 'a > 2', 'a +'])
      expect(shapeOfFormula(`=${text}`)).toEqual({ kind: 'formula', fields: [], text })
  })
  it('a calculation step by step is found again, with its limits, its lists and its dates', () => {
    for (const text of [
      'equipmentInvestment - own3',
      '(a + b) / c * 0.08',
      'min(area, 1000) * min(rent, 0.001) * 12 * 0.5',
      'loan * min(asOf(own2, faLoanDate), 0.05) / 12 * months',
      'max(a - b, 0)',
      'min(max(a, 1), 9) + b',
      'a - b * 110%',
      'a * 50% + min(b, 100) * 40% + 0.5%',
      'loan * min(rate, own3) / 12',
      'x / (a * 30%)',
      'rowsSum(table3, min(f4 * 0.7, 2), f3 == "展会") + rowsTop(table3, f4, 3) - 5',
    ]) {
      const { kind } = shapeOfFormula(`=${text}`)
      expect([text, kind]).toEqual([text, text === 'max(a - b, 0)' ? 'formula' : text.includes(' - own3') ? 'difference' : 'steps'])
      expect(formulaOfShape(shapeOfFormula(`=${text}`))).toBe(`=${text}`)
    }
  })
  it('whoever goes step by step stays there where a shorter choice would write the same', () => {
    for (const text of ['revenueY1 - _', 'a / b', 'a + b', 'a', 'a * 30%']) {
      expect(shapeOfFormula(`=${text}`).kind === 'steps').toBe(text === 'a * 30%')
      expect(shapeAs('steps', `=${text}`)?.kind).toBe('steps')
      expect(formulaOfShape(shapeAs('steps', `=${text}`)!)).toBe(`=${text}`)
    }
    expect(shapeAs('steps', '=max(a - b, 0)')).toBeUndefined()
    expect(shapeOfFormula('=rowsSum(support, amount)').kind).toBe('received')
    expect(shapeAs('rows', '=rowsSum(support, amount)')?.kind).toBe('rows')
    expect([isFresh('=_ / _ - 1'), isFresh('=revenueY1 / _ - 1')]).toEqual([true, false])
  })
  it('what was received before, of a policy or level, in some years, with what is declared', () => {
    for (const text of [
      'rowsSum(support, amount)',
      'rowsSum(support, amount, policy == "p-1" && level == "2" && year > yearOf(applyDate) - 3 && paid == true) + own5',
    ]) {
      expect(shapeOfFormula(`=${text}`).kind).toBe('received')
      expect(formulaOfShape(shapeOfFormula(`=${text}`))).toBe(`=${text}`)
    }
    expect(shapeOfFormula('=rowsSum(support, amount, title == "x")').kind).toBe('rows')
  })
  it('a figure of the company and of those related to it', () => {
    for (const text of [
      'revenueY1 + rowsSum(table6, f7)',
      'revenueY1 + rowsSum(table6, f7 * f4 * 0.01, isIn(f3, "全资子公司", "控股子公司") && f11 == true)',
    ]) {
      expect(shapeOfFormula(`=${text}`).kind).toBe('together')
      expect(formulaOfShape(shapeOfFormula(`=${text}`))).toBe(`=${text}`)
    }
    expect(shapeOfFormula('=rowsSum(support, amount) + own5').kind).toBe('received')
    expect(shapeOfFormula('=own5 + rowsSum(support, amount)').kind).toBe('steps')
    expect(shapeAs('steps', '=revenueY1 + rowsSum(table6, f7)')?.kind).toBe('steps')
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
