import { expect, test } from '../test.ts'
import { enter } from '../session.ts'

const NAME = '2026年度企业引才补贴'

test('last year’s project is copied from the list: form and materials are copied, the times are asked for', async ({ page }) => {
  await enter(page, 'editor1')
  const list = `/work/projectmanage?name=${encodeURIComponent(NAME)}`
  const press = async (name: RegExp) => {
    await page.goto(list)
    await page.getByRole('row').filter({ hasText: NAME }).first().getByRole('button', { name }).click()
  }
  // The project existed before deciders had to be other people than reviewers; its editor is offered the rule.
  await press(/^编\s?辑/)
  const offer = page.getByRole('alert').filter({ hasText: '还没有要求决定与审核由不同的人办理' })
  const separate = page.getByRole('checkbox', { name: '决定与审核不得同一人' })
  await expect(separate).not.toBeChecked()
  await offer.getByRole('button', { name: /^启\s?用$/ }).click()
  await expect(separate).toBeChecked()
  await expect(offer).toHaveCount(0)
  await separate.uncheck()

  await press(/^复\s?制/)
  await expect(page.getByText('由“2026年度企业引才补贴”复制')).toBeVisible()
  const name = page.getByLabel(/项目名称/)
  await expect(name).toHaveValue(/^20(2[7-9]|[3-9]\d)年度企业引才补贴$/)
  await expect(page.getByLabel('材料名称').first()).toHaveValue('劳动合同')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请选择申报开始时间').first()).toBeVisible()
  await expect(name).toHaveValue(/年度企业引才补贴$/)
})
