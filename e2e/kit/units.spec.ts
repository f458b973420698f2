import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'

// Tests the tables of issuing units and contact units on /demo, with a user's actions.
const open = async (page: Page) => {
  await page.goto('/demo?part=units')
  await expect(page.locator('#units').getByRole('group', { name: '发文单位' })).toBeVisible()
}
const table = (page: Page, name: string) => page.locator('#units').getByRole('group', { name, exact: true })
test('an issuing unit is added with the keyboard, refused without a name, trimmed, changed and deleted (M056, M111, V034, V035, V036)', async ({
  page,
}) => {
  await open(page)
  const t = table(page, '发文单位')
  await t.getByRole('button', { name: '新增' }).click()
  const name = t.getByRole('textbox', { name: '第 2 行 单位名称' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(t.getByRole('alert')).toHaveText('请输入发文单位名称')
  await expect(name).toBeFocused()
  await page.keyboard.type('临溪县财政局')
  await expect(t.getByRole('alert')).toHaveCount(0)
  await t.getByRole('textbox', { name: '第 2 行 联系人' }).fill(' 周敏 ')
  await t.getByRole('textbox', { name: '第 2 行 联系电话' }).fill(' 0570-5550102 ')
  await t.getByRole('button', { name: '保存 第 2 行' }).click()
  const kept = page.getByLabel('已保存的发文单位')
  await expect(kept).toContainText('临溪县财政局|周敏|0570-5550102')
  await expect(t.getByRole('button', { name: '编辑 临溪县财政局' })).toBeFocused()
  await page.keyboard.press('Enter')
  await t.getByRole('textbox', { name: '临溪县财政局 单位名称' }).fill('别的名称')
  await page.keyboard.press('Escape')
  await expect(t.getByRole('cell', { name: '临溪县财政局', exact: true })).toBeVisible()
  await t.getByRole('button', { name: '删除 临溪县财政局' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click()
  await expect(kept).not.toContainText('财政局')
  await expect(t.getByRole('button', { name: '新增' })).toBeFocused()
})

test('an undertaking unit has an abbreviation; an empty name is reported on leaving it; cancel removes a new row (M055, V033)', async ({
  page,
}) => {
  await open(page)
  await expect(table(page, '主办单位').getByRole('columnheader', { name: '单位简称' })).toHaveCount(0)
  const t = table(page, '承办单位')
  await t.getByRole('button', { name: '新增' }).click()
  await t.getByRole('textbox', { name: '第 1 行 单位简称' }).fill('开发区')
  await expect(t.getByRole('alert')).toHaveText('请输入承办单位名称')
  await t.getByRole('button', { name: '取消 第 1 行' }).click()
  await expect(t.getByText('暂无数据')).toBeVisible()
})

test('the tables have no serious accessibility fault at 1440 and 375 px, and no sideways scroll', async ({ page }) => {
  await open(page)
  await table(page, '承办单位').getByRole('button', { name: '新增' }).click()
  expect(await graveFaults(page, '#units')).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page)
  await table(page, '承办单位').getByRole('button', { name: '新增' }).click()
  expect(await graveFaults(page, '#units')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
