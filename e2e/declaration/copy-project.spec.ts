import { expect, test } from '../test.ts'
import { enter } from '../session.ts'

test('last year’s project is copied from the list: form and materials are copied, the times are asked for', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto(`/work/projectmanage?name=${encodeURIComponent('2026年度企业引才补贴')}`)
  await page
    .getByRole('row')
    .filter({ hasText: '2026年度企业引才补贴' })
    .first()
    .getByRole('button', { name: /^复\s?制/ })
    .click()
  await expect(page.getByText('由“2026年度企业引才补贴”复制')).toBeVisible()
  const name = page.getByLabel(/项目名称/)
  await expect(name).toHaveValue(/^20(2[7-9]|[3-9]\d)年度企业引才补贴$/)
  await expect(page.getByLabel('材料名称').first()).toHaveValue('劳动合同')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请选择申报开始时间').first()).toBeVisible()
  await expect(name).toHaveValue(/年度企业引才补贴$/)
})
