import { expect, test, type Page } from '../test.ts'
import { callAs, CAPTCHA, endSession, endWithNextSubmit, enter, PASSWORD, person } from '../session.ts'

const tokenOf = async (page: Page) =>
  decodeURIComponent((await page.context().cookies()).find((cookie) => cookie.name === 'token')?.value ?? '')

/** An account with the role editor that belongs to one test only. Its first log-in asks for another password. */
async function newEditor(admin: Page, officer: Page, name: string): Promise<{ id: number; userName: string; password: string }> {
  const userName = `leaver${Date.now() % 1_000_000}`
  const { id, password } = (await callAs(admin, '/sys/user/saveOrUpdate', { userName, name })) as { id: number; password: string }
  const roles = (await callAs(officer, '/sys/role/options')) as { id: number; code: string }[]
  const { version } = (await callAs(officer, `/sys/user/findById?id=${id}`)) as { version: number }
  await callAs(officer, '/sys/user/saveRoles', { id, version, roleIds: [roles.find((role) => role.code === 'editor')!.id] })
  return { id, userName, password }
}

async function logIn(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/work/)
}

/** In the dialog that is open already; it ends at the log-in page. */
async function changePassword(page: Page, from: string, to: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('旧密码').fill(from)
  await dialog.getByLabel('新密码').fill(to)
  await dialog.getByRole('button', { name: '确定' }).click()
  // The text goes after five seconds, and a page behind another window may load for longer.
  await expect(page.getByText('密码修改成功,请重新登录')).toBeVisible()
  await page.waitForURL(/\/login/)
  await expect(page.getByText('登录超时')).toHaveCount(0)
}

async function openDeclaration(page: Page): Promise<void> {
  const { data } = await (await page.request.get('/policy/doc/policyDetail?code=demo-talent')).json()
  await page.goto(`/page/policyserverdeclare?policyId=${data.id}`)
  await expect(page.getByRole('heading', { name: '2026年度企业引才补贴' })).toBeVisible()
  await page.getByRole('button', { name: /引才情况/ }).click()
}
const masters = (page: Page) => page.getByLabel(/新引进硕士/)

test('a declaration whose session ended is offered with its last input, to the same account only', async ({ context }) => {
  const page = await context.newPage()
  await enter(page, 'qy1')
  await openDeclaration(page)
  const saved = page.waitForResponse((r) => r.url().endsWith('/dec/my/save'))
  await masters(page).fill(String(Number((await masters(page).inputValue()) || 0) + 1))
  await saved
  await expect(page.getByText(/已保存 \d\d:\d\d/).first()).toBeVisible()
  const address = page.url()

  await endSession(page)
  await masters(page).fill('418')
  await masters(page).blur()
  await expect(page.getByText('登录超时，请重新登录').first()).toBeVisible()
  await expect(page.getByRole('dialog', { name: '请重新登录' })).toBeVisible()
  const copies = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('draft:'))))
  const before = await copies()
  // A user who closes the dialog can go on typing.
  await page.keyboard.press('Escape')
  await masters(page).fill('419')
  await expect(page.getByText(/已保存在本机/).first()).toBeVisible()
  await expect.poll(copies).not.toBe(before)
  await page.close({ runBeforeUnload: false })

  const other = await context.newPage()
  await enter(other, 'qy2')
  await other.goto('/page/home')
  await expect(other.getByRole('button', { name: /您好/ })).toBeVisible()
  // Waits until the tab has stored its user, so that it does not store qy2 after the change to qy1 below.
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('permissions'))).not.toBeNull()
  // Encrypted copies are hexadecimal and may contain these digits by chance.
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/(?<![0-9a-f])419(?![0-9a-f])/)

  await other.context().clearCookies()
  await enter(other, 'qy1')
  await other.goto(address)
  await other.getByRole('button', { name: '恢复' }).click()
  await other.getByRole('button', { name: /引才情况/ }).click()
  await expect(masters(other)).toHaveValue('419')
})

