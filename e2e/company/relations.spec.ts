import { expect, test, type Page } from '../test.ts'
import { asked, choose, typed } from '../policy/rule-controls.ts'
import { enter, person } from '../session.ts'

const PARENT = '云溪县星澜精密轴承有限公司（示例）'
const CHILD = '云溪县鹿鸣数控机床有限公司（示例）'
const CHILD_CODE = '91339999MAEF12373P'

const consent = (page: Page) => asked(page, '/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
/** Last year's revenue in the archive of this company. */
async function revenue(page: Page): Promise<number> {
  const { groups } = (await asked(page, '/dynamic/company/info/queryEntArchiveDetail')) as {
    groups: { fields: { key: string; value: unknown }[] }[]
  }
  return Number(groups.flatMap(({ fields }) => fields).find(({ key }) => key === 'revenueY1')!.value)
}
const noSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('one company names another, which confirms; a rule on the sum of both counts both until either ends the relation', async ({
  browser,
  page,
}) => {
  const parent = await person(browser, 'qy1')
  const child = await person(browser, 'qy2')
  await parent.goto('/work/enterpriseArchive')
  await child.goto('/work/enterprise')
  await consent(parent)
  await consent(child)
  const [own, theirs] = [await revenue(parent), await revenue(child)]

  const section = (of: Page) => of.getByRole('region', { name: '关联企业（双方确认）', exact: true })
  await test.step('a wrong credit code is refused at its field, and the input stays', async () => {
    await section(parent).getByRole('button', { name: '登记关联企业' }).click()
    const form = parent.getByRole('dialog', { name: '登记关联企业' })
    await form.getByLabel('统一社会信用代码').fill('91339999MAEF1237IP')
    await form.getByLabel('企业名称').fill(CHILD)
    await choose(form, /对方是本企业的$/, '子公司')
    await form.getByLabel('持股比例').fill('60')
    await form.getByLabel('开始日期').fill('2024-01-01')
    await form.getByLabel('开始日期').press('Enter')
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(form.getByText('社会信用代码格式错误').first()).toBeVisible()
    await expect(form.getByLabel('企业名称')).toHaveValue(CHILD)
    await form.getByLabel('统一社会信用代码').fill(CHILD_CODE)
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(section(parent).getByRole('row', { name: new RegExp(CHILD.slice(0, 7)) })).toContainText('待确认')
  })

  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, 'editor1')
  await page.goto('/work/policyserveradmin?id=new')
  const rule = page
    .locator('[class*=editor]')
    .filter({ has: page.getByRole('heading', { name: '申报条件' }) })
    .first()
  await test.step('the editor requires at least one related company and pays one per cent of the figures of all', async () => {
    await rule.getByRole('button', { name: '添加条件', exact: true }).first().click()
    await choose(rule, '企业信息', '合并关联企业')
    await choose(rule, '本企业的', '上年度营业（销售）收入')
    await rule.getByRole('textbox', { name: '值', exact: true }).last().fill('1')
    await rule.getByRole('button', { name: '添加扶持内容' }).click()
    await rule.getByRole('group', { name: '扶持内容', exact: true }).getByRole('textbox', { name: '扶持名称' }).fill('集团奖励')
    const row = rule.getByRole('group', { name: '集团奖励', exact: true })
    await choose(row, '计算方式', '按比例')
    await choose(row, '基数', '合并关联企业')
    await choose(row, '本企业的', '上年度营业（销售）收入')
    await typed(row, '比例', '1')
    await choose(page, '企业', PARENT)
  })
  const paid = async (): Promise<number> => {
    const answer = page.waitForResponse((response) => response.url().includes('tryRule'))
    await page.getByRole('button', { name: '检查并试算' }).click()
    return (await (await answer).json()).data.judgement.amount.value
  }
  const percent = (figure: number) => Math.round(figure * 100) / 10_000
  expect(await paid(), 'what nobody confirmed does not count').toBeCloseTo(percent(own), 4)

  await test.step('the other company finds the request among its tasks and confirms', async () => {
    await child.goto('/work/enterprise')
    await child
      .getByRole('region', { name: '待我处理' })
      .getByRole('link', { name: new RegExp(`去确认.*${PARENT.slice(0, 7)}`) })
      .click()
    await child.getByRole('button', { name: `确认或说明：${PARENT}` }).click()
    const dialog = child.getByRole('dialog', { name: `与“${PARENT}”的关联关系` })
    await dialog.getByLabel('确认', { exact: true }).check()
    await expect(dialog.getByText(/对方只看到合计和是否待补/)).toBeVisible()
    await dialog.getByRole('button', { name: /^确\s?认$/ }).click()
    await expect(section(child).getByRole('row', { name: new RegExp(PARENT.slice(0, 7)) })).toContainText('已确认')
    await child.setViewportSize({ width: 375, height: 800 })
    expect(await noSideways(child)).toBeLessThanOrEqual(0)
  })
  expect(await paid()).toBeCloseTo(percent(own + theirs), 4)
  await expect(page.getByText(new RegExp(`^计入：企业 ${CHILD.slice(0, 7)}.*关系 子公司`)).first()).toBeVisible()
  await expect(page.getByText(String(theirs)), 'the figure of the other company is nobody’s').toHaveCount(0)

  await test.step('the other company ends the relation, and the amount changes back', async () => {
    await child.getByRole('button', { name: `结束：${PARENT}` }).click()
    await child
      .getByRole('dialog')
      .getByRole('button', { name: /^结\s?束$/ })
      .click()
    await expect(section(child).getByRole('row', { name: new RegExp(PARENT.slice(0, 7)) })).toContainText('已结束')
  })
  expect(await paid()).toBeCloseTo(percent(own), 4)
})
