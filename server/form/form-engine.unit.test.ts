import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectTemplate, type ProjectTemplate } from '../../contract/declaration.ts'
import { FormulaFault, fractionOf, numberOf, parseFormula, workOut, type Scope } from '../../contract/form/formula.ts'
import { submitFaults, type FormData } from '../../contract/form/rules.ts'
import { workOutForm } from '../../contract/form/values.ts'
import { carryAnswers } from './carry-over.ts'
import { lockedChanges, openPaths } from './corrections.ts'

const over = (known: Record<string, number | null>): Scope => ({
  field: (key) => (known[key] === null || known[key] === undefined ? null : fractionOf(known[key])),
  column: () => [],
  rows: () => 0,
})
const result = (text: string, known: Record<string, number | null> = {}, decimals = 4) => {
  const value = workOut(parseFormula(text), over(known))
  return value && numberOf(value, decimals)
}

describe('算式', () => {
  it('names the part that it cannot read', () => {
    for (const [text, message] of [
      ['1 +', '算式不完整'],
      ['(1 + 2', '算式缺少“)”'],
      ['1 2', '算式中“2”的位置不对'],
      ['[a', '算式中“[a”无法识别'],
      ['平均([a])', '没有函数“平均”'],
      ['求和([a])', '“求和”的参数应为表格的一列'],
      ['四舍五入([a])', '“四舍五入”需要 2 个参数'],
      ['constructor([a])', '没有函数“constructor”'],
    ] as const)
      expect(() => parseFormula(text), text).toThrow(message)
    expect(() => parseFormula('1+'.repeat(200))).toThrow('算式最多 300 个字')
  })

  it('is exact: tenths are exact, thirds add up to one, halves round away from zero', () => {
    expect(result('[a] + [b]', { a: 0.1, b: 0.2 })).toBe(0.3)
    expect(result('[a] / 3 * 3', { a: 1 })).toBe(1)
    expect(result('[a] * 20%', { a: 21.4 })).toBe(4.28)
    expect(result('1.00005')).toBe(1.0001)
    expect(result('-1.00005')).toBe(-1.0001)
    expect(result('四舍五入([a], 0) × 2', { a: 2.5 })).toBe(6)
    expect(result('最小([a] × 0.2，20)', { a: 150 })).toBe(20)
    expect(result('1e-7 + 1'.replace('1e-7', '[a]'), { a: 1e-7 }, 6)).toBe(1)
  })

  it('is blank when it depends on a blank value, unless the formula has a default', () => {
    expect(result('[a] + [b]', { a: 1 })).toBeNull()
    expect(result('[a] + 空时取([b], 0)', { a: 1 })).toBe(1)
    expect(() => result('[a] / [b]', { a: 1, b: 0 })).toThrow(FormulaFault)
  })

  it('agrees with integer arithmetic in 2,000 random formulas', () => {
    const money = fc.integer({ min: -1e9, max: 1e9 })
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 12 }), (list) => {
        const known = Object.fromEntries(list.map((n, i) => [`f${i}`, n / 10_000]))
        const text = list.map((_, i) => `[f${i}]`).join(' + ')
        expect(result(text, known)).toBe(list.reduce((a, b) => a + b, 0) / 10_000)
        const product = list.slice(0, 2).map((n) => Math.trunc(n / 1e5))
        expect(result('[x] * [y]', { x: product[0]!, y: product[1] ?? 1 }, 0)).toBe(product[0]! * (product[1] ?? 1) + 0)
      }),
      { numRuns: 2000 },
    )
  })
})

const field = (key: string, more: Record<string, unknown> = {}) => ({ key, label: `字段${key}`, type: 'number', required: true, ...more })
const shape = (fields: unknown[], more: Record<string, unknown> = {}) => ({
  name: '项目',
  sections: [{ key: 's', title: '组', fields }],
  steps: [{ step: 'accept', permission: 'declaration:accept' }],
  ...more,
})
const template = (fields: unknown[], more: Record<string, unknown> = {}): ProjectTemplate => projectTemplate.parse(shape(fields, more))
const refusals = (fields: unknown[], more: Record<string, unknown> = {}) =>
  (projectTemplate.safeParse(shape(fields, more)).error?.issues ?? []).map((i) => [i.path.join('.'), i.message])
