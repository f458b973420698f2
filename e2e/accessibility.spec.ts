import { expect, test } from '@playwright/test'
import { graveFaults } from './axe.ts'
import { enter } from './session.ts'

// Every screen of web/screens is judged by `npm run proof -- frontend`, in its short form by npm test too.

test('the version for the elderly is switched on by its button, and its text is large', async ({ page }) => {
  await page.goto('/page/home')
  await page.getByRole('button', { name: '长辈版' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-elder', '1')
  expect(await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))).toBeGreaterThanOrEqual(18)
  expect(await graveFaults(page)).toEqual([])
})

test('fields whose control is still on its way have their name', async ({ page }) => {
  await enter(page, 'editor1')
  await page.route(/\/date-input-[^/]*\.js/, () => {})
  await page.goto('/work/policyserveradmin?id=1')
  await expect(page.getByRole('textbox', { name: '申报开始' })).toBeDisabled()
  expect(await graveFaults(page)).toEqual([])
})
