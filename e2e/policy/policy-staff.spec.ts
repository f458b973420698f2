import { expect, test, type Locator, type Page } from '../test.ts'
import { pdf } from '../../server/kernel/testing/samples.ts'
import { graveFaults } from '../axe.ts'
import { enter, person } from '../session.ts'
import { tickAll } from './tick-all.ts'

const idOf = async (page: Page, code: string): Promise<number> =>
  (await (await page.request.get(`/policy/doc/policyDetail?code=${code}`)).json()).data.id
const numberIn = (text: string) => Number(/-?[\d,]+(\.\d+)?/.exec(text.replace('−', '-'))![0].replaceAll(',', ''))
const cells = async (row: Locator) =>
  (await row.getByRole('cell').allTextContents()).slice(1).map((t) => (t === '不变' ? 0 : numberIn(t.replace('+', ''))))

test('the editor tries a changed rule on all companies before saving it: counts, money, winners, losers and reasons', async ({ page }) => {
  await enter(page, 'editor1')
  const id = await idOf(page, 'yunxi-profit')
  await page.goto(`/work/policyserveradmin?id=${id}`)
  const values = page.getByRole('textbox', { name: '值', exact: true })
  await expect(values.first()).toBeVisible()
  const least = values.and(page.locator('[value="100"]'))
  await least.fill('800')
  await page.getByRole('textbox', { name: '比例', exact: true }).fill('3')
  await page.getByRole('button', { name: '对全部已授权企业试运行' }).click()
  const told = page.getByText(/家已授权企业，用时/)
  await expect(told).toBeVisible()
  const companies = numberIn((await told.textContent())!.split('，')[1]!)

  await test.step('numbers before and after add up, in companies and in 万元', async () => {
    const counts = await Promise.all(
      ['符合', '差一点', '待补信息', '不符合'].map(async (name) => cells(page.getByRole('row', { name: new RegExp(`^${name} `) }))),
    )
    for (const side of [0, 1]) expect(counts.reduce((sum, c) => sum + c[side]!, 0)).toBe(companies)
    const [before, after, change] = await cells(page.getByRole('row', { name: /^金额合计（至多）/ }))
    expect(before).toBeGreaterThan(0)
    expect(after).not.toBe(before)
    expect(change).toBeCloseTo(after! - before!, 3)
  })
  await test.step('who gains, who loses, and the verdict of the draft for a losing company', async () => {
    await expect(page.getByRole('tab', { name: /^受益 [1-9]/ })).toBeVisible()
    await page.getByRole('tab', { name: /^受损 [1-9]/ }).click()
    const panel = page.getByRole('tabpanel', { name: /^受损/ })
    await expect(panel.getByText(/^符合 → /).first()).toBeVisible()
    await panel
      .getByRole('button', { name: /^为什么/ })
      .first()
      .click()
    await expect(panel.getByText(/应纳税所得额/).first()).toBeVisible()
    await expect(panel.getByText(/不符合|差一点/).last()).toBeVisible()
  })
  await test.step('after another change the page says that the figures are older; on a phone it does not scroll sideways', async () => {
    await values.and(page.locator('[value="800"]')).fill('900')
    await expect(page.getByText('规则在试运行后又改过，以下为改动前的结果')).toBeVisible()
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
  // Nothing was saved.
  await page.reload()
  await expect(least).toBeVisible()
})

test('a rule with percentages does not scroll the editor sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await enter(page, 'editor1')
  await page.goto(`/work/policyserveradmin?id=${await idOf(page, 'hnte')}`)
  await expect(page.getByText('%', { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('Enter in the date of a repeal accepts the date and sends nothing', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto(`/work/policyserveradmin?keyword=${encodeURIComponent('首次上规工业企业奖励')}`)
  await expect(page.locator('tr[data-row-key]').first()).toContainText('首次上规')
  const sent: string[] = []
  page.on('request', (r) => r.url().includes('/pol/repeal') && sent.push(r.url()))
  await page
    .getByRole('button', { name: /^更多操作/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /废止/ }).click()
  const dialog = page.getByRole('dialog', { name: /^登记废止/ })
  const date = dialog.getByLabel('废止日期')
  await date.click()
  await page.keyboard.type('2031-03-05')
  await page.keyboard.press('Enter')
  await expect(date).toHaveValue('2031-03-05')
  await date.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('users who may not see which companies meet a policy see no tab for them', async ({ browser }) => {
  const [leader, editor] = [await person(browser, 'leader1'), await person(browser, 'editor1')]
  const id = await idOf(leader, 'hnte')
  await leader.goto(`/work/policyserveradmin?id=${id}`)
  await expect(leader.getByRole('tab', { name: '版本' })).toBeVisible()
  await expect(leader.getByRole('tab', { name: '符合的企业' })).toHaveCount(0)
  await leader.goto(`/work/policycheckmanage?id=${id}`)
  await expect(leader.getByRole('heading', { name: '申报条件', level: 3 })).toBeVisible()
  await expect(leader.getByRole('heading', { name: '符合的企业' })).toHaveCount(0)
  await editor.goto(`/work/policyserveradmin?id=${id}`)
  await editor.getByRole('tab', { name: '符合的企业' }).click()
  await expect(editor.getByText(/只统计已授权平台使用档案的企业/)).toBeVisible()
})

test('a revision adds an attachment; it becomes public when a colleague has approved', async ({ browser }) => {
  const [editor, leader] = [await person(browser, 'editor1'), await person(browser, 'leader1')]
  const code = 'huaibei-green'
  const id = await idOf(editor, code)
  const name = '申报表新版.pdf'
  await editor.goto(`/work/policyserveradmin?id=${id}`)
  await editor.getByLabel('附件', { exact: true }).setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf(2000) })
  await expect(editor.getByText(name)).toBeVisible()
  await expect(editor.getByText(/· 上传成功$/)).toBeVisible()
  await editor.getByRole('button', { name: '保存修订' }).click()
  await expect(editor.getByText('修订已保存，现行版本不变')).toBeVisible()
  await editor.reload()
  await expect(editor.getByText(name)).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/page/policyserverdetail?id=${code}`)
  await expect(visitor.getByText(name)).toHaveCount(0)
  const decide = async (page: Page, open: string, choice: string) => {
    await page.getByRole('region', { name: '修订' }).getByRole('button', { name: open, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '办理修订' })
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByRole('button', { name: choice }).click()
    await expect(page.getByText('已办理')).toBeVisible()
  }
  await decide(editor, '办理', '提交审核')
  await leader.goto(`/work/policycheckmanage?id=${id}`)
  await tickAll(leader)
  await decide(leader, '审核', '审核通过')
  await expect(async () => {
    await visitor.goto(`/page/policyserverdetail?id=${code}`)
    await expect(visitor.getByRole('link', { name: new RegExp(name) })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
})
