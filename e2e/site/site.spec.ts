import { expect, test } from '../test.ts'
import { person } from '../session.ts'

test('the system administrator renames an entry of the top menu: visitors see it, and the change is taken back', async ({ browser }) => {
  const [admin, visitor] = [await person(browser, 'admin1'), await (await browser.newContext()).newPage()]
  await admin.goto('/work/homemenu')
  const entry = admin.getByRole('listitem').filter({ hasText: '/page/commercialLaw' }).first()
  await entry.getByRole('button', { name: /编辑/ }).click()
  const form = admin.getByRole('dialog', { name: '编辑：法律服务' })
  await form.getByLabel('名称').fill('法律服务窗口')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(admin.getByText('已保存')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(async () => {
    await visitor.goto('/page/home')
    await expect(visitor.getByRole('link', { name: '法律服务窗口' }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await entry.getByRole('button', { name: /编辑/ }).click()
  const back = admin.getByRole('dialog', { name: '编辑：法律服务窗口' })
  await back.getByLabel('名称').fill('法律服务')
  await back.getByRole('button', { name: /保\s?存/ }).click()
  await expect(back).toHaveCount(0)
})

test('figures, slots and platforms that stand already can be changed', async ({ browser }) => {
  const [admin, op] = [await person(browser, 'admin1'), await person(browser, 'op1')]
  for (const [page, path] of [
    [op, '/work/homeBasicData'],
    [op, '/work/popularize'],
    [admin, '/work/platform'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: /^编辑/ }).first().click()
    const form = page.getByRole('dialog', { name: /编辑/ })
    await form.getByRole('button', { name: /保\s?存/ }).click()
    await expect(page.getByText('已保存').first(), path).toBeVisible()
    await expect(form).toHaveCount(0)
  }
})
