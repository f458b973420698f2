import { expect, site, test, type Browser, type Page } from '../test.ts'
import { codeAt } from '../../server/identity/second-factor/totp.ts'
import { graveFaults } from '../axe.ts'
import { logInPasses } from '../moved-days.ts'
import { giveOwnPassword } from '../own-password.ts'
import { CAPTCHA, PASSWORD, person } from '../session.ts'

/** Browsers use security keys on localhost, but not at a bare IP address. */
const withNames = () => site.url.replace('127.0.0.1', 'localhost')

/** A browser with a security key in software, which is touched whenever it is asked. */
async function browserWithKey(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: withNames() })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return page
}

/** The first step of a log-in. */
async function givePassword(page: Page, userName: string): Promise<void> {
  await page.goto('/login?redirect=%2Fwork%2Faccount')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('a member of staff binds an app, logs in with a recovery code and a security key as second step, and removes both', async ({
  browser,
}) => {
  const page = await person(browser, 'dept4')
  let secret = ''
  let recovery: string[] = []

  await test.step('binds the app on the account page', async () => {
    await page.goto('/work/account')
    await logInPasses('dept4', 20)
    await page.getByRole('button', { name: '开启动态验证码' }).click()
    await giveOwnPassword(page)
    secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await expect(page.getByRole('img', { name: '验证器二维码' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: '动态验证码' })).toBeFocused()
    await page.getByRole('button', { name: '确认绑定' }).click()
    await expect(page.getByText('请输入动态验证码')).toBeVisible()
    await page.getByRole('textbox', { name: '动态验证码' }).fill('12ab')
    await page.getByRole('button', { name: '确认绑定' }).click()
    await expect(page.getByText('请输入 6 位数字')).toBeVisible()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: '动态验证码' }).fill(codeAt(secret, new Date()))
    await page.getByRole('button', { name: '确认绑定' }).click()
    const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recovery = await codes.allInnerTexts()
    await page.getByRole('button', { name: '我已保存' }).click()
    await expect(page.getByText('恢复码还有 10 个没有用过')).toBeVisible()
  })

  await test.step('the password alone does not log in; a wrong code is reported and the input stays', async () => {
    const anew = await (await browser.newContext()).newPage()
    await givePassword(anew, 'dept4')
    const code = anew.getByRole('textbox', { name: '动态验证码' })
    await expect(code).toBeFocused()
    expect(await graveFaults(anew)).toEqual([])
    await code.fill('000000')
    await anew.getByRole('button', { name: '登录', exact: true }).click()
    await expect(anew.getByText('动态验证码错误，请核对手机时间后输入新的验证码')).toBeVisible()
    await code.fill(recovery[0]!)
    await anew.getByRole('button', { name: '登录', exact: true }).click()
    await expect(anew).toHaveURL(/\/work\/account/)
    await expect(anew.getByText('恢复码还有 9 个没有用过')).toBeVisible()
  })

  await test.step('sees both sessions and ends the other one', async () => {
    await page.reload()
    const logIns = page.getByRole('region', { name: '我的登录' })
    await expect(logIns.getByText('（本处）')).toHaveCount(1)
    await logIns
      .getByRole('button', { name: /^结束 / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '结束', exact: true }).click()
    await expect(page.getByText('已结束 1 处登录')).toBeVisible()
  })

  await test.step('registers a security key, logs in with it, and removes it', async () => {
    const keyed = await browserWithKey(browser)
    await givePassword(keyed, 'dept4')
    await expect(keyed.getByRole('textbox', { name: '动态验证码' })).toBeFocused()
    await expect(keyed.getByRole('button', { name: '使用安全密钥' })).toHaveCount(0)
    await keyed.getByRole('textbox', { name: '动态验证码' }).fill(recovery[1]!)
    await keyed.getByRole('button', { name: '登录', exact: true }).click()
    const panel = keyed.getByRole('region', { name: '安全密钥' })
    await panel.getByRole('button', { name: '登记安全密钥' }).click()
    await panel.getByRole('button', { name: '登记', exact: true }).click()
    await expect(panel.getByText('请给安全密钥起一个名称')).toBeVisible()
    await panel.getByRole('textbox', { name: '名称' }).fill('办公室的钥匙')
    await panel.getByRole('button', { name: '登记', exact: true }).click()
    await expect(panel.getByText('还没有用过')).toBeVisible()
    expect(await graveFaults(keyed)).toEqual([])
    // The same key again is refused by the browser.
    await panel.getByRole('button', { name: '登记安全密钥' }).click()
    await panel.getByRole('textbox', { name: '名称' }).fill('再来一次')
    await panel.getByRole('button', { name: '登记', exact: true }).click()
    await expect(panel.getByText('这个安全密钥已经登记过')).toBeVisible()

    await keyed.context().clearCookies()
    await keyed.evaluate(() => localStorage.clear())
    await givePassword(keyed, 'dept4')
    await expect(keyed.getByRole('textbox', { name: '动态验证码' })).toBeFocused()
    await expect(keyed.getByRole('button', { name: '使用安全密钥' })).toBeVisible()
    expect(await graveFaults(keyed)).toEqual([])
    await keyed.getByRole('button', { name: '使用安全密钥' }).click()
    await expect(keyed).toHaveURL(/\/work\/account/)
    await expect(panel.getByText(/最近 .* 使用/)).toBeVisible()
    await panel.getByRole('button', { name: '移除 办公室的钥匙' }).click()
    await keyed.getByRole('dialog').getByRole('button', { name: '移除', exact: true }).click()
    await expect(panel.getByText('办公室的钥匙')).toHaveCount(0)
  })

  await test.step('removes the app', async () => {
    await page.getByRole('button', { name: '关闭动态验证码' }).click()
    // The code of the binding cannot be used again; the next one is accepted already.
    await page.getByRole('textbox', { name: '动态验证码' }).fill(codeAt(secret, new Date(Date.now() + 30_000)))
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(page.getByRole('button', { name: '开启动态验证码' })).toBeFocused()
  })
})
