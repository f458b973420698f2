import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { logInPasses, passwordPasses } from '../moved-days.ts'
import { giveOwnPassword } from '../own-password.ts'
import { enter } from '../session.ts'

test('gr1 reads the stored data, downloads a copy, applies for closing the account and withdraws the application', async ({ page }) => {
  await enter(page, 'gr1')
  await page.goto('/work/account')
  const panel = page.getByRole('region', { name: '我的数据' })
  await expect(panel.getByText('登录记录')).toBeVisible()
  await panel.getByRole('button', { name: '查看登录记录' }).click()
  const rows = page.getByRole('dialog', { name: /登录记录/ })
  await expect(rows.getByText('登录时间').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows).toBeHidden()

  await logInPasses('gr1', 20)
  await panel.getByRole('button', { name: '生成副本' }).click()
  await giveOwnPassword(page)
  await expect(panel.getByRole('button', { name: /^下载/ })).toBeVisible({ timeout: 90_000 })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: /^下载/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^我的数据_\d{8}\.zip$/)
  expect(await graveFaults(page)).toEqual([])
  await passwordPasses('gr1', 20)
  await panel.getByRole('button', { name: /^下载/ }).click()
  await page.getByRole('dialog', { name: '请输入登录密码' }).getByRole('button', { name: '取消这项操作' }).click()

  await panel.getByRole('button', { name: '注销账号' }).click()
  const dialog = page.getByRole('dialog', { name: '注销账号' })
  await dialog.getByLabel(/请输入“注销”确认/).fill('好')
  await dialog.getByRole('button', { name: '申请注销' }).click()
  await expect(dialog.getByText('请输入“注销”', { exact: true })).toBeVisible()
  await dialog.getByLabel(/请输入“注销”确认/).fill('注销')
  await dialog.getByRole('button', { name: '申请注销' }).click()
  await giveOwnPassword(page)
  await expect(panel.getByText(/已申请注销，账号将于 \d{4}-\d{2}-\d{2} 注销/)).toBeVisible()
  await panel.getByRole('button', { name: '撤回注销' }).click()
  await expect(panel.getByRole('button', { name: '注销账号' })).toBeVisible()
})
