import { expect, site, test, type Browser, type Page } from '../test.ts'
import { codeAt } from '../../server/identity/second-factor/totp.ts'
import { graveFaults } from '../axe.ts'
import { callAs, logIn, person } from '../session.ts'
import { arrowDownTo } from '../arrow-down.ts'

/** The narrowest screen of WCAG 1.4.10. */
const NARROW = { width: 320, height: 800 }

/** What fails for a person on a small screen or with other aids; empty when nothing does. */
async function faults(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...(beyond > 0 ? [`${beyond} px beyond the screen`] : []), ...(await graveFaults(page))]
}
/** Opens an entry of a row's further actions without a mouse. */
async function chooseByKey(page: Page, row: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `更多操作：${row}` }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: entry })
  await expect(item).toBeVisible()
  // The open list has the keyboard.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await arrowDownTo(page, item)
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

test('告知记录 opens, is read and closes on a small screen and without a mouse', async ({ browser }) => {
  const page = await person(browser, 'admin1')
  await page.setViewportSize(NARROW)
  // Whose sessions are ended is told so.
  await person(browser, 'qy1')
  const { list } = (await callAs(page, '/sys/user/list?name=qy1')) as { list: { id: number }[] }
  await callAs(await person(browser, 'security1'), '/sys/session/revoke', { id: list[0]!.id, reason: '手机遗失' })
  await page.goto('/work/user?name=qy1')
  const open = page.getByRole('button', { name: '告知记录：云溪县星澜精密轴承有限公司（示例）' })
  await open.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^告知记录：云溪县星澜精密轴承有限公司/ })
  await expect(drawer.getByRole('listitem').first()).toContainText('云溪县星澜精密轴承有限公司（示例）')
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(open).toBeFocused()
  expect(await faults(page)).toEqual([])
})

test('a security officer ends somebody’s sessions on a small screen and without a mouse; the open page of that person leaves', async ({
  browser,
}) => {
  const theirs = await person(browser, 'dept3')
  await theirs.goto('/work/account')
  await expect(theirs.getByRole('heading', { name: '我的登录' })).toBeVisible()
  const page = await person(browser, 'security1')
  await page.setViewportSize(NARROW)
  await page.goto('/work/user?name=dept3')
  const name = (await page.getByRole('button', { name: /^更多操作：/ }).getAttribute('aria-label'))!.replace('更多操作：', '')
  await chooseByKey(page, name, '结束登录')
  const dialog = page.getByRole('dialog', { name: `结束“${name}”的登录` })
  const end = dialog.getByRole('button', { name: '结束登录' })
  await end.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('请填写原因')).toBeVisible()
  await expect(dialog.getByLabel('原因')).toBeFocused()
  expect(await faults(page)).toEqual([])
  await page.keyboard.type('手机遗失')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已结束 \d+ 处登录/)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // The open page hears of the end and leaves by itself, perhaps while it is loaded again.
  await theirs.goto('about:blank')
  await theirs.goto('/work/account')
  await theirs.waitForURL(/\/login/)
  // Nothing is left to end: no reason is asked.
  await page.goto('/work/user?name=dept3')
  await chooseByKey(page, name, '结束登录')
  await expect(dialog.getByText('该用户现在没有登录。')).toBeVisible()
  await expect(dialog.getByLabel('原因')).toHaveCount(0)
  await expect(end).toHaveCount(0)
  await dialog.getByText(/^关\s?闭$/).click()
  await expect(dialog).toHaveCount(0)
})

/** A browser with a security key in software; browsers use keys on localhost, but not at a bare IP address. */
async function withKey(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url.replace('127.0.0.1', 'localhost'), viewport: NARROW })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return page
}

test('a security key is registered and removed on a small screen and without a mouse', async ({ browser }) => {
  const page = await withKey(browser)
  // Nobody else in these tests logs in with this account, which needs a second step from now on.
  await logIn(page, 'dept5')
  const { secret } = (await callAs(page, '/sys/account/secondFactor/begin', {})) as { secret: string }
  await callAs(page, '/sys/account/secondFactor/enable', { code: codeAt(secret, new Date()) })
  await page.goto('/work/account')
  const panel = page.getByRole('region', { name: '安全密钥' })
  await panel.getByRole('button', { name: '登记安全密钥' }).focus()
  await page.keyboard.press('Enter')
  const name = panel.getByRole('textbox', { name: '名称' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('请给安全密钥起一个名称')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.keyboard.type('窗口的钥匙')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('还没有用过')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await panel.getByRole('button', { name: '移除 窗口的钥匙' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  expect(await faults(page)).toEqual([])
  await question.getByRole('button', { name: '移除', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('窗口的钥匙')).toHaveCount(0)
})

test('who meets 无权限 asks for the right with one click; the security officer finds person and screen, once', async ({ browser }) => {
  const page = await person(browser, 'dept1')
  await page.setViewportSize(NARROW)
  await page.goto('/work/policyserveradmin')
  await expect(page.getByRole('heading', { name: '无权限' })).toBeVisible()
  const ask = page.getByRole('button', { name: '申请权限' })
  expect(await faults(page)).toEqual([])
  await ask.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已告知安全管理员' })).toBeVisible()
  await page.reload()
  await ask.click()
  await expect(page.getByText('近日已申请过')).toBeVisible()
  expect(await faults(page)).toEqual([])
  const officer = await person(browser, 'security1')
  await officer.goto('/work/notice')
  const told = officer.getByText(/审核员 江诚（县经济和信息化局）申请打开“/)
  await expect(told).toHaveCount(1)
  await officer.goto('/work/user?name=dept1')
  await expect(officer.getByRole('button', { name: '授予角色：审核员 江诚' })).toBeVisible()
})
