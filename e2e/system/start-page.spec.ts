import { expect, test } from '../test.ts'
import { enter } from '../session.ts'

test('a reviewer’s start page lists what is due, and links to it', async ({ page }) => {
  await enter(page, 'dept1')
  await page.goto('/work/operator')
  const today = page.getByRole('region', { name: '今天的申报' })
  for (const name of ['今天到期', '已超期', '等其他人办', '今天我办了']) await expect(today.getByText(name, { exact: true })).toBeVisible()
  await expect(today.getByRole('img', { name: /^近 7 天提交/ })).toBeVisible()
  await expect(page.getByRole('region', { name: '待我处理' })).toBeVisible()
})

test('the leader reads asked, approved and paid sums and the slowest step of each project, and opens the records', async ({ page }) => {
  await enter(page, 'leader1')
  await page.goto('/work/operator')
  const projects = page.getByRole('region', { name: '各项目进度' })
  for (const name of ['申请', '核定', '已拨付', '最慢的环节']) await expect(projects.getByRole('columnheader', { name })).toBeVisible()
  const row = projects.getByRole('row').nth(1)
  const asked = (await row.getByRole('cell').nth(1).textContent())!.match(/^\d+/)![0]
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/work\/declaremanage\?projectId=\d+/)
  await expect(page.getByText(`共 ${asked} 条`).first()).toBeVisible()
})

test('for users without tasks the start page shows what they can open', async ({ page }) => {
  await enter(page, 'audit1')
  await page.goto('/work/operator')
  await page.getByRole('main').getByRole('link', { name: '日志', exact: false }).first().click()
  await expect(page).not.toHaveURL(/operator/)
})

test('the workbench of an office shows what waits, how long and with whom; one’s own tasks are one click away', async ({ page }) => {
  await enter(page, 'dept1')
  await page.goto('/work/workbench')
  await expect(page.getByRole('heading', { level: 1, name: '综合工作台' })).toBeVisible()
  const office = page.getByRole('region', { name: '本部门待办' })
  const row = office.getByRole('row').filter({ hasText: '待审核的申报' })
  await expect(row).toContainText('政策申报')
  await expect(row).toContainText(/\d+ 天/)
  await page.getByRole('button', { name: '由我办理' }).click()
  await expect(page).toHaveURL(/scope=mine/)
  await expect(page.getByRole('region', { name: '等我办理' })).toBeVisible()
  await page.getByRole('button', { name: '本部门' }).click()
  await expect(page).not.toHaveURL(/scope/)
  await row.getByRole('link', { name: '待审核的申报' }).click()
  await expect(page).toHaveURL(/\/work\/govcheckmanage/)
})
