import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'

test('the number of policies on the home page leads to a list of as many, with the filter in sight', async ({ page }) => {
  await page.goto('/page/home')
  const figure = page.getByRole('link', { name: /^\d+ 项\s*，查看在库政策$/ })
  const total = (await figure.locator('strong').textContent())!
  await figure.click()
  await expect(page).toHaveURL(/\/page\/policymarket\/index\?outside=false$/)
  await expect(page.getByText(`共 ${total} 条`).first()).toBeVisible()
  const place = page.getByRole('combobox', { name: '适用地区' })
  await expect(place).toHaveValue('false')
  expect(await graveFaults(page)).toEqual([])
  // The others are one choice away.
  await place.selectOption({ label: '外地参考' })
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/outside=true/)
  await expect(page.getByText('外地参考').nth(1)).toBeVisible()
})
