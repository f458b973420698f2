import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

test('an own view is renamed by keyboard: a bad name is refused at the field, Esc leaves it, and the name stays after a reload', async ({
  browser,
}) => {
  const page = await person(browser, 'op1')
  const view = (name: string) => ({ name, filters: { keyword: '活动' }, sort: null })
  await callAs(page, '/sys/tableSetting/save', { table: 'smsTemp', setting: { views: [view('甲'), view('乙')] } })
  await page.goto('/work/smsTemp')
  const panel = page.locator('.ant-popover').filter({ hasText: '我的视图' })
  const opens = async () => {
    await page.getByRole('button', { name: '视图', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
  }
  await opens()
  await panel.getByRole('button', { name: '改名：视图 乙' }).focus()
  await page.keyboard.press('Enter')
  const field = panel.getByRole('textbox', { name: '视图“乙”的新名称' })
  await expect(field).toBeFocused()
  for (const [name, message] of [
    [' ', '请填写名称'],
    ['名称'.repeat(11), '名称最多 20 个字'],
    [' 甲', '已有同名的视图'],
  ] as const) {
    await field.fill(name)
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText(message)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  expect(await graveFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: '改名：视图 乙' })).toBeFocused()
  await expect(panel.getByRole('button', { name: '乙', exact: true })).toBeVisible()

  await page.keyboard.press('Enter')
  await page.keyboard.type('  活动的 ')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: '改名：视图 活动的' })).toBeFocused()
  await expect(panel.locator('li').first()).toContainText('甲')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.reload()
  await opens()
  await expect(panel.getByRole('button', { name: '乙', exact: true })).toHaveCount(0)
  await panel.getByRole('button', { name: '改名：视图 活动的' }).click()
  await expect(panel.getByRole('textbox', { name: '视图“活动的”的新名称' })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  // It is opened as before, under its new name.
  await panel.getByRole('button', { name: '活动的', exact: true }).click()
  await expect(page).toHaveURL(/%E6%B4%BB%E5%8A%A8/)
})
