import { describe, expect, it } from 'vitest'
import { freshRows, rowsFormula, rowsOfFormula, type RowShape } from './row-shapes.ts'

describe('行的统计', () => {
  it('gives back the choices from the formula that it wrote', () => {
    const shapes: RowShape[] = [
      freshRows,
      { list: 'table3', name: 'rowsSum', column: 'f4', tests: [{ column: 'f3', op: '==', value: '检测设备' }] },
      {
        list: 'support',
        name: 'rowsSum',
        column: 'amount',
        tests: [
          { column: 'policy', op: '==', value: 'hechuan-rd' },
          { column: 'year', op: 'recent', value: 3 },
          { column: 'paid', op: '==', value: true },
        ],
      },
      { list: 'table2', name: 'rowsSum', column: 'f4', times: 'f5', share: 0.7, most: 2, tests: [] },
      { list: 'table2', name: 'rowsTop', column: 'f4', share: 0.5, top: 3, tests: [{ column: 'f1', op: '>=', value: 2 }] },
      { list: 'table1', name: 'rowsCount', column: '', tests: [{ column: 'f5', op: 'recent', value: 24, date: true }] },
      { list: 'table1', name: 'rowsCount', column: '', tests: [{ column: 'f5', op: 'full', value: 6, date: true }] },
      { list: 'table1', name: 'rowsCount', column: '', tests: [{ column: 'f5', op: 'lastYear', value: 1, date: true }] },
      { list: 'support', name: 'rowsCount', column: '', tests: [{ column: 'year', op: 'thisYear', value: 0 }] },
      { list: 'table2', name: 'rowsCount', column: '', tests: [{ column: 'f1', op: 'in', value: ['a', 'b'] }] },
      { list: 'table1', name: 'rowsSum', column: 'f1', by: { column: '', shares: {} }, tests: [] },
      {
        list: 'table1',
        name: 'rowsTop',
        column: 'f1',
        by: { column: 'f2', shares: { in: 50, out: 70 } },
        most: 3,
        top: 5,
        tests: [],
      },
    ]
    for (const shape of shapes) expect(rowsOfFormula(rowsFormula(shape))).toEqual(shape)
  })
  it('reads comparisons with other columns and figures, calculations over a row, and alternatives', () => {
    for (const text of [
      'rowsCount(table5, f1 >= own6 * 3)',
      'rowsSum(table3, f1, f2 >= own24 && f1 > f5)',
      'rowsCount(table5, f3 == "doctor" || f6 == "senior")',
      'rowsCount(table1, f1 == "a" || f2 == "b" && f3 >= 1)',
      'rowsSum(table1, f4, f1 == "a" && f3 >= 1 || f2 == "b" || f3 >= 9 && f5 > addMonths(applyDate, -12))',
      'rowsCount(table5, f3 == "master" && years(f5, f2) < 40 && months(f2, f7) >= 36)',
      'rowsSum(table3, slices(f1, 0, 5%, 100, 8%), f2 > addMonths(applyDate, -12))',
      'rowsTop(table3, f1 * level(f1, 50, 5%, 200, 8%), 3)',
      'rowsSum(table7, f1 == "inv" ? 1 : f1 == "util" ? 0.1 : 0)',
      'rowsSum(table6, f1 * asOf(own3, f2) * min(f3, 12) / 12 * 50%)',
    ]) {
      const shape = rowsOfFormula(text)
      expect([text, shape && rowsFormula(shape)]).toEqual([text, text])
    }
    expect(rowsOfFormula('rowsCount(table5, f1 >= own6 * 3)')?.tests).toEqual([{ column: 'f1', op: '>=', value: 0, other: '=own6 * 3' }])
  })
  it('does not read a formula of another form', () => {
    expect(rowsOfFormula('rowsCount(table1, (f1 == "a" || f2 == "b") && f3 >= 1)')).toBeUndefined()
    expect(rowsOfFormula('rowsCount(table1, !f3)')).toBeUndefined()
    expect(rowsOfFormula('revenueY1 / revenueY2')).toBeUndefined()
    expect(rowsOfFormula('rowsCount(')).toBeUndefined()
  })
})
