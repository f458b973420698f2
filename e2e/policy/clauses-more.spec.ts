import { expect, test, type Locator } from '../test.ts'
import { enter } from '../session.ts'
import { asked, choose, typed } from './rule-controls.ts'

/** The rule of the editor as it is sent for a trial. */
interface Tried {
  rule: { conditions: { all: object[] }; benefits: { name: string }[] }
}

test('a group as one company, shares by option, the lower and higher of two, numbers, options and tiers are set with controls', async ({
  page,
}) => {
  await enter(page, 'editor1')
  await page.goto('/work/policyserveradmin?id=new')
  const rule = page
    .locator('[class*=editor]')
    .filter({ has: page.getByRole('heading', { name: '申报条件' }) })
    .first()
  const add = async (name: string, kind: string): Promise<Locator> => {
    await rule.getByRole('button', { name: '添加扶持内容' }).click()
    await rule.getByRole('group', { name: '扶持内容', exact: true }).getByRole('textbox', { name: '扶持名称' }).fill(name)
    const row = rule.getByRole('group', { name, exact: true })
    await choose(row, '计算方式', kind)
    return row
  }
  const says = (row: Locator, words: string | RegExp) => expect(row.getByText(/^企业看到：/).last()).toContainText(words)

  await test.step('conditions: within some months of a date, and the figures of a group together', async () => {
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '几个月内')
    await choose(rule, '从', '注册成立日期')
    await typed(rule, '几个月内', '36')
    await expect(rule.getByText('企业看到：申报日在注册成立日期起36个月内')).toBeVisible()
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '合并关联企业')
    await choose(rule, '本企业的', '上年度营业（销售）收入')
    await rule.getByRole('button', { name: '只算满足…的行' }).click()
    await choose(rule, '行的哪一列', '关系')
    await choose(rule, '行的比较方式', '是其中之一')
    await choose(rule, '值', '子公司')
    await choose(rule, '值', '同一控制')
    await page.keyboard.press('Escape')
    await rule.getByRole('textbox', { name: '值', exact: true }).last().fill('5000')
    await expect(
      rule.getByText(
        /企业看到：上年度营业（销售）收入 \+ 已确认的关联企业中关系.*子公司.*同一控制.*上年度营业（销售）收入合计不低于5000万元/,
      ),
    ).toBeVisible()
  })
  await test.step('rows that are some months old, each by the share of its option', async () => {
    const row = await add('设备分类', '按比例')
    await choose(row, '基数', '统计清单中的行')
    await choose(row, '清单', '主要生产设备')
    await choose(row, '怎样统计', '合计')
    await choose(row, '统计哪一列', '原值')
    await row.getByRole('button', { name: '按选项计不同比例' }).click()
    await choose(row, '按哪一列的选项', '设备类别')
    await typed(row, '加工设备计百分之几', '50')
    await typed(row, '检测设备计百分之几', '80')
    await row.getByRole('button', { name: '只算满足…的行' }).click()
    await choose(row, '行的哪一列', '购置日期')
    await choose(row, '行的比较方式', '已满几个月')
    await typed(row, '几个月', '6')
    await typed(row, '比例', '10')
    await says(row, /购置日期至申报满6个月的，每项（原值 × （按设备类别：加工设备50%、检测设备80%/)
  })
  await test.step('the lower and the higher of two figures', async () => {
    const low = await add('取低', '按比例')
    await choose(low, '基数', '几项取低')
    await choose(low, '第 1 项', '上年度研发费用')
    await choose(low, '第 2 项', '上上年度研发费用')
    await typed(low, '比例', '10')
    await says(low, '（上年度研发费用、上上年度研发费用取低）的10%计算')
    const high = await add('取高', '按比例')
    await choose(high, '基数', '几项取高')
    await choose(high, '第 1 项', '上年度研发费用')
    await choose(high, '第 2 项', '上上年度研发费用')
    await typed(high, '比例', '1')
    await says(high, '（上年度研发费用、上上年度研发费用取高）的1%计算')
  })
  await test.step('interest by the days of a loan, and the increase of a share, step by step', async () => {
    const step = (row: Locator, n: number) => row.getByRole('group', { name: `第 ${n} 步` })
    const interest = await add('按日贴息', '按比例')
    await choose(interest, '基数', '逐步加减乘除')
    await choose(step(interest, 1), '取什么', '固定资产贷款本金')
    await choose(step(interest, 2), '取什么', '两个日期之间的时间')
    await choose(step(interest, 2), '从', '贷款发放日期')
    await interest.getByRole('button', { name: '加一步' }).click()
    await choose(step(interest, 3), '怎样算', '除以')
    await choose(step(interest, 3), '取什么', '一个数')
    await typed(step(interest, 3), '数', '365')
    await typed(interest, '比例', '3.65')
    await says(interest, '固定资产贷款本金 × 贷款发放日期至申报的天数 ÷ 365的3.65%计算')
    const risen = await add('强度提高', '每增加多少奖多少')
    await choose(risen, '基数', '逐步加减乘除')
    await choose(step(risen, 1), '取什么', '上年度研发费用')
    await choose(step(risen, 2), '怎样算', '除以')
    await choose(step(risen, 2), '取什么', '上年度营业（销售）收入')
    await risen.getByRole('button', { name: '加一步' }).click()
    await choose(step(risen, 3), '怎样算', '减')
    await choose(step(risen, 3), '取什么', '上上年度研发费用')
    await choose(step(risen, 3), '除以哪一项', '上上年度营业（销售）收入')
    await typed(risen, '每满', '1')
    await typed(risen, '奖励', '5')
    await says(risen, /÷ 上年度营业（销售）收入 − 上上年度研发费用 ÷ 上上年度营业（销售）收入/)
  })
  await test.step('an amount per unit, by option, and by tier', async () => {
    const each = await add('每人', '按数量')
    await choose(each, '基数', '职工总数（从业人员）')
    await typed(each, '每单位', '0.1')
    await typed(each, '封顶（可空）', '20')
    await says(each, /每.*0\.1万元.*最高20万元/)
    const option = await add('机构', '按选项定额')
    await choose(option, '按哪一项', '研发机构级别')
    await typed(option, '国家级金额', '100')
    await typed(option, '省（部）级金额', '50')
    await says(option, /国家级.*100万元.*省（部）级.*50万元/)
    const tiers = await add('分档', '按比例分档')
    await choose(tiers, '基数', '上年度营业（销售）收入')
    await choose(tiers, '分档方式', '超额累进')
    await typed(tiers, '档次第 1 行到', '1000')
    await typed(tiers, '档次第 1 行比例（%）', '1')
    await tiers.getByRole('button', { name: '添加一档' }).click()
    await typed(tiers, '档次第 2 行比例（%）', '2')
    await says(tiers, /1000万元.*1%.*2%/)
  })
  await test.step('money that is cut by the same share for all', async () => {
    const shared = rule.getByRole('group', { name: '多家申报时' })
    await choose(shared, '多家申报时怎么分', '超出预算的按比例折算')
    await typed(shared, '预算', '300')
    await says(shared, '各家合计超过预算300万元的，按同一比例折算')
  })

  await test.step('the rule gives the sums calculated by hand', async () => {
    const sent = page.waitForRequest((request) => request.url().includes('tryRule'))
    await page.getByRole('button', { name: '检查并试算' }).click()
    const { rule: written } = (await sent).postDataJSON() as Tried
    await expect(page.getByText('规则还不能用')).toBeHidden()
    // Lists belong to the archive and cannot be given here.
    const told = {
      ...written,
      conditions: { all: written.conditions.all.slice(0, 1) },
      benefits: written.benefits.filter(({ name }) => name !== '设备分类'),
    }
    const figures = {
      revenueY1: 4000,
      revenueY2: 8000,
      rdExpenseY1: 100,
      rdExpenseY2: 80,
      employees: 150,
      rdOrgLevel: 'provincial',
      faLoanAmount: 1000,
      faLoanDate: '2026-01-01',
    }
    const judged = async (registeredDate: string) => {
      const { judgement, issues } = (await asked(page, '/admin/policyCalculator/tryRule', {
        rule: told,
        answers: { registeredDate, ...figures },
        applyDate: '2026-06-30',
      })) as { judgement: { verdict: string; amount: { value: number } | null }; issues: object[] }
      expect(issues).toEqual([])
      return [judgement.verdict, judgement.amount?.value ?? null]
    }
    // 1000 × 180 ÷ 365 × 3.65% = 18; 100 ÷ 4000 − 80 ÷ 8000 = 1.5 points: 5
    // 80 × 10% = 8; 100 × 1% = 1; 150 × 0.1 = 15; 50; 1000 × 1% + 3000 × 2% = 70
    expect(await judged('2023-06-30')).toEqual(['match', 167])
    expect((await judged('2023-06-29'))[0]).not.toBe('match')
  })
  await test.step('a company without a confirmed relation is judged by its own figure', async () => {
    await choose(page, '企业', '川谷新材料')
    await page.getByRole('button', { name: '检查并试算' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '上年度营业（销售）收入合计不低于5000万元' })).toContainText('满足：')
    await expect(page.getByText(/^计入：/)).toBeHidden()
  })
})