test('a company logs in again in another window and continues; its input is saved', async ({ context }) => {
  const page = await context.newPage()
  await enter(page, 'qy1')
  await openDeclaration(page)
  await endSession(page)
  const number = String(100 + (Date.now() % 300))
  await masters(page).fill(number)
  await masters(page).blur()
  const dialog = page.getByRole('dialog', { name: '请重新登录' })
  await expect(dialog).toContainText('您已在其他页面退出登录')
  const opens = context.waitForEvent('page')
  await dialog.getByRole('button', { name: '在新窗口登录' }).click()
  const window = await opens
  const saved = page.waitForResponse(
    (r) => r.url().endsWith('/dec/my/save') && r.request().postData()!.includes(`"talentMaster":${number}`),
  )
  await window.getByRole('button', { name: /星澜精密轴承/ }).click()
  await expect(window.getByText('回到原来的页面继续填写')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await saved
  await expect(masters(page)).toHaveValue(number)
})

test('staff log in again above their input; another user gets a new page without it', async ({ context }) => {
  const page = await context.newPage()
  const open = async () => {
    await page.goto('/work/zcLabel')
    await page.getByRole('button', { name: '新增标签', exact: true }).click()
    await page.getByRole('dialog', { name: '新增标签' }).getByLabel('标签名称').fill('登录前写下的标签')
    await endWithNextSubmit(page)
    await page
      .getByRole('dialog', { name: '新增标签' })
      .getByRole('button', { name: /确\s*定|保存/ })
      .click()
  }
  const again = page.getByRole('dialog', { name: '请重新登录' })
  const logInAs = async (userName: string) => {
    await again.getByLabel('用户名').fill(userName)
    await again.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await again.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
    await again.getByRole('button', { name: '登录', exact: true }).click()
  }
  await enter(page, 'editor1')
  await open()
  await expect(again.getByLabel('用户名')).toHaveValue('editor1')
  expect((await context.cookies()).filter(({ name, value }) => name === 'token' && value)).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('userInfo'))).toBeNull()
  const told = page.locator('.ant-modal [role="alert"]').filter({ hasText: '您已在其他页面退出登录' })
  await expect(told).toHaveCount(1)
  await logInAs('editor1')
  await expect(again).toHaveCount(0)
  // What the form said of the ended session is no longer so.
  await expect(told).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: '新增标签' }).getByLabel('标签名称')).toHaveValue('登录前写下的标签')

  await open()
  await logInAs('leader1')
  await page.waitForURL((url) => url.pathname !== '/work/zcLabel')
  await expect(page.getByRole('button', { name: /您好/ })).toBeVisible()
  await expect(page.getByText('登录前写下的标签')).toHaveCount(0)
})

test('two tabs whose session ended ask for the password, and the picture of the tab that asked first is still right', async ({
  context,
}) => {
  const open = async () => {
    const page = await context.newPage()
    await page.goto('/work/zcLabel')
    await page.getByRole('button', { name: '新增标签', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '新增标签' })
    await dialog.getByLabel('标签名称').fill('两个窗口里写的标签')
    return { page, dialog, again: page.getByRole('dialog', { name: '请重新登录' }) }
  }
  const start = await context.newPage()
  await enter(start, 'editor1')
  const [first, second] = [await open(), await open()]
  await endSession(first.page)
  for (const { page, dialog, again } of [first, second]) {
    // The second window may hear of the end by itself, also between the question and the press, which the dialog then receives.
    await expect(async () => {
      if (!(await again.isVisible())) await dialog.getByRole('button', { name: /确\s*定|保存/ }).click({ timeout: 2_000 })
      await expect(again).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page.getByAltText('验证码图片，点击更换')).toBeVisible()
  }
  const refused: string[] = []
  first.page.on('response', async (r) => {
    if (r.url().endsWith('/sys/activeUser/login')) refused.push(String((await r.json()).success))
  })
  await first.again.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await first.again.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await first.again.getByRole('button', { name: '登录', exact: true }).click()
  await expect(first.again).toHaveCount(0)
  expect(refused).toEqual(['true'])
  await expect(second.again).toHaveCount(0)
  await expect(second.dialog.getByLabel('标签名称')).toHaveValue('两个窗口里写的标签')
})

test('a page without input goes to the log-in and back; a company’s own page goes to the identity provider', async ({
  browser,
  context,
}) => {
  const page = await context.newPage()
  await enter(page, 'editor1')
  await page.goto('/work/policyfilemanage')
  await expect(page.getByRole('button', { name: '新增文件', exact: true })).toBeVisible()
  await endSession(page)
  // Search words are not input that must be kept; the list requests them by itself. A late call of the page (the list of exports) may learn
  // earlier that the session ended: then there is no field left to type into.
  const left = page.waitForURL(/\/login\?redirect=%2Fwork%2Fpolicyfilemanage/)
  await Promise.race([left, page.getByRole('search').getByRole('textbox').first().fill('小微')])
  await left
  await page.getByLabel('用户名').fill('editor1')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/work\/policyfilemanage/)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/work/myProject?state=1')
  await visitor.getByRole('button', { name: /星澜精密轴承/ }).click()
  await visitor.waitForURL(/\/work\/myProject\?state=1/)
  await visitor.context().clearCookies()
  await visitor.goto('/login?redirect=%2Flogin%3Fredirect%3D%252Fwork%252FmyProject')
  await visitor.getByRole('main').getByRole('link', { name: '企业登录' }).click()
  await visitor.getByRole('button', { name: /星澜精密轴承/ }).click()
  await visitor.waitForURL(/\/work\/myProject/)
})

