import { expect, test } from '../test.ts'
import { codeAt } from '../../server/identity/second-factor/totp.ts'
import { graveFaults } from '../axe.ts'
import { callAs, person } from '../session.ts'

test('a security officer reads why a user sees a record, views the platform as that user, and returns', async ({ browser }) => {
  const page = await person(browser, 'security2')
  await page.goto('/work/user?name=dept1')
  await page.getByRole('button', { name: '查看权限：审核员 江诚' }).click()
  const drawer = page.getByRole('dialog', { name: /能做什么、看得见什么/ })
  // First, what the roles give; then one question.
  const role = drawer.getByRole('region', { name: '持有的角色' }).getByRole('group').filter({ hasText: '部门审核人员' })
  await role.getByText('部门审核人员').click()
  await expect(role.getByText('项目申报：本部门')).toBeVisible()
  await drawer.getByLabel('页面、数据或权限').fill('项目申报')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(/看得见 \d+ 条项目申报（共 \d+ 条）/)).toBeVisible()
  await expect(drawer.getByRole('row').filter({ hasText: '本部门' })).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '更多操作：审核员 江诚' }).click()
  await page.getByRole('menuitem', { name: '以其视角查看' }).click()
  const reason = page.getByRole('dialog', { name: '以“审核员 江诚”的视角查看' })
  await reason.getByRole('button', { name: '开始查看' }).click()
  await expect(reason.getByText('请填写原因')).toBeVisible()
  await reason.getByLabel('原因').fill('反映看不到申报')
  await reason.getByRole('button', { name: '开始查看' }).click()
  const bar = page.getByRole('status').filter({ hasText: '正在以“审核员 江诚”的视角查看' })
  await expect(bar).toBeVisible()
  await expect(page.getByRole('heading', { name: '审核员 江诚，您好' })).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await page.goto('/work/account')
  await expect(page.getByText(/本人的内容，以他人视角查看时不显示/).first()).toBeVisible()
  // What the view refuses for good is told in one sentence: a retry would be refused again.
  await expect(page.getByText('正在加载…')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '修改密码' })).toHaveCount(0)
  // Nothing is offered that the server would refuse.
  await page.goto('/work/govcheckmanage')
  const fetches = page.getByRole('button', { name: '导出' })
  await expect(fetches).toBeDisabled()
  await expect(fetches).toHaveAttribute('title', '正在以“审核员 江诚”的视角查看，只能看，不能办理或下载')
  await page.getByRole('button', { name: /^审核/ }).first().click()
  for (const name of [/^通\s?过$/, /^保存备注$/, /^领\s?取$/]) await expect(page.getByRole('button', { name })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^下载：/ }).first()).toBeDisabled()
  await page.goto('/work/workbench')
  await expect(page.getByRole('region', { name: '未读消息' }).getByText(/本人的内容，以他人视角查看时不显示/)).toBeVisible()
  await bar.getByRole('button', { name: '结束查看' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /安全管理员.*，您好/ })).toBeVisible()

  const told = await person(browser, 'dept1')
  await told.goto('/work/notice')
  await expect(told.getByText(/^安全管理员 乔安 正在以您的视角查看平台（只读）/).first()).toBeVisible()
})

