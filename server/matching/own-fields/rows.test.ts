import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { engine } from '../catalogue.ts'
import { jsonbPorts, type Answers, type Condition } from '../engine/index.ts'

let t: TestApp
let table = 0
const DAY = '2026-06-30'
beforeAll(async () => {
  t = await testApp()
  const { rows } = await t.kernel.pool.query(`select id from expansion_table where name = '主要生产设备'`)
  table = rows[0].id
})
/** f3 类别, f4 原值, f5 购置日期, f6 数控 */
const machines = [
  { f1: 'A', f3: '检测设备', f4: 40, f5: '2022-11-20', f6: false },
  { f1: 'B', f3: '加工设备', f4: 186.5, f5: '2026-02-18', f6: true },
  { f1: 'C', f3: '加工设备', f4: 640, f5: '2024-09-02', f6: true },
]
const open = { f1: 'D', f4: 5, f5: '2026-01-01', f6: true }
const answersOf = (rows: readonly object[] | undefined, more: object = {}): Answers =>
  JSON.parse(JSON.stringify({ ...(rows ? { [`table${table}`]: rows } : {}), ...more }))
const leaf = (formula: string, value: number | string, op = 'gte') =>
  ({ field: `=${formula.replaceAll('T', `table${table}`)}`, op, value }) as Condition
const truth = (node: Condition, answers: Answers) => engine.compileCondition(node)(engine.facts(answers, DAY))
const inSql = async (node: Condition, answers: Answers) => {
  const params: unknown[] = [JSON.stringify(engine.factRow(answers, DAY))]
  const sql = engine.toSql(node, jsonbPorts('$1::jsonb', params), DAY)
  const { rows } = await t.kernel.pool.query(`select ${sql} as v`, params)
  return rows[0].v === null ? -1 : rows[0].v ? 1 : 0
}

