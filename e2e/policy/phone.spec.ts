import { expect, test } from '../test.ts'
import { enter, person } from '../session.ts'

test.use({ viewport: { width: 375, height: 812 } })

test('a policy on a phone: facts first, actions always within reach', async ({ page }) => {
  await page.goto('/page/policyserverdetail?id=demo-talent')
  const facts = page.locator('dl').filter({ hasText: '谁能享受' })
  for (const name of ['支持多少', '申报时间', '申报材料', '找谁']) await expect(facts.getByText(name, { exact: true })).toBeInViewport()
  await expect(facts.getByRole('link', { name: /^0\d+-\d+$/ })).toHaveAttribute('href', /^tel:/)
  const declare = page.getByRole('button', { name: '立即申报' })
  await expect(declare).toBeInViewport()
  await page.getByRole('heading', { name: '政策正文' }).scrollIntoViewIfNeeded()
  await expect(declare).toBeInViewport()
  await expect(page.getByRole('button', { name: /^政策咨询/ })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await page.getByRole('button', { name: '二维码' }).click()
  await expect(page.getByRole('img', { name: /的二维码$/ })).toBeVisible()
})

test('filters with their numbers lie above the list, and one click applies them', async ({ page }) => {
  await page.goto('/page/policysearch')
  const chips = page.getByRole('list', { name: '快速筛选' })
  const chip = chips.getByRole('link', { name: /^资金补助 \d+$/ })
  const count = (await chip.textContent())!.replace(/\D/g, '')
  await chip.click()
  await expect(page.getByRole('heading', { name: `共 ${count} 条` })).toBeVisible()
  await chips.getByRole('link', { name: /资金补助.*取消/ }).click()
  await expect(chip).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

test('a feature that is not available yet leads to the telephone number and to feedback; no quick entry leads to it', async ({ page }) => {
  await page.goto('/page/techService')
  await expect(page.getByRole('main').getByRole('link', { name: /^打电话/ })).toHaveAttribute('href', /^tel:/)
  await page.getByRole('main').getByRole('button', { name: '意见反馈' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  const links = page.getByRole('navigation', { name: '快速链接' }).getByRole('link')
  for (const href of await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')!).filter((h) => h.startsWith('/')))) {
    await page.goto(href)
    await expect(page.getByText('功能开发中，敬请期待')).toHaveCount(0)
  }
})

test('an action that needs a log-in leads there and back to the same action', async ({ page }) => {
  await page.goto('/page/policyserverdetail?id=demo-talent')
  await page.getByRole('button', { name: /^政策咨询/ }).click()
  const alert = page.getByRole('dialog', { name: '提示' })
  await expect(alert).toContainText('请先登录')
  await alert.getByRole('button', { name: '企业登录' }).click()
  await expect(page.getByRole('heading', { name: '选择登录身份' })).toBeVisible()
  await page
    .getByRole('button', { name: /云溪县星澜/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: '政策咨询' }).getByLabel('咨询内容')).toBeVisible()
  await expect(page).toHaveURL(/policyserverdetail\?id=demo-talent$/)
})

test('the workbench has the display switches of the public pages, saved with the account', async ({ page, browser }) => {
  await enter(page, 'qy1')
  await page.goto('/work/enterprise')
  const menu = page.getByRole('button', { name: /^您好/ })
  await menu.click()
  const kept = page.waitForResponse((r) => r.url().endsWith('/sys/activeUser/saveDisplay'))
  await page.getByRole('button', { name: '长辈版' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-elder', '1')
  await kept
  // The choice is saved with the account, so it applies on another device.
  const other = await person(browser, 'qy1')
  await other.goto('/page/home')
  await expect(other.locator('html')).toHaveAttribute('data-elder', '1')
  await menu.click()
  const back = page.waitForResponse((r) => r.url().endsWith('/sys/activeUser/saveDisplay'))
  await page.getByRole('button', { name: '标准版' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-elder', '1')
  // Until then the account has the larger type, in the tests that follow too.
  await back
})
