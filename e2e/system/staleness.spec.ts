import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'
import { chooseOption } from '../select.ts'

test('op1 sees which contents of the site are due for an update, and filters them', async ({ browser }) => {
  const page = await person(browser, 'op1')
  await page.goto('/work/staleness')
  await expect(page.getByRole('heading', { name: '内容更新' }).first()).toBeVisible()
  const { total } = await callAs(page, '/sys/staleness/list')
  if (total === 0) await expect(page.getByText(/没有到期或即将到期的内容/)).toBeVisible()
  else await expect(page.getByRole('row')).toHaveCount(Math.min(total, 10) + 1)
  expect(await graveFaults(page)).toEqual([])
  await chooseOption(page.getByRole('combobox', { name: '状态' }), '即将到期')
  await page.getByRole('button', { name: /^查\s?询$/ }).click()
  await expect(page).toHaveURL(/state=soon/)
})
