import { expect, test, type Locator } from '../test.ts'
import { enter } from '../session.ts'
import { asked, choose, typed } from './rule-controls.ts'

test('clauses are set with controls, saved, shown again as they were set, and give the sums that a person calculates', async ({ page }) => {
  await enter(page, 'editor1')
  const title = `条款控件试验${Date.now().toString(36)}`
  await page.goto('/work/policyserveradmin?id=new')
  await page.getByLabel('政策标题').fill(title)
  const units = page.getByRole('group', { name: '发文单位' })
  await units.getByRole('button', { name: '新增' }).click()
  await units.getByRole('textbox', { name: '第 1 行 单位名称' }).fill('县经信局')
  await units.getByRole('button', { name: '保存 第 1 行' }).click()
  await choose(page, /政策级别/, '区县级')
  await choose(page, /支持方式/, '资金补助')
  await page.keyboard.press('Escape')
  await page.getByLabel('一句话摘要').fill('按条款给予支持。')
  await page.getByRole('textbox', { name: /正文$/ }).click()
  await page.keyboard.type('第一条 按条款给予支持。')

  const rule = page
    .locator('[class*=editor]')
    .filter({ has: page.getByRole('heading', { name: '申报条件' }) })
    .first()
  const add = async (name: string, kind: string): Promise<Locator> => {
    await rule.getByRole('button', { name: '添加扶持内容' }).click()
    await rule.getByRole('group', { name: '扶持内容', exact: true }).getByRole('textbox', { name: '扶持名称' }).fill(name)
    const row = rule.getByRole('group', { name, exact: true })
    if (kind) await choose(row, '计算方式', kind)
    return row
  }
  const says = (row: Locator, words: string) => expect(row.getByText(/^企业看到：/).last()).toContainText(words)

  await test.step('a condition on the year of a date', async () => {
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '相隔几个年度')
    await choose(rule, '从', '注册成立日期')
    await typed(rule, '值', '1')
    await expect(rule.getByText('企业看到：注册成立日期至申报日相隔的年度数不低于1年')).toBeVisible()
    await choose(rule, '比较方式', '等于')
    await expect(rule.getByText('企业看到：注册成立日期在申报上一年度')).toBeVisible()
  })
  await test.step('贴息: the lower of two rates, never more than what was paid', async () => {
    const row = await add('贴息', '按比例')
    await choose(row, '基数', '逐步加减乘除')
    const [first, second] = [1, 2].map((n) => row.getByRole('group', { name: `第 ${n} 步` }))
    await choose(first!, '取什么', '固定资产贷款本金')
    await choose(second!, '取什么', '创业担保贷款实际年利率')
    await choose(second!, '不超过哪一项', '签约时5年期以上LPR')
    await typed(row, '比例', '50')
    await typed(row, '封顶（可空）', '100')
    await row.getByRole('button', { name: '不超过某一项' }).click()
    await choose(row.getByRole('group', { name: '不超过 1' }), '不超过什么', '技改固定资产贷款已付利息')
    await says(row, '最高100万元；最高不超过“技改固定资产贷款已付利息”')
  })
  await test.step('超过上年 110% 的部分, rounded down', async () => {
    const row = await add('增收', '按比例')
    await choose(row, '基数', '逐步加减乘除')
    const [first, second] = [1, 2].map((n) => row.getByRole('group', { name: `第 ${n} 步` }))
    await choose(first!, '取什么', '上年度营业（销售）收入')
    await choose(second!, '怎样算', '减')
    await choose(second!, '取什么', '上上年度营业（销售）收入')
    await typed(second!, '计其中百分之几', '110')
    await typed(row, '比例', '5')
    await choose(row, '金额取整', '不足1万元的部分舍去')
    await says(row, '按（上年度营业（销售）收入 − 上上年度营业（销售）收入 × 110%）的5%计算；不足1万元的部分舍去')
  })
  await test.step('rows of last year with one of several options, each by its share', async () => {
    const row = await add('设备', '按比例')
    await choose(row, '基数', '统计清单中的行')
    await choose(row, '清单', '主要生产设备')
    await choose(row, '怎样统计', '合计')
    await choose(row, '统计哪一列', '原值')
    await row.getByRole('button', { name: '只算满足…的行' }).click()
    await choose(row, '行的哪一列', '购置日期')
    await choose(row, '行的比较方式', '在上一年度')
    await typed(row, '比例', '10')
    await row.getByRole('switch', { name: '没填按 0 计' }).click()
    await says(row, '购置日期在申报上一年度的，原值合计的10%计算')
  })
  await test.step('it is saved, and the editor shows it as it was set', async () => {
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('已新增，可在列表中提交审核')).toBeVisible()
  })
  const { list } = (await asked(page, `/pol/info/list?page=1&pageSize=5&keyword=${encodeURIComponent(title)}`)) as {
    list: { id: number }[]
  }
  await page.goto(`/work/policyserveradmin?id=${list[0]!.id}`)
  const found = page.getByRole('group', { name: '贴息', exact: true })
  await expect(found.getByText(/^企业看到：/).last()).toContainText('最高不超过“技改固定资产贷款已付利息”')
  await expect(found.getByText('签约时5年期以上LPR', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: '设备', exact: true }).getByText('在上一年度', { exact: true })).toBeVisible()

  await test.step('the saved rule gives the sums calculated by hand', async () => {
    const saved = (await asked(page, `/pol/info/findById?id=${list[0]!.id}`)) as { rule: object }
    const amount = async (answers: object) => {
      const { judgement, issues } = (await asked(page, '/admin/policyCalculator/tryRule', {
        rule: saved.rule,
        answers,
        applyDate: '2026-06-30',
      })) as { judgement: { verdict: string; amount: { value: number } | null }; issues: object[] }
      expect(issues).toEqual([])
      return [judgement.verdict, judgement.amount?.value ?? null]
    }
    const company = {
      registeredDate: '2025-12-31',
      faLoanAmount: 2000,
      startupLoanRate: 0.045,
      lpr5y: 0.035,
      loanInterestPaid: 30,
      revenueY1: 1300,
      revenueY2: 1000,
    }
    // 2000 × 3.5% × 50% = 35, at most 30; (1300 − 1100) × 5% = 10
    expect(await amount(company)).toEqual(['match', 40])
    // (1339 − 1100) × 5% = 11.95, rounded down to whole 万元
    expect(await amount({ ...company, revenueY1: 1339 })).toEqual(['match', 41])
    // 2000 × 2% × 50% = 20
    expect(await amount({ ...company, startupLoanRate: 0.02 })).toEqual(['match', 30])
    expect((await amount({ ...company, registeredDate: '2026-01-01' }))[0]).not.toBe('match')
  })
})
