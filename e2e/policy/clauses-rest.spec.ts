import { expect, test, type Locator } from '../test.ts'
import { enter } from '../session.ts'
import { asked, choose, typed } from './rule-controls.ts'

interface Tried {
  rule: { conditions: object; benefits: { name: string; kind: string; base?: string; expr?: string }[]; benefitCombine?: string }
}

test('maximum, minimum and number of kinds of a list, a formula with defaults for missing figures, and the highest of all', async ({
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
  const ofMachines = async (row: Locator, way: string, column: string): Promise<void> => {
    await choose(row, '基数', '统计清单中的行')
    await choose(row, '清单', '主要生产设备')
    await choose(row, '怎样统计', way)
    await choose(row, '统计哪一列', column)
  }
  await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
  await choose(rule, '企业信息', '职工总数')
  await typed(rule, '值', '1')

  await test.step('lists', async () => {
    const dearest = await add('最贵一台', '按比例')
    await ofMachines(dearest, '最大（最近）', '原值')
    await typed(dearest, '比例', '10')
    await says(dearest, /主要生产设备.*原值.*最大.*10%计算/)
    const cheapest = await add('最省一台', '按比例')
    await ofMachines(cheapest, '最小（最早）', '原值')
    await typed(cheapest, '比例', '20')
    await says(cheapest, /主要生产设备.*原值.*最小.*20%计算/)
    const kinds = await add('设备种类', '按数量')
    await ofMachines(kinds, '不同的个数', '设备类别')
    await typed(kinds, '每单位', '2')
    await says(kinds, /设备类别.*不同的个数.*2万元/)
  })
  await test.step('a formula with a default for missing figures', async () => {
    const formula = await add('算式', '按算式')
    await formula.getByRole('textbox', { name: '算式', exact: true }).fill('最小([项目设备（含软件）投资额（不含税）] × 0.08, 300)')
    await choose(formula, '添加缺省值', '项目设备（含软件）投资额')
    await expect(formula.getByText(/投资额（不含税） 没填时按/)).toBeVisible()
    await says(formula, /项目设备（含软件）投资额（不含税） × 8%，最高300万元|项目设备（含软件）投资额（不含税）.*300/)
  })
  await test.step('only the highest of all benefits', async () => {
    await choose(page, '多项扶持怎么算', '各项就高享受一项')
  })

  const sent = page.waitForRequest((request) => request.url().includes('tryRule'))
  await page.getByRole('button', { name: '检查并试算' }).click()
  const { rule: written } = (await sent).postDataJSON() as Tried
  await expect(page.getByText('规则还不能用')).toBeHidden()
  expect(written.benefitCombine).toBe('max')
  expect(written.benefits.map(({ base }) => /^=(\w+)\(table\d+, \w+\)$/.exec(base ?? '')?.[1])).toEqual([
    'rowsMax',
    'rowsMin',
    'rowsDistinct',
    undefined,
  ])
  const value = async (answers: object) => {
    // Lists belong to the archive and cannot be given here.
    const benefits = written.benefits.filter(({ kind }) => kind === 'expr')
    const told = { ...written, benefits: [...benefits, { name: '定额', kind: 'fixed', amount: 50 }] }
    const { judgement, issues } = (await asked(page, '/admin/policyCalculator/tryRule', {
      rule: told,
      answers,
      applyDate: '2026-06-30',
    })) as { judgement: { amount: { value: number } | null }; issues: object[] }
    expect(issues).toEqual([])
    return judgement.amount?.value
  }
  await test.step('by hand: 1000 × 8 % = 80, at most 300; a missing figure counts as nothing, so that 50 is higher', async () => {
    expect(await value({ employees: 20, equipmentInvestment: 1000 })).toBe(80)
    expect(await value({ employees: 20, equipmentInvestment: 100_000 })).toBe(300)
    expect(await value({ employees: 20 })).toBe(50)
  })
  await test.step('a company with machines in its archive can be tried', async () => {
    await choose(page, '企业', '鹿鸣数控机床')
    const answer = page.waitForResponse((response) => response.url().includes('tryRule'))
    await page.getByRole('button', { name: '检查并试算' }).click()
    expect((await answer).ok()).toBe(true)
  })
})
