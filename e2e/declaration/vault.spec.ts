import { expect, test, type Page } from '../test.ts'
import { person } from '../session.ts'
import { optionsOf, take } from '../select.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
const paper =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Opens the materials step of the declaration for a policy. */
const materials = async (page: Page, policy: string) => {
  await page.goto(`/page/policyserverdetail?id=${policy}`)
  await page.getByRole('button', { name: '立即申报' }).first().click()
  const goOn = page.getByRole('button', { name: '前往申报' })
  const steps = page.getByRole('navigation', { name: '填报步骤' })
  await expect(goOn.or(steps)).toBeVisible()
  if (await goOn.isVisible()) await goOn.click()
  await steps.getByRole('button', { name: /申报材料/ }).click()
}

test('a document is stored once and used in two declarations', async ({ browser }) => {
  const page = await person(browser, 'qy1')
  const name = `营业执照 ${Date.now()}`

  await test.step('an empty file and an end before the beginning are refused at their fields, and the input stays', async () => {
    await page.goto('/work/myProject?tab=vault')
    await page.getByRole('button', { name: '添加材料' }).click()
    const dialog = page.getByRole('dialog', { name: '添加材料' })
    await dialog.getByLabel('材料名称').fill(name)
    const kind = dialog.getByRole('combobox', { name: '类别' })
    await take(kind, (await optionsOf(kind)).first())
    await dialog.locator('input[type=file]').setInputFiles(file('空.pdf', ''))
    await expect(page.getByText('文件是空的，请选择有内容的文件').first()).toBeVisible()
    await dialog.getByLabel('签发日期').fill('2026-05-01')
    await dialog.getByLabel('签发日期').press('Enter')
    await dialog.getByLabel('有效期至').fill('2026-04-01')
    await dialog.getByLabel('有效期至').press('Enter')
    await dialog.locator('input[type=file]').setInputFiles(file('执照.pdf', paper))
    await expect(dialog.getByText(/上传成功/)).toBeVisible()
    await dialog.getByRole('button', { name: /^(保\s?存|提\s?交|确\s?定)$/ }).click()
    await expect(dialog.getByText('有效期不能早于签发日期', { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('材料名称')).toHaveValue(name)
    await dialog.getByLabel('有效期至').fill('2040-04-01')
    await dialog.getByLabel('有效期至').press('Enter')
    await dialog.getByRole('button', { name: /^(保\s?存|提\s?交|确\s?定)$/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('2040-04-01')
  })
  for (const policy of ['demo-micro-interest', 'demo-patent-standard'])
    await test.step(`used in ${policy}, where it stays`, async () => {
      await materials(page, policy)
      const choice = page.getByRole('combobox', { name: /从材料库选取/ }).first()
      const saved = page.waitForResponse((r) => r.url().endsWith('/dec/my/save') && r.ok())
      const option = choice.locator('option').filter({ hasText: name })
      await choice.selectOption((await option.getAttribute('value'))!)
      await expect(page.getByText('执照.pdf').first()).toBeVisible()
      await saved
      await page.reload()
      await expect(page.getByText('执照.pdf').first()).toBeVisible()
    })
  await test.step('after deletion from the store it stays in the declarations', async () => {
    await page.goto(`/work/myProject?tab=vault&keyword=${encodeURIComponent(name)}`)
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: /^删\s?除/ })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(删\s?除|确\s?定)$/ })
      .click()
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
    await materials(page, 'demo-micro-interest')
    await expect(page.getByText('执照.pdf').first()).toBeVisible()
  })
})
