import { expect, test, type Locator } from '../test.ts'
import { enter } from '../session.ts'
import { asked, choose, typed } from './rule-controls.ts'

interface Tried {
  rule: { benefits: object[]; allocation: object; funding: object }
}

test('months begun, choices counted, new steps, the two highest, ranks with awards and several payers are set with controls', async ({
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

  await test.step('months, where a month that has begun counts', async () => {
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '几个月（不足一个月按一个月计）')
    await choose(rule, '从', '注册成立日期')
    await rule.getByRole('textbox', { name: '值', exact: true }).last().fill('13')
    await expect(rule.getByText('企业看到：注册成立日期至申报的月数（不足一个月的按一个月计）不低于13个月')).toBeVisible()
  })
  await test.step('the number of chosen options', async () => {
    const row = await add('质量', '按数量')
    await choose(row, '基数', '多选的项数')
    await choose(row, '多选', '质量管理情况')
    await typed(row, '每单位', '2')
    await says(row, '按质量管理情况的项数每项2万元计算')
  })
  await test.step('steps that are newly reached', async () => {
    const row = await add('台阶', '每增加多少奖多少')
    await choose(row, '基数', '上年度营业（销售）收入')
    await typed(row, '每满', '5000')
    await typed(row, '奖励', '10')
    await choose(row, '此前已达到的水平', '上上年度营业（销售）收入')
    await says(row, '只奖新增的整数档')
  })
  await test.step('the two highest of three', async () => {
    const row = await add('荣誉', '几项一组')
    await choose(row, '组内各项', '各项就高')
    await typed(row, '取高的几项', '2')
    for (const [name, sum] of [
      ['甲', '20'],
      ['乙', '15'],
      ['丙', '8'],
    ] as const) {
      await row.getByRole('button', { name: '添加组内一项' }).click()
      await row.getByRole('group', { name: '扶持内容', exact: true }).getByRole('textbox', { name: '扶持名称' }).fill(name)
      await typed(row.getByRole('group', { name, exact: true }), '金额', sum)
    }
    await says(row, '以下各项取高的2项；甲：定额20万元；乙：定额15万元；丙：定额8万元')
  })
  const shared = rule.getByRole('group', { name: '多家申报时' })
  const payers = rule.getByRole('group', { name: '资金分担' }).first()
  await test.step('ranks with awards of their own, a share of the ranked companies, and one per group', async () => {
    await choose(shared, '多家申报时怎么分', '按排名取前几名')
    await choose(shared, '按什么排名', '上年度营业（销售）收入')
    await typed(shared, '取前百分之几', '30')
    await typed(shared, '同一实际控制人的名额', '1')
    for (const [n, to, sum] of [
      [1, '1', '90'],
      [2, '3', '50'],
    ] as const) {
      await shared.getByRole('button', { name: '名次不同，奖额不同' }).click()
      await typed(shared, `各名次的奖额第 ${n} 行到第几名`, to)
      await typed(shared, `各名次的奖额第 ${n} 行每家最高（万元）`, sum)
    }
    await says(
      shared,
      '按上年度营业（销售）收入由高到低排名，取前30%（不足一家的不计，至少一家），第1名90万元、第2至3名各50万元，同一实际控制人或母子公司（按平台确认的关联企业）最多1家',
    )
  })
  await test.step('payers whose shares do not sum up to the whole are refused at their rows', async () => {
    for (const [n, by, share] of [
      [1, '市级财政', '40'],
      [2, '县级财政', '50'],
    ] as const) {
      await payers.getByRole('button', { name: '由几级财政分担' }).click()
      await typed(payers, `资金分担第 ${n} 行由谁承担`, by)
      await typed(payers, `资金分担第 ${n} 行承担比例（%）`, share)
    }
    await page.getByRole('button', { name: '检查并试算' }).click()
    await expect(payers.getByText('各方承担的比例合计应为 100%，现在是 90%')).toBeVisible()
    await typed(payers, '资金分担第 2 行承担比例（%）', '60')
  })
  await test.step('the rule gives the sums calculated by hand', async () => {
    const sent = page.waitForRequest((request) => request.url().includes('tryRule'))
    await page.getByRole('button', { name: '检查并试算' }).click()
    const { rule: written } = (await sent).postDataJSON() as Tried
    await expect(payers.getByText(/^各方承担的比例/)).toBeHidden()
    expect(written).toMatchObject({
      allocation: {
        way: 'rank',
        rankBy: 'revenueY1',
        topShare: 0.3,
        perGroup: 1,
        awards: [
          { to: 1, amount: 90 },
          { to: 3, amount: 50 },
        ],
      },
      funding: [
        { by: '市级财政', share: 0.4 },
        { by: '县级财政', share: 0.6 },
      ],
    })
    const judged = async (registeredDate: string, more: object) => {
      const { judgement, issues } = (await asked(page, '/admin/policyCalculator/tryRule', {
        rule: written,
        answers: { registeredDate, qualityItems: ['iso', 'brand'], revenueY1: 16_000, revenueY2: 9_000, ...more },
        applyDate: '2026-06-30',
      })) as { judgement: { verdict: string; amount: { value: number; steps: string[] } | null }; issues: object[] }
      expect(issues).toEqual([])
      return judgement
    }
    // 2 × 2 + (3 − 1) × 10 + 20 + 15 = 59, of which 40 % is 23.6
    const paid = await judged('2025-06-29', {})
    expect([paid.verdict, paid.amount?.value]).toEqual(['match', 59])
    expect(paid.amount!.steps).toContain('其中 市级财政 23.6万元，县级财政 35.4万元')
    expect((await judged('2025-06-29', { revenueY2: 20_000, qualityItems: [] })).amount?.value).toBe(35)
    expect((await judged('2025-06-30', {})).verdict).not.toBe('match')
  })
})
