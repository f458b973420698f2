import { expect, test } from 'vitest'
import type { FieldChoice } from '../../rule/index.ts'
import { benefitFrom, conditionFrom, withCondition } from './read-sentence.ts'

const field = (key: string, label: string, type: string, unit: string | null): [string, FieldChoice] => [
  key,
  { key, label, type, unit, options: null },
]
const fields = new Map([
  field('staff', '职工总数（从业人员）', 'integer', '人'),
  field('rd', '上年度研发费用', 'number', '万元'),
  field('ratio', '研发费用占比', 'number', 'ratio'),
  field('hnte', '有效期内高新技术企业', 'boolean', null),
  field('invest', '设备投资额', 'number', '万元'),
])

test('a sentence becomes a condition with its field, figure and comparison, its clause and itself as the note', () => {
  expect(conditionFrom('上年度研发费用不低于0.5亿元的企业', '第三条', fields)).toEqual({
    field: 'rd',
    op: 'gte',
    value: 5000,
    unit: '万元',
    label: '上年度研发费用不低于0.5亿元的企业',
    clause: '第三条',
  })
  expect(conditionFrom('研发费用占比在5%以上', null, fields)).toMatchObject({ field: 'ratio', op: 'gte', value: 0.05 })
  expect(conditionFrom('从业人员不超过 300 人', null, fields)).toMatchObject({ field: 'staff', op: 'lte', value: 300 })
  expect(conditionFrom('应为有效期内高新技术企业', '第二条', fields)).toMatchObject({ field: 'hnte', op: 'eq', value: true })
})
test('an unreadable sentence is left to the editor, and nothing is guessed from a number with another unit', () => {
  expect(conditionFrom('信誉良好', '第四条', fields)).toEqual({ field: '', op: 'gte', label: '信誉良好', clause: '第四条' })
  expect(conditionFrom('上年度研发费用增长10%', null, fields)).not.toHaveProperty('value')
})
test('a sentence becomes a benefit: a share with its cap, or an amount', () => {
  expect(benefitFrom('按设备投资额的8%给予补助，最高300万元', '第五条', fields)).toMatchObject({
    kind: 'rate',
    base: 'invest',
    rate: 0.08,
    cap: 300,
    formula: '第五条：按设备投资额的8%给予补助，最高300万元',
  })
  expect(benefitFrom('一次性奖励20万元', null, fields)).toMatchObject({ kind: 'fixed', amount: 20, formula: '一次性奖励20万元' })
})
test('a requirement is added to the others, also when the rule consists of alternatives', () => {
  const any = { any: [{ field: 'staff', op: 'gte', value: 1 }] }
  const rule = { conditions: any, benefits: [], benefitCombine: 'sum' as const }
  expect(withCondition(rule, { field: 'rd', op: 'gte' }).conditions).toEqual({ all: [any, { field: 'rd', op: 'gte' }] })
})
