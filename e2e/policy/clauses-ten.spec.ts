import { expect, test, type Locator } from '../test.ts'
import { optionsOf, take } from '../select.ts'
import { enter } from '../session.ts'
import { asked, choose, typed } from './rule-controls.ts'

interface Tried {
  rule: { conditions: object; benefits: { name: string; kind: string }[] }
}
interface Judged {
  judgement: { verdict: string; amount: { value: number; min: number; max: number } | null; negotiated?: true }
  issues: object[]
}

test('ten clauses not seen before, each with a condition of its own, are set with controls', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto('/work/policyserveradmin?id=new')
  const rule = page
    .locator('[class*=editor]')
    .filter({ has: page.getByRole('heading', { name: '申报条件' }) })
    .first()
  const add = async (name: string, kind?: string): Promise<Locator> => {
    await rule.getByRole('button', { name: '添加扶持内容' }).click()
    await rule.getByRole('group', { name: '扶持内容', exact: true }).getByRole('textbox', { name: '扶持名称' }).fill(name)
    const row = rule.getByRole('group', { name, exact: true })
    if (kind) {
      const box = row.getByRole('combobox', { name: '计算方式', exact: true })
      const options = await optionsOf(box)
      const option = options.filter({ hasText: kind }).first()
      await expect(options.first()).toBeVisible()
      // The last kinds are further down the list, so it is scrolled.
      if (!(await option.isVisible()))
        await page.locator('.ant-select-dropdown:visible .rc-virtual-list-holder').evaluate((list) => list.scrollTo(0, 1000))
      await take(box, option)
    }
    return row
  }
  const says = (row: Locator, words: string | RegExp) => expect(row.getByText(/^企业看到：/).last()).toContainText(words)
  /** A calculation whose name is part of other names. */
  const calculated = async (within: Locator, name: string, way: string): Promise<void> => {
    const box = within.getByRole('combobox', { name, exact: true }).last()
    const options = await optionsOf(box)
    await box.fill(way)
    await take(box, options.and(page.getByTitle(way, { exact: true })))
  }
  /** Adds a condition to one benefit: its first or a further one. */
  const taken = async (row: Locator, value: string, fields: readonly (readonly [string, string])[]): Promise<Locator> => {
    const start = row.getByRole('button', { name: '添加前置条件' })
    if (await start.isVisible()) await start.click()
    else await row.getByRole('group', { name: '前置条件' }).getByRole('button', { name: '添加条件', exact: true }).click()
    const when = row.getByRole('group', { name: '前置条件' })
    for (const [name, option] of fields) await choose(when, name, option)
    if (value) await typed(when, '值', value)
    return when
  }
  const grown: readonly (readonly [string, string])[] = [
    ['本年', '上年度营业（销售）收入'],
    ['上年', '上上年度营业（销售）收入'],
    ['再上一年', '再上一年度营业（销售）收入'],
  ]

  await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
  await choose(rule, '企业信息', '职工总数')
  await typed(rule, '值', '1')

  await test.step('two years of growth, and companies of at least three and less than five years', async () => {
    const growth = await add('连续增长')
    await typed(growth, '金额', '10')
    await taken(growth, '10', [['企业信息', '连续两年增长率'], ...grown])
    await says(growth, /连续.*增长率.*不低于10%.*定额10万元/)
    const young = await add('成长期')
    await typed(young, '金额', '3')
    await taken(young, '3', [
      ['企业信息', '满几年'],
      ['从', '注册成立日期'],
    ])
    const when = await taken(young, '60', [
      ['企业信息', '满几个月'],
      ['从', '注册成立日期'],
    ])
    const way = when.getByRole('combobox', { name: '比较方式', exact: true }).last()
    await take(way, (await optionsOf(way)).and(page.getByTitle('低于', { exact: true })))
    await says(young, /注册成立日期至申报满3年.*60个月/)
  })
  await test.step('a share of income and a mean of three years exclude each other', async () => {
    const share = await add('研发强度', '按比例')
    await choose(share, '基数', '上年度研发费用')
    await typed(share, '比例', '8')
    await taken(share, '5', [
      ['企业信息', '占比（甲 ÷ 乙）'],
      ['分子', '上年度研发费用'],
      ['分母', '上年度营业（销售）收入'],
    ])
    await typed(share, '互斥组', '研发')
    await says(share, /上年度研发费用 ÷ 上年度营业（销售）收入不低于5%的.*研发费用的8%计算/)
    const mean = await add('研发均值')
    await typed(mean, '金额', '6')
    const when = await taken(mean, '', [])
    await calculated(when, '企业信息', '平均')
    await when.getByRole('button', { name: '加一项' }).click()
    for (const [n, year] of ['上年度研发费用', '上上年度研发费用', '再上一年度研发费用'].entries())
      await choose(when, `第 ${n + 1} 项`, year)
    await typed(when, '值', '100')
    await typed(mean, '互斥组', '研发')
    await says(mean, '上年度研发费用、上上年度研发费用、再上一年度研发费用的平均不低于100万元的，定额6万元')
  })
  await test.step('levels that pay the difference, and a range by option', async () => {
    const levels = await add('上台阶', '按区间定额')
    await choose(levels, '基数', '上年度营业（销售）收入')
    await typed(levels, '档次第 1 行满（万元）', '10000')
    await typed(levels, '档次第 1 行奖励（万元）', '20')
    await levels.getByRole('button', { name: '添加一档' }).click()
    await typed(levels, '档次第 2 行满（万元）', '50000')
    await typed(levels, '档次第 2 行奖励（万元）', '50')
    await choose(levels, '此前已达到的水平', '上上年度营业（销售）收入')
    await says(levels, '达到更高一档的补足差额')
    const range = await add('平台', '按选项给区间')
    await choose(range, '按哪一项', '研发机构级别')
    await typed(range, '国家级下限', '5')
    await typed(range, '国家级上限', '20')
    await says(range, '国家级5万元至20万元')
  })
  await test.step('tiers with extra points for some, on the sum of two years', async () => {
    const tiers = await add('两年合计', '按比例分档')
    await calculated(tiers, '基数', '合计')
    await choose(tiers, '第 1 项', '上年度研发费用')
    await choose(tiers, '第 2 项', '上上年度研发费用')
    await typed(tiers, '档次第 1 行到', '200')
    await typed(tiers, '档次第 1 行比例（%）', '5')
    await tiers.getByRole('button', { name: '添加一档' }).click()
    await typed(tiers, '档次第 2 行比例（%）', '8')
    await tiers.getByRole('switch', { name: '符合条件时加成' }).click()
    await typed(tiers, '加成比例', '2')
    await choose(tiers, '企业信息', '有效期内高新技术企业')
    await says(tiers, /有效期内高新技术企业为“是”的，比例再加2个百分点/)
  })
  await test.step('a share of the sum by option, an amount settled case by case, an honour, an amount as in another policy', async () => {
    const factor = await add('设备', '按比例')
    await choose(factor, '基数', '项目设备（含软件）投资额')
    await typed(factor, '比例', '10')
    await factor.getByRole('button', { name: '按选项乘系数' }).click()
    await choose(factor, '系数按哪一项', '研发机构级别')
    await typed(factor, '国家级按百分之几', '150')
    await factor.getByRole('switch', { name: '不超过（以核定为准）' }).click()
    await says(factor, /按研发机构级别调整：国家级150%.*以上为上限/)
    const settled = await add('重大项目', '一事一议')
    await typed(settled, '封顶（可空）', '3000')
    await taken(settled, '50000', [['企业信息', '项目设备（含软件）投资额']])
    await says(settled, '不低于50000万元的，一事一议，金额由主管部门议定；最高3000万元')
    await expect(settled.getByRole('textbox', { name: '互斥组' })).toBeHidden()
    const honor = await add('授牌', '资质荣誉')
    await taken(honor, '90', [
      ['企业信息', '相隔天数'],
      ['从', '注册成立日期'],
    ])
    await says(honor, '资质荣誉，无直接资金')
    const other = await add('另案', '按另一政策执行')
    await choose(other, '按哪项政策执行', '小型微利')
    await says(other, /按“.+”执行/)
  })

  const sent = page.waitForRequest((request) => request.url().includes('tryRule'))
  await page.getByRole('button', { name: '检查并试算' }).click()
  const { rule: written } = (await sent).postDataJSON() as Tried
  await expect(page.getByText('规则还不能用')).toBeHidden()
  const tried = async (names: readonly string[], answers: object): Promise<Judged['judgement']> => {
    const { judgement, issues } = (await asked(page, '/admin/policyCalculator/tryRule', {
      rule: { ...written, benefits: written.benefits.filter(({ name }) => names.includes(name)) },
      answers: { employees: 9, ...answers },
      applyDate: '2026-06-30',
    })) as Judged
    expect(issues).toEqual([])
    return judgement
  }
  const value = async (names: string | readonly string[], answers: object) => (await tried([names].flat(), answers)).amount?.value

  await test.step('each gives the sums calculated by hand', async () => {
    // 121 ÷ 110 = 110 ÷ 100 = 1.1
    expect(await value('连续增长', { revenueY1: 121, revenueY2: 110, revenueY3: 100 })).toBe(10)
    expect(await value('连续增长', { revenueY1: 130, revenueY2: 109, revenueY3: 100 })).toBe(0)
    expect(await value('成长期', { registeredDate: '2023-06-30' })).toBe(3)
    expect(await value('成长期', { registeredDate: '2023-07-01' })).toBe(0)
    expect(await value('成长期', { registeredDate: '2021-06-30' })).toBe(0)
    const research = { revenueY1: 2000, rdExpenseY1: 150, rdExpenseY2: 100, rdExpenseY3: 50 }
    // 150 ÷ 2000 = 7.5 %: 12; the mean is 100: 6; the higher one counts
    expect(await value(['研发强度', '研发均值'], research)).toBe(12)
    expect(await value(['研发强度', '研发均值'], { ...research, revenueY1: 3001 })).toBe(6)
    expect(await value('上台阶', { revenueY1: 50000, revenueY2: 49999 })).toBe(30)
    expect(await value('上台阶', { revenueY1: 9999.99, revenueY2: 1 })).toBe(0)
    expect((await tried(['平台'], { rdOrgLevel: 'national' })).amount).toMatchObject({ value: 20 })
    // all 250 are in the second tier: 8 %, or 10 % for 高新技术企业
    expect(await value('两年合计', { rdExpenseY1: 150, rdExpenseY2: 100, isHNTE: false })).toBe(20)
    expect(await value('两年合计', { rdExpenseY1: 150, rdExpenseY2: 100, isHNTE: true })).toBe(25)
    expect(await value('设备', { equipmentInvestment: 400, rdOrgLevel: 'national' })).toBe(60)
    expect(await value('设备', { equipmentInvestment: 400, rdOrgLevel: 'none' })).toBe(40)
  })
  await test.step('an amount settled case by case is no sum and no part of one', async () => {
    expect(await tried(['重大项目'], { equipmentInvestment: 50000 })).toMatchObject({ amount: null, negotiated: true })
    const beside = await tried(['设备', '重大项目'], { equipmentInvestment: 50000, rdOrgLevel: 'none' })
    expect(beside).toMatchObject({ amount: { value: 5000 }, negotiated: true })
    expect((await tried(['设备', '重大项目'], { equipmentInvestment: 49999, rdOrgLevel: 'none' })).negotiated).toBeUndefined()
    expect((await tried(['授牌', '另案'], { registeredDate: '2020-01-01' })).amount).toBeNull()
  })
})
