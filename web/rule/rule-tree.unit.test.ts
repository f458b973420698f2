import { describe, expect, it } from 'vitest'
import { operatorsFor } from './condition.ts'
import { childrenOf, kindOf, newLeaf, withChildren, withKind } from './rule-tree.ts'

const a = { field: 'employees', op: 'gte', value: 10 },
  b = { field: 'revenueY1', op: 'lt', value: 5 }

describe('条件树编辑', () => {
  it('keeps members and label when the kind of a group changes', () => {
    const group = { all: [a, b], label: '规模' }
    expect(withKind(group, 'any')).toEqual({ any: [a, b], label: '规模' })
    const not = withKind(group, 'not')
    expect(not).toEqual({ not: { any: [a, b] }, label: '规模' })
    expect(withKind(not, 'all')).toEqual(group)
  })
  it('never leaves a 不得有 without a member', () => {
    expect(kindOf(withKind({ all: [] }, 'not'))).toBe('not')
    expect(withChildren({ not: a }, [])).toEqual({ all: [] })
  })
  it('replaces the members of a group', () => {
    expect(childrenOf(withChildren({ any: [a] }, [a, newLeaf()]))).toHaveLength(2)
  })
  it('offers greater and smaller only for fields with an order', () => {
    const field = (type: string) => ({ key: 'x', label: 'x', type, unit: null, options: null })
    expect(operatorsFor(field('boolean')).map((o) => o.value)).toEqual(['eq'])
    expect(operatorsFor(field('enum')).map((o) => o.value)).not.toContain('gte')
    expect(operatorsFor(field('integer')).map((o) => o.value)).toContain('gte')
    expect(operatorsFor(field('score')).map((o) => o.value)).toEqual(['passes'])
  })
})
