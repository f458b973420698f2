import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

const panel = (page: Page) => page.locator('.ant-popover').filter({ hasText: '我的视图' })
/** Opens the views of the list by keyboard. */
async function openViews(page: Page) {
  await page.getByRole('button', { name: '视图', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
}
const shared = (page: Page) => panel(page).getByRole('list', { name: '角色共享的视图' })

test('an operator shares a view with the role; a colleague opens it after a reload, and another role does not see it', async ({
  browser,
}) => {
  const [op, colleague, editor] = await Promise.all(['op1', 'op2', 'editor1'].map((name) => person(browser, name)))
  await op!.goto('/work/smsTemp')
  await op!.getByRole('textbox', { name: '关键词' }).fill('活动')
  await expect(op!).toHaveURL(/%E6%B4%BB%E5%8A%A8/)
  const address = new URL(op!.url()).search
  await openViews(op!)
  await panel(op!).getByRole('textbox', { name: '视图名称' }).fill('活动的模板')
  await panel(op!).getByRole('button', { name: '保存' }).click()
  await panel(op!).getByRole('button', { name: '共享视图 活动的模板' }).click()
  const dialog = op!.getByRole('dialog', { name: '共享视图“活动的模板”' })
  await expect(dialog.getByText('关键词：活动')).toBeVisible()
  // What somebody typed may be a name or a number.
  await expect(dialog.getByText(/是手工输入的，可能是姓名、手机号/)).toBeVisible()
  expect(await graveFaults(op!)).toEqual([])
  await dialog.getByRole('button', { name: '共享', exact: true }).click()
  await expect(op!.getByText('已共享')).toBeVisible()
  await expect(shared(op!).getByRole('button', { name: '撤回：活动的模板' })).toBeVisible()

  await colleague!.goto('/work/smsTemp')
  await colleague!.reload()
  await openViews(colleague!)
  await expect(shared(colleague!)).toContainText('运营员 叶蓁共享')
  await expect(shared(colleague!).getByRole('button', { name: /^(撤回|修改)：/ })).toHaveCount(0)
  // By keyboard from the opened panel to the view.
  const view = shared(colleague!).getByRole('button', { name: '活动的模板', exact: true })
  for (let n = 0; n < 6 && !(await view.evaluate((el) => el === document.activeElement)); n++) await colleague!.keyboard.press('Tab')
  await colleague!.keyboard.press('Enter')
  await expect(panel(colleague!)).toBeHidden()
  await expect(colleague!.getByRole('button', { name: '视图', exact: true })).toBeFocused()
  expect(new URL(colleague!.url()).search).toBe(address)
  await expect(colleague!.getByRole('textbox', { name: '关键词' })).toHaveValue('活动')
  await colleague!.setViewportSize({ width: 375, height: 800 })
  await openViews(colleague!)
  await shared(colleague!).getByRole('button', { name: '存为我的：活动的模板' }).click()
  await expect(panel(colleague!).getByRole('button', { name: '删除视图 活动的模板' })).toBeVisible()
  expect(await graveFaults(colleague!)).toEqual([])
  expect(await colleague!.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  // 内容更新 is open to both roles.
  const { roles } = await callAs(op!, '/sys/tableView/list?table=staleness')
  const stale = { table: 'staleness', page: '/work/staleness', name: '超期的', filters: { state: 'due' }, sort: null }
  await callAs(op!, '/sys/tableView/saveOrUpdate', { ...stale, roleId: roles[0].id })
  for (const page of [colleague!, editor!]) {
    await page.goto('/work/staleness')
    await openViews(page)
  }
  await expect(shared(colleague!)).toContainText('超期的')
  await expect(panel(editor!).getByText('还没有。自己的视图可以共享给本人持有的角色。')).toBeVisible()

  await shared(op!).getByRole('button', { name: '撤回：活动的模板' }).click()
  await op!
    .getByRole('dialog', { name: /撤回共享的视图/ })
    .getByRole('button', { name: '撤回' })
    .click()
  await expect(op!.getByText('已撤回')).toBeVisible()
  await colleague!.goto('/work/smsTemp')
  await openViews(colleague!)
  await expect(panel(colleague!).getByText('还没有。自己的视图可以共享给本人持有的角色。')).toBeVisible()
  await expect(panel(colleague!).getByRole('button', { name: '删除视图 活动的模板' })).toBeVisible()
})
