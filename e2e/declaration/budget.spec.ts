import { expect, test } from '../test.ts'
import { person } from '../session.ts'

// The seed has an approved allowance of 38.6 万元 in this year.
test('a wrong budget is told once; one below what is approved and paid is saved after a question', async ({ browser }) => {
  const page = await person(browser, 'fin1')
  await page.goto('/work/subsidies')
  const set = page.getByRole('button', { name: '设定预算' })
  const dialog = page.getByRole('dialog', { name: /年补贴预算（万元）$/ })
  const field = dialog.getByRole('textbox', { name: '预算（万元）' })
  const save = dialog.getByRole('button', { name: /^保\s?存$/ })
  const faults = dialog.getByRole('alert').filter({ hasText: /\S/ })
  await set.click()
  for (const [typed, fault] of [
    ['100.12345', '预算最多 4 位小数'],
    ['-5', '预算不能小于 0.0001 万元'],
  ] as const) {
    await field.fill(typed)
    await field.blur()
    await save.click()
    await expect(faults).toHaveText([fault])
  }
  await field.fill('1')
  await field.blur()
  await save.click()
  const question = page.getByRole('dialog').filter({ hasText: '预算低于已通过和已拨付的补贴，仍然保存？' })
  await question.getByRole('button', { name: /^取\s?消$/ }).click()
  await expect(question).toHaveCount(0)
  await expect(field).toHaveValue('1')
  await save.click()
  await question.getByRole('button', { name: '仍然保存' }).click()
  await expect(page.getByText(/年全县预算 1 万元，全县余额 -/)).toBeVisible()
  await set.click()
  await field.fill('100000')
  await field.blur()
  await save.click()
  await expect(page.getByText(/年全县预算 100,000 万元/)).toBeVisible()
})