test('when the server does not say who is logged in, the page offers a retry instead of a refusal (H04)', async ({ page }) => {
  await enter(page, 'editor1')
  let silent = true
  await page.route('**/sys/activeUser/info', (route) => (silent ? route.fulfill({ status: 500, body: '' }) : route.continue()))
  await page.goto('/work/policyfilemanage')
  await expect(page.getByText('账号信息没有加载成功')).toBeVisible()
  silent = false
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('button', { name: '新增文件', exact: true })).toBeVisible()
})

test('somebody whose account is disabled learns so on the open page, before the next press, and keeps what was typed', async ({
  browser,
}) => {
  const [admin, officer] = [await person(browser, 'admin1'), await person(browser, 'security1')]
  const { id, userName, password } = await newEditor(admin, officer, '停用 何平')
  const page = await (await browser.newContext()).newPage()
  await logIn(page, userName, password)
  await changePassword(page, password, 'Eigen#20261129')
  await logIn(page, userName, 'Eigen#20261129')
  // The stream of this page, not of the one before.
  const streaming = page.waitForRequest((r) => r.url().endsWith('/sys/push') && new URL(r.frame().url()).pathname === '/work/zcLabel')
  await page.goto('/work/zcLabel')
  await page.getByRole('button', { name: '新增标签', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新增标签' })
  await form.getByLabel('标签名称').fill('写到一半')
  await streaming
  await callAs(admin, '/sys/user/disable', { id, takers: [] })
  await expect(page.getByRole('dialog', { name: '请重新登录' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.getByLabel('标签名称')).toHaveValue('写到一半')
})

test('a changed password ends this session too: the log-in page says so, the old token opens nothing, typing in another window stays', async ({
  browser,
}) => {
  const [admin, officer] = [await person(browser, 'admin1'), await person(browser, 'security1')]
  const { userName, password } = await newEditor(admin, officer, '改密 何平')
  const page = await (await browser.newContext()).newPage()
  await logIn(page, userName, password)
  await expect(page.getByText('修改之后用新密码重新登录')).toBeVisible()
  await expect(page.getByRole('dialog', { name: '修改密码' })).toBeVisible()
  await changePassword(page, password, 'Eigen#20261129')

  await logIn(page, userName, 'Eigen#20261129')
  const beside = await page.context().newPage()
  await beside.goto('/work/zcLabel')
  await beside.getByRole('button', { name: '新增标签', exact: true }).click()
  const label = beside.getByRole('dialog', { name: '新增标签' }).getByLabel('标签名称')
  await label.fill('改密前写下的标签')
  const token = await tokenOf(page)
  await page.getByRole('button', { name: /您好/ }).click()
  await page.getByText('修改密码', { exact: true }).first().click()
  await changePassword(page, 'Eigen#20261129', 'Eigen#20261130')
  const old = await page.request.get('/sys/activeUser/info', { headers: { authorization: token } })
  expect(old.status()).toBe(401)
  const again = beside.getByRole('dialog', { name: '请重新登录' })
  await expect(again).toBeVisible()
  await logIn(page, userName, 'Eigen#20261130')
  await expect(again).toHaveCount(0)
  await expect(label).toHaveValue('改密前写下的标签')
})
