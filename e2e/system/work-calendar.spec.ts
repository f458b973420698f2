import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { enter } from '../session.ts'

test('admin1 changes a day of the calendar and changes it back', async ({ page }) => {
  await enter(page, 'admin1')
  const year = new Date().getFullYear() + 1
  await page.goto(`/work/workCalendar?year=${year}`)
  const march = page.getByRole('region', { name: '3 月', exact: true })
  const workday = march.getByRole('button', { name: /^3月\d+日，上班$/ }).first()
  const day = (await workday.getAttribute('aria-label'))!.split('，')[0]!
  expect(await graveFaults(page)).toEqual([])
  await workday.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('本单位安排休息').check()
  await dialog.getByLabel('说明（可不填）').fill('搬迁')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  const rest = march.getByRole('button', { name: `${day}，休息，本单位安排：搬迁` })
  await expect(rest).toBeVisible()
  await rest.click()
  await dialog.getByLabel(/按公布的日历：上班/).check()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(march.getByRole('button', { name: `${day}，上班`, exact: true })).toBeVisible()
})

test('the printed calendar shows the days', async ({ page }) => {
  await enter(page, 'admin1')
  await page.goto(`/work/workCalendar?year=${new Date().getFullYear() + 1}`)
  const march = page.getByRole('region', { name: '3 月', exact: true })
  await expect(march.getByText('31', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(march.getByText('31', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '下一年' })).toBeHidden()
})
