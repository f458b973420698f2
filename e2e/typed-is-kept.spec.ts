import { expect, test } from './test.ts'
import { enter } from './session.ts'

// Input in a dialog or drawer is not lost by Esc or 取消; without input it closes without a question.
const question = '填写的内容还没有提交，确定关闭吗？'
const forms = [
  { at: '/work/zcLabel', opens: '新增标签', title: '新增标签', field: '标签名称' },
  { at: '/work/labmanag', opens: '新增标签', title: '新增标签', field: '标签名称' },
  { at: '/work/policyfilemanage', opens: '新增文件', title: '新增政策文件', field: '文件名称' },
]
for (const form of forms)
  test(`${form.at} asks before input is lost`, async ({ page }) => {
    await enter(page, 'editor1')
    await page.goto(form.at)
    const open = page.getByRole('button', { name: form.opens, exact: true })
    const dialog = page.getByRole('dialog', { name: form.title })
    const asked = page.getByRole('dialog', { name: question })
    await open.click()
    await expect(dialog.getByLabel(form.field)).toBeVisible()
    await dialog.getByLabel(form.field).focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await open.click()
    await dialog.getByLabel(form.field).fill('一二三')
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: '继续填写' }).click()
    await expect(dialog.getByLabel(form.field)).toHaveValue('一二三')
    await dialog.getByRole('button', { name: '取消' }).click()
    await asked.getByRole('button', { name: '关闭' }).click()
    await expect(dialog).toHaveCount(0)
    await open.click()
    await expect(dialog.getByLabel(form.field)).toHaveValue('')
  })
