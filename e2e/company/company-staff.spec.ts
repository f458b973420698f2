import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { enter, person } from '../session.ts'

const noSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('a record that does not exist is reported so, with a way back instead of a retry', async ({ browser }) => {
  const desk = await person(browser, 'front1')
  for (const path of ['/work/EnterprisesList/look?id=99999', '/work/CorporatePortrait?companyId=99999']) {
    await desk.goto(path)
    await expect(desk.getByRole('alert').getByText('未找到该企业')).toBeVisible()
    await expect(desk.getByRole('button', { name: '重试' })).toHaveCount(0)
    await expect(desk.getByText('99999')).toHaveCount(0)
    await desk.getByRole('link', { name: '返回企业列表' }).click()
    await expect(desk).toHaveURL(/EnterprisesList$/)
  }
  for (const path of ['/work/entInfoMaintain?id=99999', '/work/entInfoMaintain?data=99999']) {
    await desk.goto(path)
    await expect(desk.getByRole('alert').getByText('未找到该拓展表')).toBeVisible()
    await desk.getByRole('button', { name: '返回列表' }).click()
    await expect(desk.getByRole('button', { name: '新增拓展表' })).toBeVisible()
  }
})

test('the list is filtered by county, then by street; without a match there is no empty strip', async ({ page }) => {
  await enter(page, 'front1')
  await page.goto('/work/EnterprisesList')
  await page.getByRole('button', { name: '按类别筛选' }).click()
  const areas = page.getByRole('group', { name: '地区' })
  const total = async () => Number((await page.getByText(/^共 \d+ 条$/).textContent())!.replace(/\D/g, ''))
  const all = await total()
  const county = areas.getByRole('button', { name: /云溪县/ })
  const street = areas.getByRole('button', { name: /云溪街道/ })
  // Where all companies are of one county, the streets are offered at once.
  await county.or(street).first().waitFor()
  if (await county.isVisible()) {
    await county.click()
    await expect(page).toHaveURL(/streetId=339999(&|$)/)
    await expect(page.getByText(/^地区：云溪县/)).toBeVisible()
    await expect.poll(total).toBeLessThan(all)
  }
  const ofCounty = await total()
  await street.click()
  await expect(page).toHaveURL(/streetId=339999001/)
  await expect.poll(total).toBeLessThan(ofCounty)
  // Seen red: the reason without the filter, and a retry that changes nothing.
  await page.goto('/work/EnterprisesList?establishFrom=2026-02-01&establishTo=2026-01-01')
  await expect(page.getByText('成立日期：结束日期不能早于开始日期')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect.poll(total).toBe(all)
  await page.goto(`/work/EnterprisesList?companyName=${encodeURIComponent('没有这家企业')}`)
  await expect(page.getByText('没有你想要的数据')).toBeVisible()
  await page.getByRole('button', { name: '按类别筛选' }).click()
  await expect(page.getByRole('region', { name: '按类别筛选' })).toBeHidden()
})

test('companies are locked under tag tabs: across tabs, each once, at most three, refused when none is chosen', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto('/demo?part=lock')
  await page.getByRole('button', { name: '锁定企业（列法定代表人）' }).click()
  const dialog = page.getByRole('dialog', { name: '锁定企业' })
  await dialog.getByRole('button', { name: /^锁\s?定$/ }).click()
  await expect(dialog.getByText('请选择至少一家企业')).toBeVisible()
  const tags = dialog.getByRole('combobox', { name: '企业标签' })
  await tags.click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  const filled = options.filter({ hasNotText: '（0）' })
  await filled.nth(0).click()
  await filled.nth(1).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('tab')).toHaveCount(2)
  await expect(dialog.getByRole('columnheader', { name: '法定代表人', exact: true })).toBeVisible()
  const box = (n: number) =>
    dialog
      .getByRole('tabpanel')
      .getByRole('checkbox', { name: /^选择.+公司/ })
      .nth(n)
  await box(0).check()
  const first = (await box(0).getAttribute('aria-label'))!.replace('选择', '')
  await dialog.getByRole('tab').first().click()
  await expect(dialog.getByRole('listitem').filter({ hasText: first })).toBeVisible()
  expect(await graveFaults(page, '[role=dialog]')).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await noSideways(page)).toBeLessThanOrEqual(0)
  expect(await graveFaults(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: /^锁\s?定$/ }).click()
  await expect(page.getByRole('status').or(page.locator('output')).filter({ hasText: first }).first()).toBeVisible()
  await page.getByRole('button', { name: '锁定企业（列联系人）' }).click()
  await expect(dialog.getByText('已选 0 家')).toBeVisible()
})
