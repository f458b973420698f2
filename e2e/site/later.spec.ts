import type { Page } from '@playwright/test'
import { laterChangeIsDue } from '../moved-days.ts'
import { person } from '../session.ts'
import { expect, test } from '../test.ts'

const inDays = (days: number): string => new Date(Date.now() + (days * 24 + 8) * 3600_000).toISOString().slice(0, 10)
const SOON = `${inDays(1)} 08:00`

async function timed(page: Page, time: string): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: '定时' }).check()
  await form.getByLabel('生效时间').fill(time)
  await form.getByLabel('生效时间').press('Enter')
}

test('a menu entry is renamed at a time: it waits, visitors see it when it is due, and it is taken back', async ({ browser }) => {
  const [admin, visitor] = [await person(browser, 'admin1'), await (await browser.newContext()).newPage()]
  await admin.goto('/work/homemenu')
  const entry = admin.getByRole('listitem').filter({ hasText: '/page/commercialLaw' }).first()
  await entry.getByRole('button', { name: /编辑/ }).click()
  const form = admin.getByRole('dialog', { name: '编辑：法律服务' })
  await form.getByLabel('名称').fill('法律服务大厅')
  // 定时 without a time, and a time that is over, are told at the field.
  await form.getByRole('radio', { name: '定时' }).check()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form.getByText('请选择生效时间').first()).toBeVisible()
  await timed(admin, SOON)
  await expect(form.getByText(`将于 ${SOON} 生效：所有公开页面的顶部菜单`)).toBeVisible()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(admin.getByText('已定时')).toBeVisible()
  await expect(form).toHaveCount(0)

  await expect(entry.getByText(`将于 ${SOON} 改为：名称“法律服务大厅”`)).toBeVisible()
  const list = admin.getByRole('region', { name: /定时修改/ })
  await expect(list.getByText('名称由“法律服务”改为“法律服务大厅”')).toBeVisible()
  await entry.getByRole('button', { name: /编辑/ }).click()
  await expect(admin.getByRole('dialog').getByRole('note').getByText('这一项有等待执行的修改')).toBeVisible()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /取\s?消/ })
    .click()
  await visitor.goto('/page/home')
  await expect(visitor.getByRole('banner').getByRole('link', { name: '法律服务', exact: true })).toBeVisible()

  await laterChangeIsDue('admin1')
  await expect(async () => {
    await visitor.goto('/page/home')
    await expect(visitor.getByRole('banner').getByRole('link', { name: '法律服务大厅' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 150_000, intervals: [3_000] })

  await admin.reload()
  await expect(entry.getByText('法律服务大厅')).toBeVisible()
  await list.getByText(/近 30 天已结束/).click()
  await expect(list.getByText('已执行').first()).toBeVisible()
  await admin.getByRole('button', { name: '修改记录' }).click()
  await admin.getByRole('button', { name: '撤销：修改法律服务大厅' }).click()
  await admin
    .getByRole('dialog', { name: /撤销/ })
    .getByRole('button', { name: /撤\s?销/ })
    .click()
  await expect(admin.getByText('已撤销').first()).toBeVisible()
  await expect(async () => {
    await visitor.goto('/page/home')
    await expect(visitor.getByRole('banner').getByRole('link', { name: '法律服务', exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('a figure that is to be deleted later stays, and the deletion is cancelled', async ({ browser }) => {
  const op = await person(browser, 'op1')
  await op.goto('/work/homeBasicData')
  await op.getByRole('button', { name: /^删除/ }).first().click()
  await timed(op, SOON)
  await expect(op.getByRole('dialog').getByText(`将于 ${SOON} 生效：页面不再显示它`)).toBeVisible()
  await op
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(op.getByText('已定时')).toBeVisible()
  const list = op.getByRole('region', { name: '定时修改（等待 1 项）' })
  await expect(list.getByText('等待执行')).toBeVisible()
  await expect(op.getByText(`将于 ${SOON} 删除`, { exact: true })).toBeVisible()
  await list.getByRole('button', { name: /取消定时/ }).click()
  await op
    .getByRole('dialog', { name: /取消对/ })
    .getByRole('button', { name: '取消定时' })
    .click()
  await expect(op.getByRole('alert').getByText('已取消')).toBeVisible()
  await expect(op.getByRole('region', { name: '定时修改（等待 0 项）' })).toBeVisible()
})
