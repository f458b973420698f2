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

test('on a phone the calendar with hours is inside the screen; Enter after a typed time closes it, so that the next press is possible', async ({
  page,
}) => {
  await enter(page, 'dept1')
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto('/work/declaremanage?tab=delegation')
    await page.getByRole('button', { name: '委托同事' }).click()
    const calendar = page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')
    for (const name of ['委托期限开始', '委托期限结束']) {
      const field = page.getByLabel(name)
      await field.click()
      const place = (await calendar.boundingBox())!
      expect(place.x).toBeGreaterThanOrEqual(0)
      expect(place.x + place.width).toBeLessThanOrEqual(width)
      const month = await calendar.locator('.ant-picker-month-btn').innerText()
      await calendar.locator('.ant-picker-header-prev-btn').click()
      await expect(calendar.locator('.ant-picker-month-btn')).not.toHaveText(month)
      for (const [typed, read] of [
        ['2026-12-3 9:00', '2026-12-03 09:00'],
        ['2026年12月4日', name.endsWith('开始') ? '2026-12-04 00:00' : '2026-12-04 23:59'],
      ] as const) {
        await field.fill(typed)
        await field.press('Enter')
        await expect(calendar).toHaveCount(0)
        await expect(field).toHaveValue(read)
      }
    }
    await page.getByRole('button', { name: '委托', exact: true }).click()
    await expect(page.getByText('请选择受托人').last()).toBeVisible()
  }
})

test('on a low wide screen the calendar with hours is inside the screen and does not cover its own field', async ({ page }) => {
  await enter(page, 'dept1')
  const screen = { width: 1440, height: 600 }
  await page.setViewportSize(screen)
  await page.goto('/work/declaremanage?tab=delegation')
  await page.getByRole('button', { name: '委托同事' }).click()
  const calendar = page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')
  for (const name of ['委托期限开始', '委托期限结束']) {
    const field = page.getByLabel(name)
    await field.click()
    await expect(async () => {
      const [own, place] = [(await field.boundingBox())!, (await calendar.boundingBox())!]
      expect(place.x).toBeGreaterThanOrEqual(0)
      expect(place.x + place.width).toBeLessThanOrEqual(screen.width)
      const isBeside = place.x >= own.x + own.width || place.x + place.width <= own.x
      const isAboveOrBelow = place.y >= own.y + own.height || place.y + place.height <= own.y
      expect(isBeside || isAboveOrBelow, JSON.stringify({ own, place })).toBe(true)
    }).toPass({ timeout: 5000 })
    await field.fill(name.endsWith('开始') ? '2026-12-03 09:00' : '2026-12-04 09:00')
    await field.press('Enter')
    await expect(calendar).toHaveCount(0)
  }
})
