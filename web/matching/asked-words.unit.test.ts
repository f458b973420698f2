import { describe, expect, it } from 'vitest'
import type { Amount, Explanation } from '../../contract/matching.ts'
import { factToConfirm, stillAsked, upperEnd } from './asked-words.ts'

const labels = new Map([
  ['seriousDishonest', '列入严重违法失信名单'],
  ['wageArrears', '拖欠工资'],
  ['employees', '职工总数'],
])
const leaf = (field: string, result: Explanation['result'], required: unknown = false) =>
  ({ id: null, kind: 'leaf', label: '', sentence: `${labels.get(field)}：否`, result, field, op: 'eq', required }) as Explanation

describe('不得有的情形是要确认的事实', () => {
  it('不知道时请人确认，知道时说要求，从不说“还差”', () => {
    expect(factToConfirm(leaf('seriousDishonest', 'unknown'), labels)).toBe('请确认：是否列入严重违法失信名单')
    expect(factToConfirm(leaf('seriousDishonest', 'true'), labels)).toBe('要求：未列入严重违法失信名单')
    expect(factToConfirm(leaf('wageArrears', 'false'), labels)).toBe('要求：没有“拖欠工资”的情形')
    expect(factToConfirm(leaf('employees', 'unknown', 5), labels)).toBeNull()
    const conditions = {
      id: null,
      kind: 'all',
      children: [leaf('seriousDishonest', 'unknown'), leaf('employees', 'unknown', 5)],
    } as Explanation
    expect(stillAsked({ conditions, missing: ['employees', 'seriousDishonest'] }, labels)).toBe(
      '还差：职工总数；请确认：是否列入严重违法失信名单',
    )
  })
  it('区间说明上限从哪里来', () => {
    const amount = { min: 2, max: 60, unset: ['employees'] } as Amount
    expect(upperEnd({ amount }, labels)).toBe('2 万元 按已知情况算；最多 60 万元，要看：职工总数')
    expect(upperEnd({ amount: { ...amount, unset: [] } }, labels)).toBe('在 2 万元 至 60 万元 之间，由主管部门审核确定')
    expect(upperEnd({ amount: { ...amount, max: 2 } }, labels)).toBe('')
  })
})
