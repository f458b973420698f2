import { expect, test, type Page } from '../test.ts'
import { enter, person } from '../session.ts'

const list = (page: Page) => page.locator('[data-rows]').first()

test('a list keeps page, filters and scroll position; Enter opens the row that J and K selected', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto(`/work/policyserveradmin?keyword=${encodeURIComponent('云溪县')}&page=2`)
  await expect(list(page).locator('tr[data-row-key]').nth(6)).toBeVisible()
  const scrolled = () =>
    page.evaluate(() => {
      window.scrollTo({ top: 240 })
      return window.scrollY
    })
  await expect.poll(scrolled).toBeGreaterThan(50)
  const height = await scrolled()
  // Clicked without scrolling to it, because scrolling would change the position.
  await list(page).locator('tr[data-row-key]').nth(6).getByRole('button', { name: /^修订/ }).dispatchEvent('click')
  await page.getByRole('link', { name: /返回政策列表/ }).click()
  await expect(page).toHaveURL(/keyword=/)
  await expect(page).toHaveURL(/page=2/)
  await expect(list(page).locator('tr[data-row-key]').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(height)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('j')
  const row = page.locator('tr[data-row-key]:focus')
  await expect(row).toHaveCount(1)
  const before = page.url()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).not.toBe(before)
})

test('a saved view restores its filters, also on another device, and can be deleted', async ({ page, browser }) => {
  await enter(page, 'leader1')
  await page.goto('/work/declaremanage?companyName=%E6%9C%89%E9%99%90')
  await page.getByRole('button', { name: '视图' }).click()
  await page.getByLabel('视图名称').fill('有限公司')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('button', { name: '有限公司', exact: true })).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await enter(other, 'leader1')
  await other.goto('/work/declaremanage')
  await other.getByRole('button', { name: '视图' }).click()
  await other.getByRole('button', { name: '有限公司', exact: true }).click()
  await expect(other).toHaveURL(/companyName=/)
  await other.getByRole('button', { name: '视图' }).click()
  await other.getByRole('button', { name: '删除视图 有限公司' }).click()
  await expect(other.getByRole('button', { name: '有限公司', exact: true })).toHaveCount(0)
  await other.context().close()
})

// Seen: “页面上的其他条件：应为整数”.
test('a refused condition that is no field of the search bar is told by its name', async ({ page }) => {
  await enter(page, 'leader1')
  await page.goto('/work/declaremanage?state=zzz')
  await expect(page.getByText('状态：应为整数')).toBeVisible()
})

test('without a connection the workbench says so and keeps the page, whatever the user clicks', async ({ page, context }) => {
  await enter(page, 'front1')
  await page.goto('/work/operator')
  const menu = page.getByRole('navigation', { name: '工作台菜单' })
  // The group of the menu opens when the tasks have arrived.
  await expect(menu.getByRole('link', { name: '申报管理' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('网络已断开。填写的内容暂存在本机')).toBeVisible()
  await menu.getByRole('link', { name: '申报管理' }).click()
  await expect(page.getByText('网络已断开，恢复后再打开')).toBeVisible()
  await expect(page).toHaveURL(/\/work\/operator/)
  await context.setOffline(false)
  await expect(page.getByText('网络已断开。填写的内容暂存在本机')).toHaveCount(0)
  await menu.getByRole('link', { name: '申报管理' }).click()
  await expect(page).toHaveURL(/\/work\/declaremanage/)
})

test('Ctrl+K opens a screen by its name, ? lists the keys, the menu can be filtered and shows numbers of tasks', async ({ page }) => {
  await enter(page, 'front1')
  await page.goto('/work/operator')
  await expect(page.getByRole('heading', { name: '待我处理' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: '工作台菜单' })
  await expect(menu.getByRole('link', { name: /申报受理.*件待处理/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const found = page.getByRole('dialog', { name: '快速打开' })
  await found.getByRole('combobox').fill('补贴管')
  await expect(found.getByRole('option', { name: /补贴管理/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/work\/subsidies/)
  await menu.getByRole('searchbox', { name: '找菜单' }).fill('绑定')
  await expect(menu.getByRole('link')).toHaveCount(1)
  await menu.getByRole('link', { name: /绑定审核/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '绑定审核' })).toBeVisible()
})

test('a day is chosen by its name: the list shows its rows, also after the address is opened again', async ({ page }) => {
  await enter(page, 'audit1')
  await page.goto('/work/logmanage')
  const quick = async (name: string) => {
    await page.getByRole('button', { name: '快选时间' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await quick('昨天')
  await expect(page).toHaveURL(/startTime=(\d{4}-\d\d-\d\d).*endTime=\1/)
  await quick('当天')
  await expect(list(page).locator('tr[data-row-key]').first()).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/startTime=(\d{4}-\d\d-\d\d).*endTime=\1/)
  await expect(list(page).locator('tr[data-row-key]').first()).toBeVisible()
  await expect(page.getByText('开始时间和结束时间不能相等')).toHaveCount(0)
})

test('a screen has the same name in menu, heading and window title', async ({ page }) => {
  await enter(page, 'front1')
  await page.goto('/work/operator')
  await page
    .getByRole('navigation', { name: '工作台菜单' })
    .getByRole('link', { name: /申报受理/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '申报受理' })).toBeVisible()
  await expect(page).toHaveTitle(/申报受理 - /)
})

test('the rows of a work list begin within 200 px of the top of the window', async ({ browser }) => {
  test.slow()
  const lists = {
    editor1: ['policyserveradmin', 'projectmanage', 'policymarketmanage'],
    admin1: ['user'],
    front1: ['checkmanage?todo=&state=', 'subsidies', 'EnterprisesList'],
    dept1: ['declaremanage'],
    fin1: ['subsidies'],
  }
  for (const [who, screens] of Object.entries(lists)) {
    const page = await person(browser, who)
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const screen of screens) {
      await page.goto(`/work/${screen}`)
      const row = page.locator('tr[data-row-key]').first()
      await expect(row).toBeVisible()
      expect(await row.evaluate((el) => el.getBoundingClientRect().top), screen).toBeLessThanOrEqual(200)
    }
    await page.context().close()
  }
})
