import { expect, test, type Locator, type Page } from '../test.ts'
import { enter, person } from '../session.ts'
import { choose } from './rule-controls.ts'

const fill = (within: Locator, name: string, value: string, nth = -1) =>
  (nth < 0 ? within.getByRole('textbox', { name, exact: true }).last() : within.getByRole('textbox', { name, exact: true }).nth(nth)).fill(
    value,
  )
const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { authorization: decodeURIComponent(token), 'content-type': 'application/json' }
      const answer = await fetch(to, sent ? { method: 'POST', headers, body: sent } : { headers })
      return (await answer.json()).data
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  )

test('an editor encodes clauses as counties write them, without writing a formula', async ({ page, browser }) => {
  await enter(page, 'editor1')
  const mark = Date.now().toString(36)
  const [lpr, score] = [`一年期LPR${mark}`, `数字化评分${mark}`]

  await test.step('a figure that changes with time and a score table, approved by a second user', async () => {
    await page.goto('/work/ownFields')
    const open = async (origin: string, label: string) => {
      await page.getByRole('button', { name: '新增企业信息' }).first().click()
      const dialog = page.getByRole('dialog', { name: '新增企业信息' })
      await choose(dialog, '这项信息怎么来', origin)
      await dialog.getByRole('textbox', { name: '名称' }).fill(label)
      return dialog
    }
    const dated = await open('由编辑维护', lpr)
    await dated.getByRole('button', { name: '添加一期' }).click()
    await choose(dated, /单位/, '比例')
    await dated.getByRole('textbox', { name: '自哪天起' }).fill('2026-01-20')
    await page.keyboard.press('Enter')
    await fill(dated, '数值', '3')
    await dated.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(dated).toBeHidden()

    const table = await open('评分表', score)
    await table.getByRole('button', { name: '添加评分项' }).click()
    await choose(table, '按什么评分', '信息化设备与软件投入')
    await fill(table, '值', '100')
    await fill(table, '得分', '20')
    await table.getByRole('button', { name: '加一档' }).click()
    await fill(table, '值', '500')
    await fill(table, '得分', '40')
    await expect(table.getByText('满分 40 分')).toBeVisible()
    await table.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(table).toBeHidden()

    const leader = await person(browser, 'leader1')
    await leader.goto('/work/ownFields')
    const { list } = (await call(leader, '/admin/ownField/list?page=1&pageSize=10')) as {
      list: { id: number; version: number; label: string; waiting: object | null }[]
    }
    for (const { id, version } of list.filter((row) => row.waiting && row.label.endsWith(mark)))
      await call(leader, '/admin/ownField/review', { id, version, pass: true })
    await leader.context().close()
  })

  const id = (await (await page.request.get('/policy/doc/policyDetail?code=yunxi-profit')).json()).data.id as number
  await page.goto(`/work/policyserveradmin?id=${id}`)
  const rule = page
    .locator('[class*=editor]')
    .filter({ has: page.getByRole('heading', { name: '申报条件' }) })
    .first()
  await expect(rule).toBeVisible()
  /** Adds a benefit of this kind with this name. */
  const add = async (name: string, kind: string) => {
    await rule.getByRole('button', { name: '添加扶持内容' }).click()
    const fresh = rule.getByRole('group', { name: '扶持内容', exact: true })
    await fresh.getByRole('textbox', { name: '扶持名称' }).fill(name)
    const row = rule.getByRole('group', { name, exact: true })
    if (kind) await choose(row, '计算方式', kind)
    return row
  }
  const says = (row: Locator, words: string | RegExp) => expect(row.getByText(/^企业看到：/).last()).toContainText(words)

  await test.step('conditions: at least one of a score and a growth', async () => {
    const tree = rule.locator('div[class*=group]').first()
    await tree.getByRole('button', { name: '添加条件组' }).last().click()
    await tree.getByText('至少几项', { exact: true }).last().click()
    await choose(tree, '企业信息', score)
    await fill(tree, '值', '60')
    await expect(tree.getByText(`企业看到：${score}不低于60分`)).toBeVisible()
    await tree.getByRole('button', { name: '添加条件', exact: true }).nth(-2).click()
    await choose(tree, '企业信息', '增长率（甲 ÷ 乙 − 1）')
    await choose(tree, '本期', '上年度营业（销售）收入')
    await choose(tree, '上期', '上上年度营业（销售）收入')
    await fill(tree, '值', '15')
    await expect(tree.getByText('企业看到：上年度营业（销售）收入较前一年增长不低于15%')).toBeVisible()
  })
  await test.step('a share in percent, a factor, a minimum and a cap', async () => {
    const row = await add('设备补助', '按比例')
    await choose(row, '基数', '项目设备（含软件）投资额')
    await fill(row, '比例', '8')
    await fill(row, '封顶（可空）', '300')
    await fill(row, '保底（可空）', '5')
    await row.getByRole('button', { name: '符合条件时上浮或减少' }).click()
    await fill(row, '按百分之几计算', '120')
    await choose(row, '企业信息', '有效期内高新技术企业')
    await says(row, '的8%计算；有效期内高新技术企业为“是”的，按120%计算；不足5万元的按5万元计；最高300万元')
  })
  await test.step('matched money 1 : 0.5, and the difference from what was received', async () => {
    const matched = await add('技改配套', '按已得的上级支持配套')
    await choose(matched, '哪一级的支持', '省级')
    await fill(matched, '上级每 1 万元配套', '0.5')
    await says(matched, /按本平台已给的支持中政策级别为.*省.*金额合计的50%计算/)
    const rest = await add('平台奖励', '')
    await fill(rest, '金额', '100')
    await rest.getByRole('button', { name: '扣除已得到的（补足差额）' }).click()
    await fill(rest.getByRole('group', { name: '扣除 1' }), '最近几个年度', '3')
    await says(rest, '定额100万元；扣除本平台已给的支持中年度在申报前3个年度内的，金额合计，只补差额')
  })
  await test.step('in steps, with limits and a figure of a date', async () => {
    const row = await add('贷款贴息', '按比例')
    await choose(row, '基数', '逐步加减乘除')
    const steps = row.getByRole('group', { name: '逐步计算' })
    const first = steps.getByRole('group', { name: '第 1 步' })
    await choose(first, '取什么', '固定资产贷款本金')
    await fill(first, '最多计', '2000')
    const second = steps.getByRole('group', { name: '第 2 步' })
    await choose(second, '取什么', lpr)
    await choose(second, '按哪一天的数', '贷款发放日期')
    await fill(row, '比例', '50')
    await says(row, `按（固定资产贷款本金，最高2000万元） × 贷款发放日期当日的${lpr}的50%计算`)
  })
  await test.step('rows of a list, each with its own limit, only the best three', async () => {
    const row = await add('设备清单', '按比例')
    await choose(row, '基数', '统计清单中的行')
    await choose(row, '清单', '主要生产设备')
    await choose(row, '怎样统计', '最高的几项合计')
    await choose(row, '统计哪一列', '原值')
    await fill(row, '每行按百分之几', '70')
    await fill(row, '每行最多', '3')
    await fill(row, '比例', '100')
    await says(row, '每项（原值 × 70%，最高3万元）最高的3项合计计算')
  })
  await test.step('levels and steps of growth, paid over years with terms', async () => {
    const grown = await add('稳增长', '每增加多少奖多少')
    await choose(grown, '基数', '差额（甲 − 乙）')
    await choose(grown, '被减', '上年度营业（销售）收入')
    await choose(grown, '减去', '上上年度营业（销售）收入')
    await fill(grown, '每满', '500')
    await fill(grown, '奖励', '5')
    await grown.getByRole('button', { name: '分年兑付' }).click()
    await fill(grown, '第 2 年兑付条件', '次年营业收入不低于上年')
    await says(grown, '每满500万元奖励5万元，不足一个整数档的不计；分2年兑付：第1年50%、第2年50%（次年营业收入不低于上年）')
  })
  await test.step('several applicants: ranked, with a quota; and when money must be paid back', async () => {
    const shared = rule.getByRole('group', { name: '多家申报时' })
    await choose(shared, '多家申报时怎么分', '按排名取前几名')
    await fill(shared, '名额', '10')
    await fill(shared, '每个乡镇的名额', '2')
    await choose(shared, '按什么排名', score)
    await fill(shared, '追回的情形', '五年内迁出本县的，追回已拨付资金')
    await says(shared, `按${score}由高到低排名取前10名，每个乡镇（街道）最多2家`)
  })
  await test.step('the finished rule can be used', async () => {
    await page.getByRole('button', { name: '检查并试算' }).click()
    await expect(page.getByText('规则还不能用')).toBeHidden()
    await expect(page.getByText(new RegExp(`${score}不低于60分`)).last()).toBeVisible()
  })
})
