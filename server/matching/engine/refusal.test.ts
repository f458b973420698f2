import { describe, expect, it } from 'vitest'
import { companies, data, engine, fields, policies } from './fixtures.ts'
import { createEngine, EngineRefusal } from './index.ts'
import { ExpressionError, parseExpression } from '../../../contract/rule/expression.ts'
import type { Field } from './types.ts'

const leaf = { field: 'revenueY1', op: 'gte', value: 1 }
const refused = (conditions: unknown) => engine.validatePolicyRule({ id: 't', title: 't', conditions })
const at = (conditions: unknown): string[] => refused(conditions).map((issue) => issue.path)

describe('规则不合格即拒绝，并指明位置', () => {
  it('字段拼错：指出位置和相近字段', () => {
    expect(refused({ all: [leaf, leaf, { field: 'revenuY1', op: 'gte', value: 1 }] })).toEqual([
      { path: 'conditions.all[2].field', message: '没有字段“revenuY1”，是否为“revenueY1”' },
    ])
  })
  const WRONG: [string, unknown, string][] = [
    ['运算符不存在', { all: [{ field: 'revenueY1', op: '>=', value: 1 }] }, 'conditions.all[0].op'],
    ['运算符与类型不符', { all: [{ field: 'isHNTE', op: 'gte', value: true }] }, 'conditions.all[0].op'],
    ['数值写成文字', { any: [{ field: 'revenueY1', op: 'gte', value: '1000' }] }, 'conditions.any[0].value'],
    ['是否写成文字', { not: { field: 'isHNTE', op: 'eq', value: 'true' } }, 'conditions.not.value'],
    ['不存在的日期', { field: 'faLoanDate', op: 'gte', value: '2026-02-30' }, 'conditions.value'],
    ['选项不存在', { all: [{ field: 'rdOrgLevel', op: 'in', value: ['national', 'county'] }] }, 'conditions.all[0].value[1]'],
    ['in 不是列表', { all: [{ field: 'rdOrgLevel', op: 'in', value: 'national' }] }, 'conditions.all[0].value'],
    ['没有评分表', { all: [{ field: 'score:none', op: 'passes', value: true }] }, 'conditions.all[0].field'],
    ['评分表用了比较', { all: [{ field: 'score:hnte-score', op: 'gte', value: 70 }] }, 'conditions.all[0].op'],
    ['空条件组', { all: [] }, 'conditions.all'],
    ['两种组合并用', { all: [leaf], any: [leaf] }, 'conditions'],
    ['多余内容', { all: [{ ...leaf, vlaue: 2 }] }, 'conditions.all[0].vlaue'],
    ['不是对象', 'revenueY1 > 1', 'conditions'],
    [
      '范围矛盾',
      {
        all: [
          { field: 'revenueY1', op: 'gt', value: 100 },
          { field: 'revenueY1', op: 'lte', value: 100 },
        ],
      },
      'conditions.all[1]',
    ],
    [
      '取值矛盾',
      {
        all: [
          { field: 'isHNTE', op: 'eq', value: true },
          { field: 'isHNTE', op: 'eq', value: false },
        ],
      },
      'conditions.all[1]',
    ],
  ]
  for (const [name, conditions, path] of WRONG)
    it(`${name}`, () => {
      expect(at(conditions)).toEqual([path])
      expect(refused(conditions)[0]?.message).toMatch(/[一-龥]/)
    })

  it('嵌套过深', () => {
    let node: unknown = leaf
    for (let depth = 0; depth < 20; depth++) node = { all: [node] }
    expect(refused(node)[0]?.message).toContain('嵌套')
  })

  it('优惠：字段、公式、选项、负数、种类', () => {
    const benefit = (each: unknown) =>
      engine.validatePolicyRule({ id: 't', title: 't', conditions: leaf, benefits: [each] }).map((issue) => issue.path)
    expect(benefit({ kind: 'rate', name: 'a', base: 'rdExpenceY1', rate: 0.1 })).toEqual(['benefits[0].base'])
    expect(benefit({ kind: 'rate', name: 'a', base: 'isHNTE', rate: 0.1 })).toEqual(['benefits[0].base'])
    expect(benefit({ kind: 'rate', name: 'a', base: 'rdExpenseY1', rate: 15 })).toEqual(['benefits[0].rate'])
    expect(benefit({ kind: 'expr', name: 'a', expr: 'rdExpenseY1 * corpTaxRat' })).toEqual(['benefits[0].expr'])
    expect(benefit({ kind: 'expr', name: 'a', expr: 'rdExpenseY1 * (2' })).toEqual(['benefits[0].expr'])
    expect(benefit({ kind: 'expr', name: 'a', expr: 'eval("1")' })).toEqual(['benefits[0].expr'])
    expect(benefit({ kind: 'fixed', name: 'a', amount: -1 })).toEqual(['benefits[0].amount'])
    expect(benefit({ kind: 'fixed', name: 'a', amount: 1, when: { field: 'x', op: 'eq', value: 1 } })).toEqual(['benefits[0].when.field'])
    expect(benefit({ kind: 'lookup', name: 'a', field: 'hnteEvent', map: { firts: 1 } })).toEqual(['benefits[0].map.firts'])
    expect(benefit({ kind: 'bonus', name: 'a' })).toEqual(['benefits[0].kind'])
    expect(benefit({ kind: 'group', name: 'a', items: [{ kind: 'perUnit', name: 'b', base: 'nope', unitAmount: 1 }] })).toEqual([
      'benefits[0].items[0].base',
    ])
  })

  it('47 条政策都合格；编译不合格的规则会抛出并带位置', () => {
    for (const policy of policies) expect(engine.validatePolicyRule(policy), policy.id).toEqual([])
    expect(() => engine.compilePolicy({ id: 't', title: 't', conditions: { field: 'nope', op: 'eq', value: 1 } })).toThrow(
      /conditions\.field/,
    )
  })
})

