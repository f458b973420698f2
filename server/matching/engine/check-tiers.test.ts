import { describe, expect, it } from 'vitest'
import { engine, policies } from './fixtures.ts'

const conditions = { all: [{ field: 'employees', op: 'gte', value: 300 }] }
const issues = (benefit: object) => engine.validatePolicyRule({ id: 'p', title: 'p', conditions, benefits: [benefit] })
const tiers = (...list: object[]) =>
  issues({ kind: 'tierRate', name: '补助', base: 'rdExpenseY1', tiers: list.map((t) => ({ rate: 0.1, ...t })) })
const dead = { field: 'employees', op: 'lt', value: 20 }
const alive = { field: 'isHNTE', op: 'eq', value: true }
const fixed = { kind: 'fixed', name: '奖励', amount: 1 }

describe('保存时拒绝：算不出的档', () => {
  it('names the tier that holds no number, overlaps another or leaves a gap, in whatever order tiers are written', () => {
    expect(tiers({ min: 20, max: 5 })).toMatchObject([{ path: 'benefits[0].tiers[0]', message: '这一档从 20 到 5，没有数落在里面' }])
    expect(tiers({ min: 5, max: 5, maxInclusive: false })).toHaveLength(1)
    expect(tiers({ min: 0, max: 20 }, { min: 10, max: 30 })).toEqual([{ path: 'benefits[0].tiers[1]', message: '与第 1 档重叠' }])
    expect(tiers({ min: 10, max: null }, { min: 0, max: 20 })).toEqual([{ path: 'benefits[0].tiers[0]', message: '与第 2 档重叠' }])
    expect(tiers({ max: null }, { min: 3, max: null })).toHaveLength(1)
    expect(tiers({ min: 0, max: 5 }, { min: 10, max: null })).toMatchObject([{ message: '与第 1 档之间（5 至 10）没有档' }])
    expect(tiers({ min: 0, max: 5, maxInclusive: false }, { min: 5, minInclusive: false })).toMatchObject([
      { message: '与第 1 档都不含 5，正好这个数没有档' },
    ])
  })
  it('accepts tiers that follow each other, also when they begin above zero or have an end', () => {
    expect(tiers({ min: 5, max: 20 }, { min: 20, minInclusive: false, max: 100 })).toEqual([])
    expect(tiers({ min: 100 }, { max: 5 }, { min: 5, max: 100, maxInclusive: false })).toEqual([])
    expect(tiers({ min: 5, max: 5 })).toEqual([])
  })
  it('refuses a range whose lower end is above its upper end', () => {
    const range = (map: object) => issues({ kind: 'lookupRange', name: '奖励', field: 'hnteEvent', map })
    const [option] = engine.catalog.byKey.get('hnteEvent')!.labels.keys()
    expect(range({ [option!]: [10, 5] })).toEqual([{ path: `benefits[0].map.${option}`, message: '下限 10 大于上限 5' }])
    expect(range({ [option!]: [5, 10] })).toEqual([])
  })
  it('accepts every rule of the county', () => {
    for (const policy of policies) expect([policy.id, engine.validatePolicyRule(policy)]).toEqual([policy.id, []])
  })
})

describe('保存时拒绝：谁也拿不到的部分', () => {
  const group = (items: object[], more: object = {}) => issues({ kind: 'group', name: '组', items, ...more })
  it('finds unreachable parts inside groups, also those that contradict the condition of the group', () => {
    expect(group([fixed, { ...fixed, name: '小企业奖励', when: dead }])).toEqual([
      { path: 'benefits[0].items[1].when', message: '与申报条件矛盾，“小企业奖励”永远拿不到' },
    ])
    expect(group([{ ...fixed, when: { ...alive, value: false } }], { when: alive })).toMatchObject([{ path: 'benefits[0].items[0].when' }])
    expect(group([{ kind: 'group', name: '内', items: [{ ...fixed, when: dead }] }])).toMatchObject([
      { path: 'benefits[0].items[0].items[0].when' },
    ])
    expect(group([{ ...fixed, when: alive }])).toEqual([])
  })
  it('finds an unreachable condition of an extra rate', () => {
    const rate = (when: object) =>
      issues({ kind: 'tierRate', name: '补助', base: 'rdExpenseY1', tiers: [{ rate: 0.1 }], rateAdd: { when, add: 0.05 } })
    expect(rate(dead)).toEqual([{ path: 'benefits[0].rateAdd.when', message: '与申报条件矛盾，“补助”的加成永远拿不到' }])
    expect(rate(alive)).toEqual([])
  })
})