describe('清单中的行', () => {
  it('are counted, summed, and searched for the newest and for different values; the database gives the same', async () => {
    const cases: [Condition, number, number, number][] = [
      [leaf('rowsCount(T)', 3), 1, 1, -1],
      [leaf('rowsCount(T, f3 == "加工设备" && f4 >= 200)', 1), 1, 1, -1],
      [leaf('rowsCount(T, f3 == "加工设备")', 3), 0, -1, -1],
      [leaf('rowsSum(T, f4, f6)', 826.5, 'eq'), 1, 0, -1],
      [leaf('rowsSum(T, f4, f5 > addMonths(applyDate, -12))', 186.5, 'eq'), 1, 0, -1],
      [leaf('rowsMax(T, f5)', '2026-01-01'), 1, 1, -1],
      [leaf('rowsDistinct(T, f3)', 2, 'eq'), 1, -1, -1],
      [leaf('rowsCount(T, f4 > revenueY1)', 1), 1, 1, -1],
    ]
    for (const [node, whole, lacking, none] of cases)
      for (const [answers, wanted] of [
        [answersOf(machines, { revenueY1: 500 }), whole],
        [answersOf([...machines, open], { revenueY1: 500 }), lacking],
        [answersOf(undefined), none],
      ] as const) {
        expect([JSON.stringify(node), truth(node, answers)]).toEqual([JSON.stringify(node), wanted])
        expect([JSON.stringify(node), await inSql(node, answers)]).toEqual([JSON.stringify(node), wanted])
      }
  })
  it('are put into words, and a column that the list does not have is refused', () => {
    const words = engine.ruleInWords(leaf('rowsSum(T, f4, f3 == "检测设备" && f6 == true)', 100))
    expect(words).toContain('主要生产设备中设备类别为检测设备，且是否数控为“是”的，原值合计不低于100万元')
    const rule = (node: Condition) => ({ id: 'p', title: 'p', conditions: { all: [node] }, benefits: [] })
    const refused = (formula: string) => engine.validatePolicyRule(rule(leaf(formula, 1)))
    expect(refused('rowsSum(T, nothing)')).toMatchObject([{ path: 'conditions.all[0].field', message: '清单里没有“nothing”这一列' }])
    expect(refused('rowsCount(revenueY1)')).toMatchObject([{ message: '“revenueY1”不是档案里的清单' }])
    expect(engine.validatePolicyRule(rule({ field: `table${table}`, op: 'gte', value: 1 }))).toMatchObject([
      { message: '“主要生产设备”有多行，请选怎样统计' },
    ])
    expect(refused('rowsCount(T)')).toEqual([])
    expect(engine.ruleInWords(leaf('rowsCount(T, f5 > addMonths(applyDate, -12))', 1))).toContain(
      '中购置日期在申报前12个月内的项数不低于1项',
    )
    expect(engine.ruleInWords(leaf('rowsCount(support, year > yearOf(applyDate) - 3)', 0, 'eq'))).toContain(
      '年度在申报前3个年度内的项数为0项',
    )
  })
  it('a benefit pays the difference to support received before, or a share of it', () => {
    const paid = (benefit: object, support: object[] | undefined) => {
      const rule = engine.compilePolicy(
        JSON.parse(
          JSON.stringify({ id: 'p', title: 'p', conditions: { all: [{ field: 'isHNTE', op: 'eq', value: true }] }, benefits: [benefit] }),
        ),
      )
      const { amount } = engine.judge(rule, answersOf(undefined, { isHNTE: true, support }), { applyDate: DAY })
      return amount && [amount.min, amount.max]
    }
    const top = { kind: 'expr', name: '补足差额', expr: 'max(0, 100 - rowsSum(support, amount, policy == "p-1"))', defaults: {} }
    expect(paid(top, [{ policy: 'p-1', amount: 30.5 }])).toEqual([69.5, 69.5])
    expect(paid(top, [])).toEqual([100, 100])
    const share = { kind: 'rate', name: '配套', base: '=rowsSum(support, amount, level == "2")', rate: 0.5, cap: 50 }
    expect(
      paid(share, [
        { level: '2', amount: 80 },
        { level: '3', amount: 40 },
      ]),
    ).toEqual([40, 40])
  })
  it('the reasons show each row and whether it was counted', () => {
    const rule = engine.compilePolicy({ id: 'p', title: 'p', conditions: leaf('rowsSum(T, f4, f3 == "加工设备")', 900) })
    const told = engine.judge(rule, answersOf(machines), { applyDate: DAY }).toJSON().conditions
    expect(told).toMatchObject({ result: 'false', actualText: '826.5万元', gapText: '还差73.5万元' })
    expect(told.rows?.map(({ taken }) => taken)).toEqual([false, true, true])
    expect(told.rows?.[0]?.text).toContain('设备类别 检测设备，原值 40万元')
  })
  it('a row entered by a company counts at once; support received before counts by policy and year', async () => {
    const companyId = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data as number
    const facts = async () =>
      (await t.kernel.pool.query('select facts from company_facts where company_id = $1', [companyId])).rows[0].facts as Record<
        string,
        object[]
      >
    const before = (await facts())[`table${table}`]!.length
    const added = await t.as('qy1').post('/dynamic/company/info/saveEntArchiveOtherDetail', {
      tableId: table,
      values: { f1: `Z-${Date.now()}`, f2: '新磨床', f4: 12.5 },
    })
    expect(added.body).toMatchObject({ success: true })
    const now = (await facts())[`table${table}`]!
    expect(now).toHaveLength(before + 1)
    expect(now.at(-1)).toMatchObject({ f2: '新磨床', f4: 12.5 })
    expect(JSON.stringify(now)).not.toContain('f7')
    const support = [{ policy: 'p-1', year: 2024, amount: 30.5, paid: true }]
    const known = { support }
    const sum = leaf('rowsSum(support, amount, policy == "p-1" && year > yearOf(applyDate) - 3)', 30.5)
    expect(truth(sum, answersOf(undefined, known))).toBe(1)
    expect(
      truth(leaf('rowsSum(support, amount, policy == "p-1" && year > yearOf(applyDate) - 2)', 0, 'eq'), answersOf(undefined, known)),
    ).toBe(1)
    expect(truth(leaf('rowsCount(support, policy == "no-such-policy")', 0, 'eq'), answersOf(undefined, known))).toBe(1)
    expect(truth(sum, answersOf(undefined))).toBe(-1)
  })
})
