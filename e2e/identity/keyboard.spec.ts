import { expect, test, type Locator, type Page } from '../test.ts'
import { enter } from '../session.ts'
import { arrowDownTo } from '../arrow-down.ts'

/** Opens a dialog from a button without a mouse, leaves it with Escape, and expects the keyboard at the button again. */
async function thereAndBack(page: Page, opener: Locator, dialog: string): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await leave(page, opener, dialog)
}
async function leave(page: Page, opener: Locator, words: string): Promise<void> {
  const opened = page.getByRole('dialog').filter({ hasText: words })
  await expect(opened).toBeVisible()
  // Some dialogs take the focus with their first field, which is loaded after them.
  await expect(opened.locator(':focus').or(page.locator('.ant-drawer:focus'))).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('without a mouse: the link to the content is seen, and each dialog gives the keyboard back to what opened it', async ({ page }) => {
  await enter(page, 'admin1')
  await page.goto('/work/user')
  const add = page.getByRole('button', { name: '新增用户' })
  await expect(add).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到正文' })
  await expect(skip).toBeFocused()
  const box = (await skip.boundingBox())!
  const seen = ([x, y]: number[]) => document.elementFromPoint(x!, y!)?.textContent
  expect(await page.evaluate(seen, [box.x + box.width / 2, box.y + box.height / 2])).toBe('跳到正文')

  await thereAndBack(page, add, '新增用户')
  // Another test may have added a second user of this name.
  const more = page.getByRole('button', { name: '更多操作：王芳（示例）' }).first()
  await more.focus()
  await page.keyboard.press('ArrowDown')
  const entry = page.getByRole('menuitem', { name: '重置密码' })
  await expect(entry).toBeVisible()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  // The key that chooses the entry must not answer the question as well.
  await arrowDownTo(page, entry)
  await page.keyboard.press('Enter')
  await leave(page, more, '重置“王芳（示例）”的密码？')

  await page.goto('/work/account')
  await thereAndBack(page, page.getByRole('button', { name: '修改密码' }), '修改密码')
})

test('a dialog begins at its first field, a tree is one Tab stop, and the buttons that fold a branch have names', async ({ page }) => {
  await enter(page, 'security1')
  await page.goto('/work/role')
  await page.getByRole('button', { name: '新增角色' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '新增角色' })
  // Its fields are loaded after it; until then its heading has the focus.
  await expect(dialog.getByRole('textbox', { name: '角色名称' })).toBeFocused()
  await dialog.getByRole('textbox', { name: '说明' }).focus()
  await page.keyboard.press('Tab')
  const boxes = dialog.getByRole('group', { name: '权限', exact: true }).getByRole('checkbox')
  await expect(boxes.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(boxes.nth(1)).toBeChecked()
  await page.keyboard.press('End')
  await expect(boxes.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.locator('.ant-tree').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(boxes.last()).toBeFocused()

  await enter(page, 'admin1')
  await page.goto('/work/Office')
  const fold = page.getByRole('button', { name: /^收起 / }).first()
  const name = (await fold.getAttribute('aria-label'))!.replace('收起 ', '')
  await fold.press('Enter')
  await expect(page.getByRole('button', { name: `展开 ${name}`, exact: true })).toBeFocused()

  // A drawer without a field begins at its heading.
  await enter(page, 'audit1')
  await page.goto('/work/logmanage')
  await page.locator('tbody').getByRole('button').first().press('Enter')
  await expect(page.locator('.ant-drawer-title')).toBeFocused()
})