test('while an officer only looks, an action that would change a row at once cannot be pressed; what shows something can', async ({
  browser,
}) => {
  const own = await person(browser, 'editor1')
  await own.goto('/work/policycarousel')
  // The first row cannot go further up, whoever looks.
  await expect(own.getByRole('button', { name: /^上移：/ }).first()).toBeDisabled()
  await expect(own.getByRole('button', { name: /^上移：/ }).nth(1)).toBeEnabled()

  const page = await person(browser, 'security2')
  const { list } = await callAs(page, '/sys/user/list?name=editor1')
  await callAs(page, '/sys/viewAs/start', { userId: list[0].id, reason: '反映不能调整顺序' })
  await page.goto('/work/policycarousel')
  const up = page.getByRole('button', { name: /^上移：/ }).nth(1)
  await expect(up).toBeDisabled()
  await expect(up).toHaveAttribute('title', /只能看，不能办理或下载$/)
  await page
    .getByRole('button', { name: /^更多操作：/ })
    .nth(1)
    .click()
  await expect(page.getByRole('menuitem', { name: '下移' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^编辑：/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('note')).toHaveText(/只能看，不能办理或下载$/)
})

/** The period of a code of the second factor. */
const STEP_MS = 30_000

test('a change of rights asks for a new code, then continues by itself with the input', async ({ browser }) => {
  const page = await person(browser, 'security2')
  const { secret } = (await callAs(page, '/sys/account/secondFactor/begin', {})) as { secret: string }
  await callAs(page, '/sys/account/secondFactor/enable', { code: codeAt(secret, new Date()) })
  // A binding ends the other log-ins and its code is fresh for ten minutes, so the answer of later is given here until a code was accepted.
  let isFresh = false
  await page.route('**/secondFactor/confirm', async (route) => {
    const answer = await route.fetch()
    isFresh ||= ((await answer.json()) as { success: boolean }).success
    await route.fulfill({ response: answer })
  })
  await page.route('**/sys/role/saveOrUpdate', (route) =>
    isFresh
      ? route.continue()
      : route.fulfill({ json: { success: false, code: 'FACTOR_STALE', msg: '请先输入动态验证码，再进行这项操作' } }),
  )
  const name = `值守${Date.now() % 1_000_000}`
  await page.goto('/work/role')
  await page.getByRole('button', { name: '新增角色' }).click()
  const role = page.getByRole('dialog', { name: '新增角色' })
  await role.getByLabel('角色名称').fill(name)
  await role.getByLabel('角色代码').fill(`fresh${Date.now() % 1_000_000}`)
  await role.getByRole('checkbox', { name: /^查看留言/ }).check()
  await role.getByRole('button', { name: /^保\s?存$/ }).click()
  const ask = page.getByRole('dialog', { name: '请输入动态验证码' })
  const code = ask.getByRole('textbox', { name: '动态验证码' })
  await expect(code).toBeFocused()
  expect(await graveFaults(page)).toEqual([])
  await ask.getByRole('button', { name: '取消这项操作' }).click()
  await expect(role.getByText('请先输入动态验证码，再进行这项操作')).toBeVisible()
  await role.getByRole('button', { name: /^保\s?存$/ }).click()
  await code.fill('12')
  await ask.getByRole('button', { name: '继续' }).click()
  await expect(ask.getByText('请输入 6 位数字')).toBeVisible()
  const given = Date.now()
  await code.fill(codeAt(secret, new Date(given + STEP_MS)))
  await ask.getByRole('button', { name: '继续' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  // Each code is accepted once, so the test waits for the next half minute.
  const next = (Math.floor(given / STEP_MS) + 1) * STEP_MS
  await page.waitForTimeout(Math.max(0, next + 500 - Date.now()))
  await callAs(page, '/sys/account/secondFactor/disable', { code: codeAt(secret, new Date(Date.now() + STEP_MS)) })
})

test('an officer who did not give the roles confirms row by row who holds which', async ({ browser }) => {
  const page = await person(browser, 'security2')
  await page.goto('/work/role')
  await page.getByRole('tab', { name: '权限复核' }).click()
  await page.getByRole('button', { name: '开始一次复核' }).click()
  const opening = page.getByRole('dialog', { name: '开始一次权限复核' })
  await opening.getByRole('button', { name: /^开\s?始$/ }).click()
  await expect(opening.getByText('请选择截止日期')).toBeVisible()
  await opening.getByLabel('截止日期').fill(new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10))
  await page.keyboard.press('Enter')
  await opening.getByRole('button', { name: /^开\s?始$/ }).click()
  await expect(page.getByText(/年第.季度权限复核(（\d）)?：还有 \d+ 项待复核/)).toBeVisible()
  expect(await graveFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: '姓名或用户名' }).fill('leader1')
  await page.getByRole('button', { name: /^查\s?询$/ }).click()
  const row = page.getByRole('row').filter({ hasText: '领导 于川' })
  await row.getByRole('button', { name: /^复核：/ }).click()
  const decide = page.getByRole('dialog', { name: /^复核“领导 于川”/ })
  await decide.getByRole('radio', { name: '收回' }).check()
  await decide.getByRole('button', { name: /^收\s?回$/ }).click()
  await expect(decide.getByText('请填写收回的原因')).toBeVisible()
  await decide.getByRole('radio', { name: '保留' }).check()
  await decide.getByRole('button', { name: /^保\s?留$/ }).click()
  await expect(row.getByText('已保留')).toBeVisible()
})

test('a page that is viewed as somebody whose account is disabled returns to the officer, and stays when the account is enabled again', async ({
  browser,
}) => {
  const page = await person(browser, 'security2')
  const admin = await person(browser, 'admin1')
  const { list } = await callAs(page, '/sys/user/list?name=train2')
  const userId: number = list[0].id
  const token = decodeURIComponent((await admin.context().cookies()).find((c) => c.name === 'token')!.value)
  const setEnabled = async (enableFlag: '0' | '1') => {
    const form = { id: String(userId), enableFlag }
    expect(await (await admin.request.post('/sys/user/editEnableFlag', { form, headers: { authorization: token } })).json()).toMatchObject({
      success: true,
    })
  }
  await callAs(page, '/sys/viewAs/start', { userId, reason: '反映看不到活动' })
  await page.goto('/work/workbench')
  const bar = page.getByRole('status').filter({ hasText: '的视角查看' })
  await expect(bar).toBeVisible()
  await setEnabled('0')
  const why = page.getByRole('alert').filter({ hasText: '查看已结束：该账号已停用，或者它或您的权限有变化' })
  await expect(why).toBeVisible()
  await expect(bar).toHaveCount(0)
  // It stays on the officer's own page until it is closed.
  await expect(page.getByRole('heading', { name: /安全管理员.*，您好/ })).toBeVisible()
  await why.getByRole('button', { name: '关闭提示' }).click()
  await expect(why).toHaveCount(0)
  await setEnabled('1')
  await page.reload()
  await expect(page.getByRole('heading', { name: /安全管理员.*，您好/ })).toBeVisible()
  await expect(bar).toHaveCount(0)
})
