import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'
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

test('the form of a platform shows the fields of the chosen protocol, and keeps what was typed for another', async ({ browser }) => {
  const admin = await person(browser, 'admin1')
  await admin.goto('/work/platform')
  await admin.getByRole('button', { name: '新增平台' }).click()
  const form = admin.getByRole('dialog', { name: '新增平台' })
  const [uri, way] = [form.getByLabel('登录发起地址'), form.getByLabel('登录方式')]
  await expect(form.getByLabel('平台名称')).toBeVisible()
  await expect(uri.or(way)).toHaveCount(0)
  await form.getByRole('radio', { name: '统一登录（OIDC）' }).check()
  await expect(way).toHaveCount(0)
  await uri.fill('http://没有写完')
  await form.getByRole('radio', { name: '票据登录' }).check()
  await expect(way).toBeVisible()
  await expect(uri).toHaveCount(0)
  await form.getByRole('radio', { name: '统一登录（OIDC）' }).check()
  await expect(uri).toHaveValue('http://没有写完')
  // What is not shown is neither checked nor sent.
  const name = `普通平台${Date.now() % 10_000}`
  const host = `p${Date.now()}.example.gov.cn`
  await form.getByLabel('平台名称').fill(name)
  await form.getByLabel('平台地址').fill(`https://${host}/`)
  await form.getByLabel('域名').fill(host)
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form.getByText('应为 https:// 开头的完整地址，不带 #').first()).toBeVisible()
  await form.getByRole('radio', { name: '普通链接' }).check()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(admin.getByRole('row').filter({ hasText: name })).toContainText('普通链接')
})

test('the trial of a platform that is switched off says that real log-ins are refused, and still shows the address', async ({
  browser,
}) => {
  const admin = await person(browser, 'admin1')
  const host = `off${Date.now()}.example.gov.cn`
  const platform = { name: `停用的平台${Date.now() % 10_000}`, url: `https://${host}/`, protocol: 'oidc', hosts: [host] }
  await callAs(admin, '/sys/platform/saveOrUpdate', { ...platform, loginUri: `https://${host}/login`, enableFlag: 0 })
  await admin.goto(`/work/platform?keyword=${host}`)
  await admin.getByRole('button', { name: `试签：${platform.name}` }).click()
  const trial = admin.getByRole('dialog', { name: /试签/ })
  await expect(trial.getByRole('alert')).toContainText('这个平台已停用')
  await expect(trial.getByRole('alert')).toContainText('真实的登录会被拒绝')
  await expect(trial.getByText(/\/login\?iss=.+&target_link_uri=https/)).toBeVisible()
  expect(await graveFaults(admin)).toEqual([])
})
