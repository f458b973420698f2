import { expect, test, type Page } from '@playwright/test'
import { person } from '../session.ts'

const COMPANY = '云溪县星澜精密轴承有限公司（示例）'

const consent = (page: Page, authStatus: '01' | '02') =>
  page.evaluate(async (status) => {
    const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
    await fetch(`/ent/company/info/setEntExpansionInfoAuth?authStatus=${status}`, { headers: { authorization: decodeURIComponent(token) } })
  }, authStatus)

async function share(page: Page): Promise<string> {
  await page.goto('/page/policyserver/simulation?archive=1')
  await page.getByRole('button', { name: '分享' }).click()
  await page.getByRole('checkbox', { name: /同时分享企业档案/ }).check()
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = new URL(await page.getByLabel(/^链接/).inputValue())
  return link.pathname + link.search
}

test('a company shares a simulation with its archive, ends the link, and ends all of them with its consent', async ({ browser }) => {
  const owner = await person(browser, 'qy1')
  await owner.goto('/work/enterpriseArchive')
  await consent(owner, '02')
  const first = await share(owner)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(first)
  await expect(stranger.getByRole('region', { name: '模拟结果' })).toContainText('可享')

  await owner.goto('/work/enterpriseArchive')
  await owner.getByText(/^模拟分享链接（\d+）$/).click()
  const row = owner.getByRole('row', { name: new RegExp(COMPANY.slice(0, 6)) })
  await expect(row).toContainText('含企业档案数据')
  await row.getByRole('button', { name: '终止' }).click()
  await owner.getByRole('button', { name: '终止链接' }).click()
  await expect(owner.getByText('链接已终止')).toBeVisible()
  await expect(owner.getByText('没有以贵企业名义生成、仍然有效的模拟分享链接。')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('alert').filter({ hasText: '链接不存在或已过期' })).toBeVisible()

  const second = await share(owner)
  await owner.goto('/work/enterpriseArchive')
  await owner.getByRole('button', { name: '撤回授权' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: '撤回授权' }).click()
  await expect(owner.getByText('已撤回授权')).toBeVisible()
  await stranger.goto(second)
  await expect(stranger.getByRole('alert').filter({ hasText: '链接不存在或已过期' })).toBeVisible()
  await stranger.context().close()
})
