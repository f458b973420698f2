import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { data, fields } from './fixtures.ts'
import { createEngine } from './index.ts'
import type { Answers, Benefit, Field } from './types.ts'

const DAY = '2026-06-30'
const figure = (key: string, label: string, min?: number) => ({
  key,
  label,
  type: 'number' as const,
  ...(min === undefined ? {} : { min }),
})
/** Related companies with figures under the keys of the company's own; a profit can be negative. */
const relatives: Field = {
  key: 'relatives',
  label: '已确认的关联企业',
  type: 'rows',
  during: ['since', 'until'],
  columns: [
    {
      key: 'relation',
      label: '关系',
      type: 'enum',
      options: [
        { value: 'subsidiary', label: '子公司' },
        { value: 'common', label: '同一控制' },
      ],
    },
    { key: 'isHNTE', label: '高新技术企业', type: 'boolean' },
    { key: 'since', label: '开始日期', type: 'date' },
    { key: 'until', label: '结束日期', type: 'date' },
    figure('revenueY1', '上年度营业收入', 0),
    figure('netProfitY1', '上年度净利润'),
  ],
}
const engine = createEngine({ ...data, fields: [...fields, relatives] })
type Row = Record<string, unknown>

const amountOf = (benefits: readonly Benefit[], facts: Row) => {
  const rule = engine.compilePolicy({
    id: 't',
    title: 't',
    conditions: { field: 'countyRegistered', op: 'eq', value: true },
    benefits,
  })
  return engine.judge(rule, { countyRegistered: true, ...facts } as Answers, { applyDate: DAY }).amount
}
const rate = (base: string): Benefit => ({ kind: 'rate', name: '奖', base, rate: 0.1, optional: true })
const ends = (base: string, facts: Row) => {
  const amount = amountOf([rate(base)], facts)!
  return [amount.min, amount.max, amount.openEnded ?? false]
}
const member = (more: Row = {}): Row => ({ since: '2020-01-01', until: '9999-12-31', ...more })

describe('集团合并口径的金额区间', () => {
  it('counts the known figures of the group; a lacking figure of one member leaves the amount open', () => {
    const base = '=revenueY1 + rowsSum(relatives, revenueY1)'
    expect(ends(base, { revenueY1: 1000, relatives: [member({ revenueY1: 500 }), member()] })).toEqual([0, 0, true])
    expect(ends(base, { revenueY1: 1000 })).toEqual([0, 0, true])
    expect(ends('=max(0, 1200 - rowsSum(relatives, revenueY1))', {})).toEqual([0, 120, false])
    expect(ends('=max(0, 1200 - rowsSum(relatives, revenueY1))', { relatives: [member({ revenueY1: 500 }), member()] })).toEqual([
      0,
      70,
      false,
    ])
  })
  it('a member of whom the condition is unknown counts with zero or with its figure', () => {
    const base = '=rowsSum(relatives, revenueY1, isHNTE == true)'
    expect(ends(base, { relatives: [member({ revenueY1: 500 }), member({ revenueY1: 300, isHNTE: true })] })).toEqual([0, 80, false])
    expect(ends('=rowsCount(relatives, isHNTE == true)', { isHNTE: true, relatives: [member(), member()] })).toEqual([0, 0.2, false])
  })
  it('an unknown profit can be a loss', () => {
    expect(ends('=1000 - rowsSum(relatives, netProfitY1)', { relatives: [member()] })).toEqual([0, 0, true])
    expect(ends('=1000 - rowsSum(relatives, netProfitY1)', {})).toEqual([0, 0, true])
    expect(ends('=min(1000, 1000 + rowsSum(relatives, netProfitY1))', { relatives: [member()] })).toEqual([0, 100, false])
  })

  const bases = [
    'revenueY1 + rowsSum(relatives, revenueY1)',
    'max(0, 900 - rowsSum(relatives, netProfitY1))',
    'rowsSum(relatives, min(revenueY1 * 0.5, 200), isHNTE == true)',
    'rowsTop(relatives, revenueY1, 2, relation == "subsidiary")',
    'rowsTop(relatives, netProfitY1, 2)',
    'rowsCount(relatives, isHNTE == true || revenueY1 > 400) * 100',
    'rowsDistinct(relatives, relation, isHNTE == true) * 100',
    'rowsSum(relatives, revenueY1, revenueY1 >= 500 && relation == "common")',
  ].map((text) => `=${text}`)
  const can: Row = {
    relation: ['subsidiary', 'common'],
    isHNTE: [true, false],
    revenueY1: [0, 100, 500, 2000],
    netProfitY1: [-800, -1, 0, 300],
  }
  const known = fc.record(Object.fromEntries(Object.entries(can).map(([key, of]) => [key, fc.constantFrom(...(of as unknown[]))])))
  const row = fc.tuple(known, fc.subarray(Object.keys(can)))

  it('holds the amount of every completion of the lacking facts of members', () => {
    let open = 0
    fc.assert(
      fc.property(fc.constantFrom(...bases), fc.array(row, { maxLength: 4 }), fc.boolean(), (base, rows, listKnown) => {
        const whole = rows.map(([each]) => member(each))
        const partly = rows.map(([each, lacks]) => member(Object.fromEntries(Object.entries(each).filter(([key]) => !lacks.includes(key)))))
        const told = amountOf([rate(base)], { revenueY1: 100, ...(listKnown ? { relatives: partly } : {}) })!
        const paid = amountOf([rate(base)], { revenueY1: 100, relatives: whole })!
        const words = JSON.stringify({ base, partly, listKnown, whole, told, paid: paid.value })
        if (told.max > told.min || told.openEnded) open++
        expect(paid.value, words).toBeGreaterThanOrEqual(told.min)
        if (!told.openEnded) expect(paid.value, words).toBeLessThanOrEqual(told.max)
      }),
      { numRuns: 1500, seed: 11 },
    )
    expect(open).toBeGreaterThan(300)
  })
})