const when = (...list: [string, string, unknown?][]) => ({
  match: 'all',
  when: list.map(([f, op, value]) => ({ field: f, op, ...(value === undefined ? {} : { value }) })),
})

describe('申报表的规则', () => {
  it('refuse circular calculations and conditions', () => {
    expect(refusals([field('a', { calc: '[b] + 1' }), field('b', { calc: '[a] + 1' })])).toEqual([
      ['sections.0.fields.0.calc', '计算或显示条件形成循环：字段a → 字段b → 字段a'],
    ])
    expect(refusals([field('a', { showIf: when(['b', 'filled']) }), field('b', { calc: '[a]' })])[0]![1]).toContain('循环')
    expect(refusals([field('a', { showIf: when(['a', 'filled']) })])[0]![1]).toContain('循环')
  })

  it('refuse conditions that can never be met, unknown fields and wrong types', () => {
    const rule = (...list: [string, string, unknown?][]) =>
      refusals([
        field('a'),
        field('c', {
          type: 'enum',
          options: [
            { label: '甲', value: 'x' },
            { label: '乙', value: 'y' },
          ],
        }),
        field('b', { showIf: when(...list) }),
      ]).map(([, message]) => message)
    expect(rule(['a', 'gt', 5], ['a', 'lt', 5])).toEqual(['“字段a”的条件互相矛盾，永远不会满足'])
    expect(rule(['a', 'gte', 5], ['a', 'lte', 5])).toEqual([])
    expect(rule(['a', 'gt', 5], ['a', 'lte', 5])).toHaveLength(1)
    expect(rule(['c', 'eq', 'x'], ['c', 'eq', 'y'])).toEqual(['“字段c”的条件互相矛盾，永远不会满足'])
    expect(rule(['c', 'eq', 'x'], ['c', 'ne', 'x'])).toHaveLength(1)
    expect(rule(['a', 'blank'], ['a', 'gt', 1])).toHaveLength(1)
    expect(rule(['c', 'eq', 'z'])).toEqual(['“字段c”没有所选的选项'])
    expect(rule(['zzz', 'filled'])).toEqual(['显示条件所依据的字段不存在'])
    expect(rule(['a', 'eq', '5'])).toEqual(['“字段a”应与数字比较'])
  })

  it('refuse formulas over non-numeric fields', () => {
    expect(refusals([field('a', { type: 'text' }), field('b', { calc: '[a] + 1' })])).toEqual([
      ['sections.0.fields.1.calc', '算式中的“[a]”不是可以计算的字段'],
    ])
    expect(refusals([field('a', { type: 'text', calc: '1' })])[0]![1]).toBe('只有数值和金额可以计算')
    expect(refusals([field('t', { type: 'table' })])[0]![1]).toBe('表格至少一列')
  })
})

const invoices = template([
  field('kind', {
    type: 'enum',
    options: [
      { label: '购买', value: 'buy' },
      { label: '租赁', value: 'rent' },
    ],
  }),
  field('years', { type: 'integer', showIf: when(['kind', 'eq', 'rent']) }),
  field('list', {
    type: 'table',
    minRows: 2,
    columns: [
      { key: 'no', label: '发票号', type: 'text', required: true },
      { key: 'price', label: '单价', type: 'money', required: true },
      { key: 'count', label: '数量', type: 'integer', required: true },
      { key: 'sum', label: '金额', type: 'money', calc: '[price] * [count]' },
    ],
  }),
  field('total', { type: 'money', calc: '求和([list.sum])' }),
  field('asked', { type: 'money', calc: '最小([total] * 10%, 20)', max: 15 }),
])

