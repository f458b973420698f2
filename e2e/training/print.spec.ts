import { expect, test } from '../test.ts'
import { enter } from '../session.ts'

const TITLE = '高新技术企业认定辅导讲座'

test('a printed roster has all its columns, without the page behind it and without buttons', async ({ page }) => {
  await enter(page, 'editor1')
  await page.setViewportSize({ width: 794, height: 1100 })
  await page.goto(`/work/trainActive?keyword=${encodeURIComponent(TITLE)}`)
  const list = page.getByText(TITLE, { exact: true }).first()
  await expect(list).toBeVisible()
  await page.getByRole('button', { name: '名单' }).first().click()
  const roster = page.getByRole('dialog', { name: `“${TITLE}”的报名名单` })
  await expect(roster.getByRole('columnheader', { name: '操作' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const name of ['参加人', '企业', '电话', '状态', '签到时间', '评价'])
    await expect(roster.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  await expect(roster.getByRole('columnheader', { name: '操作' })).toBeHidden()
  await expect(list).toBeHidden()
  const cut = await roster.evaluate((e) => e.ownerDocument.documentElement.scrollHeight < e.scrollHeight)
  expect(cut).toBe(false)
})

test('a printed list shows of its filters only those that were chosen', async ({ page }) => {
  await page.goto('/page/propagandaEventsList?q=%E5%9F%B9%E8%AE%AD')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('活动名称')).toBeVisible()
  for (const name of ['类型', '状态', '镇街']) await expect(page.getByLabel(name, { exact: true })).toBeHidden()
})
