import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { policyDraft } from '../policy/testing/draft.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

const leaf = (field: string, op: string, value: unknown) => ({ field, op, value })
const fixed = (amount: number, more: object = {}) => ({ kind: 'fixed', name: '奖励', amount, unit: '万元', ...more })
const tiers = [
  { min: 0, max: 1000, maxInclusive: true, rate: 0.05 },
  { min: 1000, minInclusive: false, max: null, rate: 0.1 },
]
const tiered = (more: object = {}) => ({ kind: 'tierRate', name: '补助', base: 'revenueY1', tiers, unit: '万元', ...more })
const lookup = (map: object, more: object = {}) => ({ kind: 'lookup', name: '奖励', field: 'rdOrgLevel', map, unit: '万元', ...more })

const save = (parts: object[], benefits: object[] = [fixed(10)]) =>
  t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ rule: { conditions: { all: parts }, benefits } }))
const anything = leaf('countyRegistered', 'eq', true)

/** the input of the editor, with the path and the message of the refusal */
const refused: [name: string, parts: object[], benefits: object[] | undefined, path: string, reason: RegExp][] = [
  [
    '既是小型又是大型',
    [leaf('enterpriseScale', 'eq', 'small'), leaf('enterpriseScale', 'eq', 'large')],
    undefined,
    'rule.conditions.all[1]',
    /“企业规模”永远不能满足/,
  ],
  [
    '制造业门类而大类是 51',
    [leaf('industrySection', 'eq', 'C'), leaf('industryDivision', 'eq', '51')],
    undefined,
    'rule.conditions.all[1]',
    /永远不能满足/,
  ],
  ['没有的门类 Z', [leaf('industrySection', 'eq', 'Z')], undefined, 'rule.conditions.all[0].value', /没有“Z”/],
  ['没有的税率 20%', [leaf('corpTaxRate', 'eq', 0.2)], undefined, 'rule.conditions.all[0]', /没有这样的取值/],
  ['占比写成 20', [leaf('techStaffRatio', 'gte', 20)], undefined, 'rule.conditions.all[0].value', /20% 写 0\.2/],
  [
    '科技人员多于职工',
    [leaf('techStaff', 'gte', 100), leaf('employees', 'lte', 50)],
    undefined,
    'rule.conditions.all[1]',
    /与其他条件矛盾/,
  ],
  ['谁也落不到的档', [leaf('revenueY1', 'gte', 2000)], [tiered()], 'rule.benefits[0].tiers[0]', /没有企业会落在这一档/],
  [
    '谁也不是的选项',
    [leaf('rdOrgLevel', 'in', ['provincial', 'municipal'])],
    [lookup({ national: 20, provincial: 10 })],
    'rule.benefits[0].map.national',
    /没有企业会是这一选项/,
  ],
  [
    '比例写成 8',
    [anything],
    [{ kind: 'rate', name: '补助', base: 'rdExpenseY1', rate: 8, unit: '万元' }],
    'rule.benefits[0].rate',
    /比例为 800%，过大；如应为 8%，请填 8/,
  ],
  ['封顶低于定额', [anything], [fixed(20, { cap: 10 })], 'rule.benefits[0].cap', /封顶 10万元低于定额 20万元/],
  [
    '引用没有的政策',
    [anything],
    [{ kind: 'group', name: '合计', items: [{ kind: 'ref', name: '另案', ref: 'no-such-policy' }], unit: '万元' }],
    'rule.benefits[0].items[0].ref',
    /没有编号为“no-such-policy”的政策/,
  ],
  ['分年合计 140%', [anything], [fixed(10, { payout: [0.7, 0.7] })], 'rule.benefits[0].payout', /合计 140%，应为 100%/],
  [
    '两档共有一端',
    [anything],
    [tiered({ tiers: [tiers[0], { min: 1000, minInclusive: true, max: null, rate: 0.1 }] })],
    'rule.benefits[0].tiers[1]',
    /都含 1000/,
  ],
]

describe('保存时拒绝写错的规则，并指出位置和原因', () => {
  it.each(refused)('%s', async (_, parts, benefits, path, reason) => {
    const { body } = await save(parts, benefits)
    expect(body.success).toBe(false)
    expect(body.fields?.[0]?.path).toBe(path)
    expect(body.fields?.[0]?.message).toMatch(reason)
  })
  it('the same clauses without the error are saved', async () => {
    const meant: [object[], object[]?][] = [
      [[leaf('enterpriseScale', 'in', ['small', 'large'])]],
      [[leaf('industrySection', 'eq', 'I'), leaf('industryDivision', 'eq', '65'), leaf('corpTaxRate', 'eq', 0.15)]],
      [[leaf('techStaffRatio', 'gte', 0.2), leaf('techStaff', 'gte', 50), leaf('employees', 'gte', 50)]],
      [[leaf('revenueY1', 'gte', 2000)], [tiered({ mode: 'marginal' })]],
      [[anything], [lookup({ national: 20, provincial: 10 }, { cap: 20 }), fixed(10, { payout: [0.7, 0.3] })]],
    ]
    for (const [parts, benefits] of meant) {
      const { body } = await save(parts, benefits)
      expect(body.success, JSON.stringify(body)).toBe(true)
    }
  })
})
