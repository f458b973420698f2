import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from '../test.ts'
import { person } from '../session.ts'

const PASSWORD = 'Qifu@2026'
const CANARY = 'Kanari#2026x'

/** Records address, body and Referer of every request that leaves the browser. */
function record(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (r) => sent.push(`${r.url()} ${r.postData() ?? ''} ${r.headers().referer ?? ''}`))
  return sent
}
const holding = (sent: readonly string[], text: string) => sent.filter((s) => s.includes(text) || s.includes(encodeURIComponent(text)))
const tokenOf = async (page: Page) => (await page.context().cookies()).find((c) => c.name === 'token')?.value ?? ''

async function logIn(page: Page, userName: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('验证码', { exact: true }).fill('e2e9')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/work\//)
}

test('an enterprise logs in through the identity provider, and the address contains no secret', async ({ page }) => {
  const sent = record(page)
  await page.goto('/page/home')
  await page.getByRole('link', { name: '企业登录' }).first().click()
  await expect(page.getByRole('heading', { name: '选择登录身份' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: /星澜精密轴承/ }).click()
  await expect(page.getByRole('button', { name: /您好，云溪县星澜/ })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(new URL(page.url()).pathname).toBe('/page/home')
  const token = await tokenOf(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(holding(sent, token)).toEqual([])

  await page.getByRole('button', { name: /您好/ }).click()
  await page.getByText('退出登录').click()
  await expect(page.getByRole('link', { name: '企业登录' }).first()).toBeVisible()
  const answer = await page.request.get('/sys/activeUser/info', { headers: { authorization: token } })
  expect(answer.status()).toBe(401)
})

test('an enterprise that cancels at the identity provider is on the home page, not logged in', async ({ page }) => {
  await page.goto('/sys/sso/login?redirect=/page/home')
  await page.getByRole('button', { name: /取消/ }).click()
  await page.waitForURL((url) => url.pathname === '/page/home' && url.search === '')
  expect(await tokenOf(page)).toBe('')
})

test('an operator logs in; the password never leaves the browser unencrypted (A-01)', async ({ page }) => {
  const sent = record(page)
  await logIn(page, 'editor1')
  await expect(page.getByRole('button', { name: /您好，政策编辑/ })).toBeVisible()
  await page.getByRole('button', { name: /您好/ }).click()
  await page.getByText('修改密码').first().click()
  await page.getByLabel('旧密码').fill(CANARY)
  await page.getByLabel('新密码', { exact: true }).fill(`${CANARY}y`)
  const again = page.getByLabel(/确认|再次/)
  if (await again.count()) await again.first().fill(`${CANARY}y`)
  await page
    .getByRole('button', { name: /确\s*定|提交|保存/ })
    .last()
    .click()
  await expect(page.getByText('旧密码错误')).toBeVisible()
  expect(sent.some((s) => s.includes('/sys/user/savePwd'))).toBe(true)
  expect([...holding(sent, PASSWORD), ...holding(sent, CANARY)]).toEqual([])
})

test('a wrong picture code is told at its field, and the picture stands level with the input in both forms', async ({ browser }) => {
  /** How far the middle of the picture is below the middle of the input, in pixels. */
  const offset = async (page: Page) => {
    const middle = async (locator: Locator) => {
      const box = (await locator.boundingBox())!
      return box.y + box.height / 2
    }
    return (await middle(page.getByRole('button', { name: '换一张验证码图片' }))) - (await middle(page.locator('#plain-verifiCode')))
  }
  const anew = await (await browser.newContext()).newPage()
  await anew.goto('/login')
  await anew.getByLabel('用户名').fill('gr1')
  await anew.getByLabel('密码', { exact: true }).fill(PASSWORD)
  const letters = anew.locator('#plain-verifiCode')
  await letters.fill('0000')
  await anew.getByRole('button', { name: '登录', exact: true }).click()
  await expect(anew.locator('#plain-verifiCode-fault')).toHaveText('验证码错误或已过期，请重新输入')
  await expect(letters).toBeFocused()
  for (const width of [1440, 375]) {
    await anew.setViewportSize({ width, height: 800 })
    expect(Math.abs(await offset(anew)), `${width}`).toBeLessThan(1)
  }
  const page = await person(browser, 'gr1')
  await page.goto('/work/account')
  await page.getByRole('button', { name: '绑定手机号' }).click()
  await expect(page.getByRole('button', { name: '换一张验证码图片' })).toBeVisible()
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill('13700001234')
  await page.locator('#plain-verifiCode').fill('0000')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.locator('#plain-verifiCode-fault')).toHaveText('验证码错误或已过期，请重新输入')
  await expect(page.locator('#plain-verifiCode')).toBeFocused()
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 800 })
    expect(Math.abs(await offset(page)), `${width}`).toBeLessThan(1)
  }
})
