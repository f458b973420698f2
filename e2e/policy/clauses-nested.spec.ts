import { expect, test, type Locator } from '../test.ts'
import { enter } from '../session.ts'
import { asked, choose, typed } from './rule-controls.ts'

interface Tried {
  rule: { conditions: { all: object[] }; benefits: { base?: string }[] }
}

test('tiers and comparisons in rows, a share by the tier of another figure, a limit by option and yearly growth are set', async ({
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
  const step = (row: Locator, n: number) => row.getByRole('group', { name: `第 ${n} 步` })
  const tier = async (row: Locator, n: number, from: string, value: string) => {
    if (n > 1) await row.getByRole('button', { name: '添加一档' }).click()
    await row.getByRole('textbox', { name: new RegExp(`^分档第 ${n} 行(满|超过)`) }).fill(from)
    await row.getByRole('textbox', { name: new RegExp(`^分档第 ${n} 行(取|该|按|每)`) }).fill(value)
  }

  await test.step('growth over several years, and rows that need only one of several conditions', async () => {
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '年均增长率')
    await choose(rule, '本期', '上年度营业（销售）收入')
    await choose(rule, '几年前', '再上一年度营业（销售）收入')
    await rule.getByRole('textbox', { name: '值', exact: true }).last().fill('20')
    await expect(rule.getByText(/企业看到：上年度营业（销售）收入较再上一年度营业（销售）收入的2年年均增长率不低于20%/)).toBeVisible()
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '统计清单中的行')
    await choose(rule, '清单', '主要生产设备')
    await rule.getByRole('button', { name: '只算满足…的行' }).click()
    await choose(rule, '行的哪一列', '由这一行算出的数')
    await choose(rule, '从', '购置日期')
    await rule.getByRole('button', { name: '只算满足…的行' }).click()
    await choose(rule, '行的哪一列', '原值')
    await choose(rule, '行与什么比较', '另一项')
    await choose(rule, '与哪一项比较', '上年度研发费用')
    await rule.getByRole('radiogroup', { name: '第 2 项要求与前面的关系' }).last().getByText('或', { exact: true }).click()
    await rule.getByRole('textbox', { name: '值', exact: true }).last().fill('1')
    await expect(
      rule.getByText(/企业看到：主要生产设备中购置日期至申报的整月数不低于12个月，或原值不低于“上年度研发费用”的项数不低于1项/),
    ).toBeVisible()
  })
  await test.step('each row by the tiers of its own column', async () => {
    const row = await add('单台分段', '按比例')
    await choose(row, '基数', '统计清单中的行')
    await choose(row, '清单', '主要生产设备')
    await choose(row, '怎样统计', '合计')
    await row.getByRole('button', { name: '每行另外计算' }).click()
    await choose(row, '按哪一项分档', '原值')
    await choose(row, '怎样分档', '分段累计')
    await tier(row, 1, '0', '5')
    await tier(row, 2, '100', '8')
    await typed(row, '比例', '100')
    await says(row, '每项（原值分段累计：0万元至100万元部分5%，超过100万元部分8%）合计')
  })
  await test.step('the share depends on the tier of another figure', async () => {
    const row = await add('增量奖', '按比例')
    await choose(row, '基数', '逐步加减乘除')
    await choose(step(row, 1), '取什么', '上年度营业（销售）收入')
    await choose(row, '怎样算', '减')
    await choose(step(row, 2), '取什么', '上上年度营业（销售）收入')
    await row.getByRole('button', { name: '加一步' }).click()
    await choose(step(row, 3), '取什么', '另外算出的数')
    await choose(step(row, 3), '按哪一项分档', '增长率（甲 ÷ 乙')
    await choose(step(row, 3), '本期', '上年度营业（销售）收入')
    await choose(step(row, 3), '上期', '上上年度营业（销售）收入')
    await tier(step(row, 3), 1, '10', '3')
    await tier(step(row, 3), 2, '20', '5')
    await typed(row, '比例', '100')
    await says(row, /满10%为3%，满20%为5%，未达到为0/)
  })
  await test.step('never more than the limit of the option', async () => {
    const row = await add('设备', '按比例')
    await choose(row, '基数', '上年度研发费用')
    await typed(row, '比例', '10')
    await row.getByRole('button', { name: '不超过某一项' }).click()
    await choose(row, '不超过什么', '按选项取数')
    await choose(row, '按哪一项的选项', '研发机构级别')
    await typed(row, '国家级取多少', '300')
    await says(row, /最高不超过“按研发机构级别：国家级300/)
  })
  await test.step('the rule gives the sums calculated by hand', async () => {
    const sent = page.waitForRequest((request) => request.url().includes('tryRule'))
    await page.getByRole('button', { name: '检查并试算' }).click()
    const { rule: written } = (await sent).postDataJSON() as Tried
    await expect(page.getByText('规则还不能用')).toBeHidden()
    expect(written.benefits.map(({ base }) => base)).toEqual([
      expect.stringMatching(/^=rowsSum\(table\d+, slices\(f\d+, 0, 5%, 100, 8%\)\)$/),
      '=(revenueY1 - revenueY2) * level(revenueY1 / revenueY2 - 1, 10%, 3%, 20%, 5%)',
      'rdExpenseY1',
    ])
    // Lists belong to the archive and cannot be given here.
    const told = { conditions: { all: written.conditions.all.slice(0, 1) }, benefits: written.benefits.slice(1) }
    const judged = async (revenueY1: number) => {
      const { judgement, issues } = (await asked(page, '/admin/policyCalculator/tryRule', {
        rule: { ...written, ...told },
        answers: { revenueY1, revenueY2: 1200, revenueY3: 1000, rdExpenseY1: 5000, rdOrgLevel: 'national' },
        applyDate: '2026-06-30',
      })) as { judgement: { verdict: string; amount: { value: number } | null }; issues: object[] }
      expect(issues).toEqual([])
      return [judgement.verdict, judgement.amount?.value ?? null]
    }
    // 240 × 5% = 12; 5000 × 10% = 500, at most 300
    expect(await judged(1440)).toEqual(['match', 312])
    expect((await judged(1439.99))[0]).not.toBe('match')
  })
})