describe('填写', () => {
  const row = (no: string, price: number, count: number) => ({ no, price, count })
  it('calculates rows, sums and what depends on them', () => {
    const { values } = workOutForm(invoices, { kind: 'buy', list: [row('1', 0.1, 3), row('2', 33.3333, 2)] })
    expect(values.total).toBe(66.9666)
    expect(values.asked).toBe(6.6967)
    expect((values.list as { sum: number }[]).map((r) => r.sum)).toEqual([0.3, 66.6666])
  })

  it('asks only for visible fields, and refuses hidden ones', () => {
    const data: FormData = { kind: 'buy', years: 3, list: [row('1', 1, 1), row('2', 1, 1)] }
    expect(submitFaults(invoices, data, {})).toEqual([])
    expect(workOutForm(invoices, data).values).not.toHaveProperty('years')
    expect(submitFaults(invoices, { ...data, kind: 'rent', years: null }, {})).toEqual([
      { path: 'formData.years', message: '请输入字段years' },
    ])
  })

  it('names row and column, too few rows, and a result out of bounds', () => {
    const faults = (list: unknown[]) => submitFaults(invoices, { kind: 'buy', list } as FormData, {}).map((f) => f.message)
    expect(faults([])).toContain('请填写字段list')
    expect(faults([{ no: '1', price: 1 }])).toEqual(expect.arrayContaining(['至少填写 2 行', '第 1 行“数量”：请填写']))
    expect(faults([row('1', 1.00001, 1), row('2', 1, 1)])).toContain('第 1 行“单价”：金额最多四位小数（精确到元）')
    expect(faults([row('1', 100, 1), row('2', 100, 1)])).toContain('不能大于 15')
  })

  it('ignores calculated values of the sender', () => {
    expect(workOutForm(invoices, { kind: 'buy', total: 999, list: [row('1', 1, 1)] }).values.total).toBe(1)
  })

  it('in a correction opens what a returned answer makes visible, and nothing else', () => {
    const sent: FormData = { kind: 'buy', list: [row('1', 1, 1), row('2', 1, 1)] }
    const after: FormData = { ...sent, kind: 'rent', years: 2 }
    const stored = (form: FormData) => ({ form: workOutForm(invoices, form).values, files: {} })
    expect(openPaths(invoices, sent, ['form.kind'])).toEqual(['form.kind', 'form.years'])
    expect(lockedChanges(invoices, stored(sent), stored(after), ['form.kind'])).toEqual([])
    expect(lockedChanges(invoices, stored(sent), stored({ ...after, list: [row('9', 1, 1), row('2', 1, 1)] }), ['form.kind'])).toEqual([
      { path: 'formData.list', message: '该项未要求补正，不能修改' },
    ])
  })
})

describe('申报表的新版本', () => {
  it('keeps every answer that still has a field, names the others, and loses none (1,000 random changes)', () => {
    const kinds = fc.constantFrom('text', 'number', 'date', 'boolean')
    const fields = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), kinds), { selector: ([key]) => key, minLength: 1 })
    const value = { text: '文字', number: 3, date: '2026-01-31', boolean: true } as const
    fc.assert(
      fc.property(fields, fields, (before, after) => {
        const make = (list: [string, string][]) => template(list.map(([key, type]) => field(key, { type })))
        const form = Object.fromEntries(before.map(([key, type]) => [key, value[type as 'text']])) as FormData
        const { form: kept, dropped } = carryAnswers(make(before), make(after), form)
        const next = new Map(after)
        for (const [key, type] of before) {
          const fits = next.get(key) === type || (next.get(key) === 'text' && type === 'date')
          if (fits) expect(kept[key]).toEqual(form[key])
          else expect(dropped.map((d) => d.path)).toContain(`form.${key}`)
        }
        expect(Object.keys(kept).length + dropped.length).toBe(before.length)
      }),
      { numRuns: 1000 },
    )
  })
})
