import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engine, policies } from './fixtures.ts'
import { canHold } from './never-true.ts'
import { randomCondition, randomFacts, reference } from './random-rules.ts'
import type { Condition } from './types.ts'

const L = (field: string, op: string, value: unknown) => ({ field, op, value })
const faults = (node: unknown) => engine.validateCondition(node)

describe('永远不能满足的规则', () => {
  const NEVER: [string, unknown, string][] = [
    ['隔着一层的范围矛盾', { all: [L('employees', 'gte', 300), { all: [L('employees', 'lt', 20)] }] }, 'conditions.all[1].all[0]'],
    [
      '与任一分支都矛盾',
      { all: [L('employees', 'lt', 20), { any: [L('employees', 'gt', 20), L('employees', 'eq', 300)] }] },
      'conditions.all[1].any[1]',
    ],
    ['不得有与要求相同', { all: [L('isHNTE', 'eq', true), { not: L('isHNTE', 'eq', true) }] }, 'conditions.all[1].not'],
    [
      '不得有一组中的任一',
      { all: [L('employees', 'gte', 100), { not: { any: [L('employees', 'gte', 20), L('isHNTE', 'eq', true)] } }] },
      'conditions.all[1].not.any[0]',
    ],
    ['是与否都要', { all: [L('isHNTE', 'eq', true), { any: [L('isHNTE', 'eq', false)] }] }, 'conditions.all[1].any[0]'],
    ['是与否都不要', { all: [L('isHNTE', 'ne', true), L('isHNTE', 'ne', false)] }, 'conditions.all[1]'],
    [
      '选项全部排除',
      { not: { field: 'rdOrgLevel', op: 'in', value: engine.catalog.byKey.get('rdOrgLevel')!.options!.map((o) => o.value) } },
      'conditions.not',
    ],
    ['多选：要有又不得有', { all: [L('qualityItems', 'in', ['iso']), L('qualityItems', 'notIn', ['iso', 'award'])] }, 'conditions.all[1]'],
    ['人数少于零', L('employees', 'lt', 0), 'conditions'],
    ['比例高于百分之百', { all: [L('isHNTE', 'eq', true), L('layoffRate', 'gte', 5.5)] }, 'conditions.all[1]'],
    ['整数之间没有值', { all: [L('employees', 'gt', 20), L('employees', 'lt', 21), L('employees', 'gte', 0)] }, 'conditions.all[1]'],
    [
      '日期倒置',
      { all: [L('faLoanDate', 'gte', '2026-01-01'), { any: [L('faLoanDate', 'lt', '2025-06-30')] }] },
      'conditions.all[1].any[0]',
    ],
    ['评分表达标又不得达标', { all: [L('score:hnte-score', 'passes', true), L('score:hnte-score', 'passes', false)] }, 'conditions.all[1]'],
    [
      '任一里的一支',
      { any: [L('isHNTE', 'eq', true), { all: [L('employees', 'gt', 5), { any: [L('employees', 'lt', 5)] }] }] },
      'conditions.any[1].all[1].any[0]',
    ],
  ]
  it.each(NEVER)('%s：拒绝并指明位置', (_, node, path) => {
    const found = faults(node)
    expect(found.map((f) => f.path)).toEqual([path])
    expect(found[0]!.message).toMatch(/永远不能满足$/)
    expect(engine.validatePolicyRule({ id: 't', title: 't', conditions: node }).map((f) => f.path)).toEqual([path])
  })
  it('能满足的不拒绝', () => {
    expect(faults({ all: [L('employees', 'gte', 20), L('employees', 'lte', 20)] })).toEqual([])
    expect(faults({ all: [L('qualityItems', 'in', ['iso', 'award']), L('qualityItems', 'notIn', ['iso'])] })).toEqual([])
    expect(faults({ not: { all: [L('isHNTE', 'eq', true), L('employees', 'gt', 0)] } })).toEqual([])
    for (const policy of policies) expect(canHold(engine.catalog, policy.conditions), policy.id).toBe(true)
  })
  it('扶持内容的前提与申报条件矛盾，也拒绝', () => {
    const rule = (least: number) => ({
      id: 't',
      title: 't',
      conditions: L('employees', 'gte', least),
      benefits: [{ kind: 'fixed', name: '奖励', amount: 10, when: L('employees', 'lt', 50) }],
    })
    expect(engine.validatePolicyRule(rule(100))).toEqual([{ path: 'benefits[0].when', message: '与申报条件矛盾，“奖励”永远拿不到' }])
    expect(engine.validatePolicyRule(rule(20))).toEqual([])
  })
  it('有企业满足的规则从不被认为不可能（与独立算法对照）', () => {
    const agrees = fc.property(
      randomCondition,
      randomFacts,
      (node, facts) => reference(node, facts, '2026-06-30') !== true || canHold(engine.catalog, node),
    )
    expect(fc.check(agrees, { numRuns: 3000 }).failed).toBe(false)
  })
  it('分支再多也很快给出结论', () => {
    const fork = (i: number): Condition => ({ any: [L('employees', 'eq', i), L('revenueY1', 'eq', i)] as Condition[] })
    const started = process.threadCpuUsage()
    canHold(engine.catalog, { all: Array.from({ length: 60 }, (_, i) => fork(i)) })
    const { user, system } = process.threadCpuUsage(started)
    expect((user + system) / 1000).toBeLessThan(1500)
  })
})