describe('字段目录', () => {
  const withFields = (...more: Partial<Field>[]): Field[] => [
    ...fields,
    ...more.map((each) => ({ label: String(each.key), type: 'number' as const, derived: true, ...each }) as Field),
  ]
  it('派生字段循环引用', () => {
    const issues = engine.validateFields(withFields({ key: 'a', expr: 'b + 1' }, { key: 'b', expr: 'c * 2' }, { key: 'c', expr: 'a / 3' }))
    expect(issues).toEqual([{ path: `fields[${fields.length}].expr`, message: '派生字段循环引用：a → b → c → a' }])
    expect(() => createEngine({ ...data, fields: withFields({ key: 'a', expr: 'a + 1' }) })).toThrow(EngineRefusal)
  })
  it('公式里的字段、函数和年度系列', () => {
    const message = (expr: string) => engine.validateFields(withFields({ key: 'a', expr }))[0]?.message
    expect(message('revenuY1 + 1')).toContain('没有字段“revenuY1”')
    expect(message('sqrt(revenueY1)')).toContain('没有函数“sqrt”')
    expect(message('yearsSum(employees)')).toContain('年度系列')
    expect(message('min()')).toContain('参数个数')
    expect(message('revenueY1 +')).toContain('无法识别')
    expect(message('revenueY1 + revenueY2')).toBeUndefined()
  })
  it('现有 191 个字段合格', () => {
    expect([fields.length, engine.validateFields(fields)]).toEqual([194, []])
  })
})

describe('公式', () => {
  it('优先级与结合', () => {
    const value = (expr: string) => {
      const rule = engine.compilePolicy({
        id: 't',
        title: 't',
        conditions: { field: 'isHNTE', op: 'eq', value: true },
        benefits: [{ kind: 'expr', name: 'a', expr }],
      })
      return engine.judge(rule, { isHNTE: true, revenueY1: 8, qualityItems: ['iso'] }, { applyDate: '2026-01-01' }).amount?.value
    }
    expect([value('1 + 2 * 3'), value('10 - 2 - 3'), value('100 / 10 / 2'), value('-2 + 5'), value('(1 + 2) * 3')]).toEqual([7, 5, 5, 3, 9])
    expect([
      value('revenueY1 > 5 && !(revenueY1 == 8) ? 1 : 2'),
      value('false || revenueY1 >= 8 ? 1 : 2'),
      value('pow(revenueY1, 2) + floor(2.9)'),
    ]).toEqual([2, 1, 66])
    expect([value('count(qualityItems) + max(1, 2, 3)'), value('isIn(revenueY1, 7, 8) ? 4 : 0'), value('revenueY1 / 3 * 3')]).toEqual([
      4, 4, 8,
    ])
  })
  it('不执行代码，也不会被嵌套压垮', () => {
    for (const source of ['a.b', 'a[0]', 'a = 1', '`x`', 'a; b', '1 2', '"x', '('.repeat(5000) + '1' + ')'.repeat(5000)])
      expect(() => parseExpression(source), source.slice(0, 9)).toThrow(ExpressionError)
  })
})

describe('答案', () => {
  const paths = (answers: unknown) => engine.checkAnswers(answers).map((issue) => issue.path)
  it('未知字段和错误类型都指名', () => {
    expect(engine.checkAnswers({ revenuY1: 1 })[0]).toEqual({ path: 'answers.revenuY1', message: '没有字段“revenuY1”，是否为“revenueY1”' })
    expect(
      paths({
        revenueY1: '100',
        isHNTE: 'true',
        employees: 1.5,
        registeredDate: '2026-02-30',
        rdOrgLevel: 'x',
        qualityItems: ['iso', 'iso'],
        digitalLevel: 9,
        ipType1: -1,
      }),
    ).toHaveLength(8)
    expect(paths(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual(['answers.__proto__', 'answers.constructor'])
    expect(paths({ revenueY1: Number.NaN, revenueY2: Number.POSITIVE_INFINITY })).toHaveLength(2)
    expect([paths([]), paths(null), paths('x')]).toEqual([['answers'], ['answers'], ['answers']])
  })
  it('null、0、false 和 30 家企业的档案都可用', () => {
    expect(paths({ revenueY1: null, ipType1: 0, isHNTE: false, netProfitY1: -3, gdRegion: null })).toEqual([])
    for (const { answers } of companies) expect(engine.checkAnswers(answers)).toEqual([])
  })
})
