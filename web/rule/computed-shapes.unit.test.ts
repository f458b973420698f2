import { describe, expect, it } from 'vitest'
import { clauses } from '../../contract/rule/clauses/index.ts'
import { formulaOfShape, freshShape, isFresh, shapeAs, shapeOfFormula } from './computed-shapes.ts'
import { shapeKinds } from './shape-kinds.ts'
import { otherInRule, otherOf } from './other-shape.ts'

const stepsOf = (text: string) => shapeAs('steps', `=${text}`)?.steps ?? []

describe('算出来的项', () => {
  it.each(shapeKinds.map(({ value }) => value))('%s: the formula gives back the choices, complete or not', (kind) => {
    const fresh = freshShape(kind)
    expect(shapeOfFormula(formulaOfShape(fresh))).toEqual(fresh)
    const full = { ...fresh, fields: fresh.fields.map((_, i) => `revenueY${i + 1}`), ...(kind === 'formula' ? { text: 'a * 2 > b' } : {}) }
    expect(shapeOfFormula(formulaOfShape(full))).toEqual(full)
  })
  it('a formula of another form stays a handwritten formula', () => {
    for (const text of ['a+b', '(a / b) - 2', 'a', 'a > 2', 'a +'])
      expect(shapeOfFormula(`=${text}`)).toEqual({ kind: 'formula', fields: [], text })
  })
  it('a formula gives back the steps of a calculation, with limits, lists and dates', () => {
    for (const text of [
      'equipmentInvestment - own3',
      '(a + b) / c * 0.08',
      'min(area, 1000) * min(rent, 0.001) * 12 * 0.5',
      'loan * min(asOf(own2, faLoanDate), 0.05) / 12 * months',
      'max(a - b, 0)',
      'a - (b + c) * 2',
      'a - b * (c - d)',
      'a * (b - c) - max(d, e) * 50%',
      'a - level(b / c - 1, 5%, 10%, 10%, 20%) * d',
      'a * slices(months(b, applyDate), 0, 100%, 6, 50%)',
      'a - b * c',
      'a * (kind == "x" ? 10% : kind == "y" ? 5% : 0)',
      'a * compound(b, c, 2)',
      'min(max(a, 1), 9) + b',
      'a - b * 110%',
      'a * 50% + min(b, 100) * 40% + 0.5%',
      'loan * min(rate, own3) / 12',
      'x / (a * 30%)',
      'rowsSum(table3, min(f4 * 0.7, 2), f3 == "展会") + rowsTop(table3, f4, 3) - 5',
      'loan * rate * days(faLoanDate, applyDate) / 365',
      'area * rent * min(months(registeredDate, applyDate), 12)',
      'a * years(_, _)',
      'rdExpenseY1 / revenueY1 - rdExpenseY2 / revenueY2',
      'a + min(b / c, 5) * 50%',
      'a * (b / c)',
      'a - b / _',
      'a + b / c * 50%',
    ]) {
      const { kind } = shapeOfFormula(`=${text}`)
      expect([text, kind]).toEqual([text, text.includes(' - own3') ? 'difference' : 'steps'])
      expect(formulaOfShape(shapeOfFormula(`=${text}`))).toBe(`=${text}`)
    }
  })
  it('a formula gives back a table of grades, a number by option, growth over years, and the minimum or maximum of calculations', () => {
    for (const [text, kind] of [
      ['level(a, 0, 5%, 500, 8%)', 'graded'],
      ['levelOver(a / b - 1, 10%, 3, 20%, 5)', 'graded'],
      ['slices(a, 0, 0.5, 500, 0.8)', 'graded'],
      ['kind == "x" ? 3 : kind == "y" ? 1 : 0', 'option'],
      ['compound(a, _, 3)', 'compound'],
      ['min(a / b - 1, c / d - 1)', 'lower'],
      ['max((a + b) * 10%, c * 30%, d)', 'higher'],
    ] as const) {
      expect([text, shapeOfFormula(`=${text}`).kind]).toEqual([text, kind])
      expect(formulaOfShape(shapeOfFormula(`=${text}`))).toBe(`=${text}`)
    }
    // A table that mixes percentages and numbers, or whose last value is not 0, stays a handwritten formula.
    for (const text of ['level(a, 0, 5%, 500, 8)', 'kind == "x" ? 3 : 1']) expect(shapeOfFormula(`=${text}`).kind).toBe('formula')
  })
  it('a nested calculation gets brackets only where they are necessary', () => {
    const part = (key: string) => ({ what: 'computed', key, number: 1, on: '', most: null, least: null }) as const
    const after = (sign: '+' | '-' | '*', key: string) =>
      formulaOfShape({
        kind: 'steps',
        fields: [],
        steps: [
          { sign: '+', part: { ...part(''), what: 'field', key: 'a' } },
          { sign, part: part(key) },
        ],
      })
    expect(after('-', '=min(b, c) + max(d, e)')).toBe('=a - (min(b, c) + max(d, e))')
    expect(after('*', '=b - c')).toBe('=a * (b - c)')
    expect(after('-', '=b / c')).toBe('=a - b / c')
    expect(after('+', '=level(b, 0, 1%)')).toBe('=a + level(b, 0, 1%)')
  })
  it('a nested calculation in the first step stays whole before the next step', () => {
    const after = (key: string, sign: '+' | '*' = '*') =>
      formulaOfShape({
        kind: 'steps',
        fields: [],
        steps: [
          { sign: '+', part: { what: 'computed', key, number: 1, on: '', most: null, least: null } },
          { sign, part: { what: 'field', key: 'c', number: 1, on: '', most: null, least: null } },
        ],
      })
    expect(after('=a - b')).toBe('=(a - b) * c')
    expect(after('=a - b', '+')).toBe('=a - b + c')
    expect(after('=a / b')).toBe('=a / b * c')
    for (const sign of ['+', '*'] as const) {
      const text = after('=kind == "x" ? 100 : 0', sign)
      expect(text).toBe(`=(kind == "x" ? 100 : 0) ${sign} c`)
      expect([shapeOfFormula(text).kind, formulaOfShape(shapeOfFormula(text))]).toEqual(['steps', text])
    }
    const byBoth = '=(f1 == "x" ? 100 : f1 == "y" ? 30 : 0) * (f2 == "lead" ? 100% : f2 == "join" ? 50% : 0)'
    expect(shapeOfFormula(byBoth).kind).toBe('steps')
    expect(formulaOfShape(shapeOfFormula(byBoth))).toBe(byBoth)
  })
  it('a calculation in steps stays one when a shorter choice would give the same formula', () => {
    expect(stepsOf('a / b * 50%').map(({ part }) => part.over)).toEqual([undefined, undefined, undefined])
    for (const text of ['revenueY1 - _', 'a / b', 'a + b', 'a', 'a * 30%']) {
      expect(shapeOfFormula(`=${text}`).kind === 'steps').toBe(text === 'a * 30%')
      expect(shapeAs('steps', `=${text}`)?.kind).toBe('steps')
      expect(formulaOfShape(shapeAs('steps', `=${text}`)!)).toBe(`=${text}`)
    }
    expect(shapeAs('steps', '=max(a - b, 0)')?.kind).toBe('steps')
    expect(shapeOfFormula('=rowsSum(support, amount)').kind).toBe('received')
    expect(shapeAs('rows', '=rowsSum(support, amount)')?.kind).toBe('rows')
    expect([isFresh('=_ / _ - 1'), isFresh('=revenueY1 / _ - 1')]).toEqual([true, false])
  })
  it('a formula gives back a limited percentage of a field as it was chosen', () => {
    for (const text of ['min(f1 * 80%, 4) + 1', 'a - min(b * 50%, c)', 'max(min(a * 50%, 10), 2) * b'])
      expect([shapeOfFormula(`=${text}`).kind, formulaOfShape(shapeOfFormula(`=${text}`))]).toEqual(['steps', `=${text}`])
    const [first] = stepsOf('min(f1 * 80%, 4) + 1')
    expect(first!.part).toMatchObject({ what: 'computed', key: '=f1 * 80%', most: 4 })
  })
  it('a formula gives back earlier supports by policy, level and years, plus a declared figure', () => {
    for (const text of [
      'rowsSum(support, amount)',
      'rowsSum(support, amount, policy == "p-1" && level == "2" && year > yearOf(applyDate) - 3 && paid == true) + own5',
    ]) {
      expect(shapeOfFormula(`=${text}`).kind).toBe('received')
      expect(formulaOfShape(shapeOfFormula(`=${text}`))).toBe(`=${text}`)
    }
    expect(shapeOfFormula('=rowsSum(support, amount, title == "x")').kind).toBe('rows')
  })
  it('a formula gives back a figure of the company plus that of its related companies', () => {
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
  it('no clause of the collection needs a handwritten formula', () => {
    const formulas = (node: unknown): string[] =>
      typeof node === 'string'
        ? node.startsWith('=')
          ? [node]
          : []
        : typeof node === 'object' && node !== null
          ? Object.values(node).flatMap(formulas)
          : []
    const written = clauses.flatMap(({ text, conditions, benefits }) =>
      formulas([conditions, benefits])
        .filter((formula) => !otherOf(formula) && shapeOfFormula(formula).kind === 'formula')
        .map((formula) => [text, formula]),
    )
    expect(written).toEqual([])
  })
  it('a formula gives back another field, with or without a factor', () => {
    for (const other of [
      { field: 'rdExpenseY2', times: 1.2 },
      { field: '', times: 1 },
    ])
      expect(otherOf(otherInRule(other))).toEqual(other)
    expect([otherOf(0.1), otherOf('=a + b'), otherOf(undefined)]).toEqual([null, null, null])
  })
})
