import { graveFaults } from '../axe.ts'
import { person } from '../session.ts'
import { expect, test } from '../test.ts'

test('a link to a platform with OIDC leads a company to a page there where it is logged in; the administrator sees the address before', async ({
  browser,
}) => {
  const [admin, company] = [await person(browser, 'admin1'), await person(browser, 'qy1')]
  await admin.goto('/work/platform')
  await admin.getByRole('button', { name: '试签：市企业服务平台（演示）' }).click()
  const trial = admin.getByRole('dialog', { name: /试签/ })
  await expect(trial.getByText(/\/demo-rp\/login\?iss=.+&target_link_uri=https/)).toBeVisible()
  expect(await graveFaults(admin)).toEqual([])

  const name = `市级服务${Date.now() % 10_000}`
  await admin.goto('/work/homemenu')
  await admin.getByRole('button', { name: '新增政府网站' }).click()
  const form = admin.getByRole('dialog', { name: '新增政府网站' })
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('地址').fill('https://fuwu.example.gov.cn/apply')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form).toHaveCount(0)

  const link = company.getByRole('contentinfo').getByRole('link', { name })
  await expect(async () => {
    await company.goto('/page/home')
    await expect(link).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const opened = company.context().waitForEvent('page')
  await link.click()
  const there = await opened
  await there.getByRole('button', { name: /星澜/ }).first().click()
  await expect(there.getByRole('heading', { name: /^已登录：/ })).toBeVisible()
  await expect(there.getByText('https://fuwu.example.gov.cn/apply')).toBeVisible()
})
