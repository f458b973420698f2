import { person } from '../session.ts'
import { expect, test } from '../test.ts'
import { chooseOption } from '../select.ts'

test('a figure of the home page is taken from the count of the platform, and visitors see it with source and day', async ({ browser }) => {
  const [op, visitor] = [await person(browser, 'op1'), await (await browser.newContext()).newPage()]
  await op.goto('/work/homeBasicData')
  await op.getByRole('button', { name: '新增数据' }).click()
  const form = op.getByRole('dialog', { name: '新增数据' })
  await form.getByRole('radio', { name: '平台统计' }).check()
  await form.getByLabel('代码').fill('policyNumber')
  // Nothing chosen yet is told at the field.
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form.getByText('请选择统计的数字').first()).toBeVisible()
  await chooseOption(form.getByRole('combobox', { name: '统计的数字' }), '在库政策（项）')
  await expect(form.getByLabel('数值或内容')).toHaveCount(0)
  await form.getByLabel('名称（可不填）').fill('惠企政策')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(op.getByText('已保存')).toBeVisible()
  await expect(op.getByRole('row', { name: /惠企政策/ }).getByText('本平台统计')).toBeVisible()

  await expect(async () => {
    await visitor.goto('/page/home')
    const shown = visitor.getByRole('listitem').filter({ hasText: /^惠企政策：\d+项（本平台统计，20\d\d-\d\d-\d\d）$/ })
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await op
    .getByRole('row', { name: /惠企政策/ })
    .getByRole('button', { name: /^编辑/ })
    .click()
  const edit = op.getByRole('dialog', { name: '编辑：惠企政策' })
  await edit.getByRole('radio', { name: '手工填写' }).check()
  await edit.getByLabel('数值或内容').fill('100')
  await expect(edit.getByText(/来源由“平台统计：在库政策”改为“手工填写”/)).toBeVisible()
  await edit.getByRole('button', { name: /保\s?存/ }).click()
  await expect(edit).toHaveCount(0)
  await expect(async () => {
    await visitor.goto('/page/home')
    await expect(visitor.getByRole('listitem').filter({ hasText: '惠企政策：100' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})
