import { expect, test } from '../test.ts'
import { enter } from '../session.ts'
import { take } from '../select.ts'

test('while a rule is written, the editor sees how many companies it reaches, and the condition that excludes all', async ({ page }) => {
  await enter(page, 'editor1')
  const id = (await (await page.request.get('/policy/doc/policyDetail?code=yunxi-profit')).json()).data.id as number
  await page.goto(`/work/policyserveradmin?id=${id}`)
  const panel = page.getByRole('region', { name: '即时测算' })
  await expect(panel).toContainText(/符合 (\d+|少于 5) 家/)
  const rows = page.getByText(/^达到 .*到这一条还剩/)
  await expect(rows.first()).toBeVisible()

  await test.step('a field is found by the initials of its name, with its source and the number of companies that have it', async () => {
    await page.getByRole('button', { name: '添加条件', exact: true }).first().click()
    const field = page.getByRole('combobox', { name: '企业信息', exact: true }).nth(4)
    await field.click()
    await field.fill('zgzs')
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').first()
    await expect(option).toContainText(/职工总数（从业人员）企业填报 · \d+ 家有/)
    await take(field, option)
    // An incomplete condition is reported at its row, and the panel waits for it.
    await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
    await expect(panel).toContainText('处要填')
  })
  await test.step('a wrong figure excludes all companies: the panel and the row name the condition', async () => {
    const value = page.getByRole('textbox', { name: '值', exact: true }).nth(2)
    await value.fill('9000000')
    await expect(panel).toContainText('没有一家企业达到：申报条件 › 第 5 条')
    await expect(page.getByText(/^没有一家企业达到；到这一条还剩/)).toBeVisible()
    await value.fill('1')
    await expect(panel).not.toContainText('没有一家企业达到')
    await expect(panel).toContainText(/符合 (\d+|少于 5) 家/)
  })
})
