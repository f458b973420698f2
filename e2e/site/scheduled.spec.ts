import type { Page } from '@playwright/test'
import { scheduledChangeIsDue } from '../moved-days.ts'
import { chooseOption } from '../select.ts'
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

  await scheduledChangeIsDue('admin1')
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

test('an entry is moved to a place at a time, and at once; a value of a dictionary is deleted at a time', async ({ browser }) => {
  const admin = await person(browser, 'admin1')
  await admin.goto('/work/homemenu')
  const menu = admin.getByRole('region', { name: '快速链接' })
  const names = () => menu.getByRole('listitem').locator('strong').allTextContents()
  await expect(menu.getByRole('listitem').first()).toBeVisible()
  const before = await names()
  const last = before.at(-1)!
  await menu.getByRole('button', { name: `移动${last}` }).click()
  const form = admin.getByRole('dialog', { name: `移动“${last}”` })
  await expect(form.getByText(`现在是第 ${before.length} 位，共 ${before.length} 位`)).toBeVisible()
  await expect(form.getByText('还没有改动。')).toBeVisible()
  await chooseOption(form.getByLabel('位置'), '第 1 位，最前')
  await timed(admin, SOON)
  await expect(form.getByText(`将于 ${SOON} 生效：它在所有公开页面的快速链接里排到第 1 位`)).toBeVisible()
  await form.getByRole('button', { name: /移\s?动/ }).click()
  await expect(admin.getByText('已定时')).toBeVisible()
  await expect(menu.getByText(`将于 ${SOON} 改为：位置“1”`)).toBeVisible()
  expect(await names()).toEqual(before)
  await scheduledChangeIsDue('admin1')
  await expect(async () => {
    await admin.goto('/work/homemenu')
    await expect.poll(names, { timeout: 2_000 }).toEqual([last, ...before.slice(0, -1)])
  }).toPass({ timeout: 150_000, intervals: [3_000] })

  // Back at once, by the same dialog.
  await menu.getByRole('button', { name: `移动${last}` }).click()
  await chooseOption(form.getByLabel('位置'), `第 ${before.length} 位`)
  await form.getByRole('button', { name: /移\s?动/ }).click()
  await expect(admin.getByText('已移动')).toBeVisible()
  await expect.poll(names).toEqual(before)

  await admin.goto('/work/dictionary?dict=urgency')
  await admin.getByRole('button', { name: '新增值' }).click()
  const value = admin.getByRole('dialog', { name: '新增值' })
  await value.getByLabel('名称').fill('到期删除')
  await value.getByLabel('代码').fill('laterGone')
  await value.getByRole('button', { name: /保\s?存/ }).click()
  const row = admin.getByRole('row').filter({ hasText: 'laterGone' })
  await expect(row).toBeVisible()
  await admin.getByRole('button', { name: '更多操作：到期删除' }).click()
  await admin.getByRole('menuitem', { name: '删除' }).click()
  await timed(admin, SOON)
  await expect(admin.getByRole('dialog').getByText(`将于 ${SOON} 生效：选择框里不再有它`)).toBeVisible()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(admin.getByText('已定时')).toBeVisible()
  await expect(row.getByText(`将于 ${SOON} 删除`)).toBeVisible()
  await scheduledChangeIsDue('admin1')
  await expect(async () => {
    await admin.reload()
    await expect(row).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 150_000, intervals: [3_000] })
})
