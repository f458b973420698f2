import { describe, expect, it } from 'vitest'
import type { PolicyRule } from '../../../contract/policy.ts'
import { rulePlace } from './rule-place.ts'

const rule = {
  conditions: {
    all: [
      { field: 'countyRegistered', op: 'eq', value: true },
      { any: [{ field: 'revenueY1', op: 'gte', value: 'x' }] },
      { not: { all: [] } },
    ],
  },
  benefits: [{ kind: 'tierRate', name: '研发补助', base: 'rdExpense', tiers: [{ rate: 0.1 }, { rate: 2 }] }],
  benefitCombine: 'sum',
} as unknown as PolicyRule
const names = new Map([
  ['revenueY1', '上年营业收入'],
  ['countyRegistered', '在本县注册并纳税'],
])

describe('the place of a fault', () => {
  it.each([
    ['conditions.all[0].field', '申报条件 › 第 1 条（在本县注册并纳税） › 字段'],
    ['conditions.all[1].any[0].value', '申报条件 › 第 2 条 › 第 1 条（上年营业收入） › 值'],
    ['conditions.all[2].not.all', '申报条件 › 第 3 条 › 不得有'],
    ['benefits[0].tiers[1].rate', '扶持内容 › 第 1 项（研发补助） › 分档 › 第 2 档 › 比例'],
    ['conditions.all[9].field', '申报条件 › 第 10 条 › 字段'],
    ['benefits[0].defaults.revenueY1', '扶持内容 › 第 1 项（研发补助） › 缺省值 › 上年营业收入'],
  ])('%s', (path, words) => expect(rulePlace(path, rule, names)).toBe(words))
})
