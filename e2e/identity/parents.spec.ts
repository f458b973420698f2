import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { endSession, endWithNextSubmit } from '../session.ts'

async function fromZzd(page: Page, who: RegExp): Promise<void> {
  await page.goto('/demo-parent/zzd/authorize')
  await page.getByRole('button', { name: who }).click()
  await page.waitForURL('**/zzd/home')
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
}

test('staff from 浙政钉 whose session ends return there and to their page, and keep what they typed', async ({ page }) => {
  await fromZzd(page, /编辑/)
  await page.goto('/work/zcLabel?page=1')
  await expect(page.getByRole('button', { name: '新增标签', exact: true })).toBeVisible()
  // An open page hears of the end and leaves by itself, perhaps while it is loaded again.
  await page.goto('about:blank')
  await endSession(page)
  await page.goto('/work/zcLabel?page=1')
  await page.waitForURL('**/zzd/login')
  await page.getByRole('link', { name: '演示：从浙政钉工作台进入' }).click()
  await page.getByRole('button', { name: /编辑/ }).click()
  await page.waitForURL('**/work/zcLabel?page=1')

  await page.getByRole('button', { name: '新增标签', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新增标签' })
  const name = form.getByLabel('标签名称')
  await name.fill('浙政钉里填写的标签')
  await endWithNextSubmit(page)
  await form.getByRole('button', { name: /^保\s?存$/ }).click()
  const again = page.getByRole('dialog', { name: '请重新登录' })
  await expect(again).toBeVisible()
  await expect(again.getByLabel('密码', { exact: true })).toHaveCount(0)
  expect(await graveFaults(page)).toEqual([])
  const opened = page.context().waitForEvent('page')
  await again.getByRole('button', { name: '在新窗口浙政钉登录' }).click()
  const window = await opened
  await window.getByRole('link', { name: '演示：从浙政钉工作台进入' }).click()
  await window.getByRole('button', { name: /编辑/ }).click()
  await expect(window.getByRole('heading', { name: '登录成功' })).toBeVisible()
  await expect(again).toHaveCount(0)
  await expect(name).toHaveValue('浙政钉里填写的标签')
})

test('the log-in form leads staff without a password to 浙政钉, and back to their page', async ({ page }) => {
  await page.goto('/login?redirect=%2Fwork%2Fcheckmanage')
  await page.getByRole('main').getByRole('link', { name: '浙政钉登录' }).click()
  await page.getByRole('link', { name: '演示：从浙政钉工作台进入' }).click()
  await page.getByRole('button', { name: /受理/ }).click()
  await page.waitForURL('**/work/checkmanage')
})

test('a member of staff enters from 浙政钉 on the phone, sees the tasks, and opens one', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 375, height: 720 } })).newPage()
  await page.goto('/zzd/login')
  await expect(page.getByText('请从浙政钉工作台中的本应用进入。')).toBeVisible()
  // In the demo there is no app around the page, so the page leads to the one that stands in for it.
  await page.getByRole('link', { name: '演示：从浙政钉工作台进入' }).click()
  await page.getByRole('button', { name: /受理/ }).click()
  await page.waitForURL('**/zzd/home')
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
  await expect(page.getByRole('contentinfo')).not.toContainText('政府网站')
  const first = page.getByRole('region', { name: '待办' }).getByRole('link').first()
  expect((await first.boundingBox())!.height).toBeGreaterThanOrEqual(56)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expect(await graveFaults(page)).toEqual([])
  await first.click()
  await expect(page).toHaveURL(/\/work\//)
  await expect(page.getByRole('main')).toBeVisible()
})

test('the first page inside 浙政钉 leads to its log-in when nobody is signed in, and is opened again after a log-in', async ({ page }) => {
  await page.goto('/zzd/home')
  await page.waitForURL('**/zzd/login')
  await expect(page.getByRole('alert')).toContainText('请从浙政钉工作台中的本应用进入。')
  expect(await graveFaults(page)).toEqual([])
  await page.getByRole('link', { name: '用账号密码登录' }).click()
  await page.getByLabel('用户名').fill('dept1')
  await page.getByLabel('密码', { exact: true }).fill('Qifu@2026')
  await page.getByLabel('验证码', { exact: true }).fill('e2e9')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
  await expect(page).toHaveURL(/\/zzd\/home$/)
})

test('the desk of the call centre leads a person without a session to the log-in and back', async ({ page }) => {
  await page.goto('/ecall')
  await expect(page.getByRole('alert').getByRole('link', { name: '登录' })).toHaveAttribute('href', '/login?redirect=%2Fecall')
})

test('a company enters with a ticket of the sibling platform, confirms replacing a session, and leaves through that platform', async ({
  page,
}) => {
  await page.goto('/sys/sso/zml?redirect=/work/mypolicy')
  await page.getByRole('button', { name: /星澜精密轴承/ }).click()
  await page.waitForURL('**/work/mypolicy')
  expect(page.url()).not.toContain('ticket')

  await page.goto('/sys/sso/szjj')
  await page.getByRole('button', { name: /周小溪/ }).click()
  await expect(page.getByText(/以“周小溪（示例）”身份继续？/)).toBeVisible()
  expect(page.url()).not.toContain('ticket')
  expect(await graveFaults(page)).toEqual([])
  await page.getByRole('button', { name: '退出当前账号并继续' }).click()
  await page.waitForURL('**/page/home')
  await expect(page.getByRole('button', { name: /周小溪/ })).toBeVisible()

  await page.goto('/sys/sso/zml')
  await page.getByRole('button', { name: /周小溪/ }).click()
  await page.getByRole('button', { name: '退出当前账号并继续' }).click()
  await page.waitForURL('**/page/home')
  await page.getByRole('button', { name: /周小溪/ }).click()
  await page.getByText('退出登录').click()
  await page.waitForURL('**/demo-parent/zml')
  await expect(page.getByRole('heading', { name: '已退出登录' })).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.waitForURL('**/page/home')
})
