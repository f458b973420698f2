import { expect, test } from '../test.ts'
import { callAs, enter } from '../session.ts'
import { twice } from '../twice.ts'

// The journeys of payments test double clicks on their own buttons; this tests the form that all records share.
test('a form is sent once when its button is double-clicked', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto('/work/zcLabel')
  await page.getByRole('button', { name: '新增标签', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增标签' })
  const name = `连按两次${Date.now() % 1_000_000}`
  await dialog.getByLabel('标签名称').fill(name)
  await twice(page, dialog.getByRole('button', { name: '保存', exact: true }), '/admin/policy/label/save')
  await expect(dialog).toHaveCount(0)
  expect((await callAs(page, `/admin/policy/label/list?labelName=${encodeURIComponent(name)}`)).total).toBe(1)
})
