import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { enter } from '../session.ts'

test('admin1 reads the state of the platform, tries an alarm, pauses a job and runs it', async ({ page }) => {
  await enter(page, 'admin1')
  await page.goto('/work/operations')
  await expect(page.getByRole('group', { name: '进程' }).getByText('正常')).toBeVisible()
  expect(await graveFaults(page)).toEqual([])

  await page.getByRole('button', { name: '试发告警' }).click()
  await page.getByRole('dialog', { name: '试发一次告警' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已发出，请在消息中查看')).toBeVisible()
  await page.getByRole('tab', { name: '告警记录' }).click()
  await expect(page).toHaveURL(/tab=alarms/)
  await expect(page.getByText(/试发：.*核对告警的去向/).first()).toBeVisible()

  await page.getByRole('tab', { name: '定时任务' }).click()
  const job = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '检查热搜词' }) })
  await job.getByRole('button', { name: /暂停/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /暂停|确定/ })
    .click()
  await expect(job.getByText(/已暂停/)).toBeVisible()
  await job.getByRole('button', { name: /恢复/ }).click()
  await expect(job.getByText(/下次/)).toBeVisible()
  await job.getByRole('button', { name: /立即执行/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /立即执行|确定/ })
    .click()
  await expect(job.getByText('完成')).toBeVisible({ timeout: 90_000 })
  // Checked from the top: the page header covers rows scrolled under it, and half a button is too small a target.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await graveFaults(page)).toEqual([])
})
