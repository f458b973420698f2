import { enter } from '../session.ts'
import { expect, test } from '../test.ts'

test('a date is typed key by key in the usual notations, cleared, and a day that does not exist is told at its field', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto('/demo')
  const field = page.getByRole('textbox', { name: 'YYYY-MM-DD', exact: true })
  const type = async (text: string) => {
    await field.press('ControlOrMeta+a')
    await field.press('Delete')
    await field.pressSequentially(text)
    await field.press('Tab')
  }
  await field.scrollIntoViewIfNeeded()
  for (const [typed, read] of [
    ['2026-12-20', '2026-12-20'],
    ['2026-3-15', '2026-03-15'],
    ['2026.12.31', '2026-12-31'],
    ['2026/7/4', '2026-07-04'],
    ['20261109', '2026-11-09'],
    ['2026年1月2日', '2026-01-02'],
    ['', ''],
  ] as const) {
    await type(typed)
    await expect(field).toHaveValue(read)
  }
  await type('2027-02-30')
  await expect(field).toHaveValue('2027-02-30')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert').filter({ hasText: '“2027-02-30”不能用' })).toBeVisible()
  // It is corrected where it stands.
  await field.press('End')
  for (let i = 0; i < 2; i++) await field.press('Backspace')
  await field.pressSequentially('28')
  await field.press('Enter')
  await expect(field).toHaveValue('2027-02-28')
  await expect(page.getByRole('alert').filter({ hasText: '不能用' })).toHaveCount(0)
})
