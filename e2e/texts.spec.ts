import { expect, test, type Page } from './test.ts'
import { POLICY_LIST_PAGE_SIZE } from '../contract/constants.ts'
import { isBuilt, layoutOf, screens } from '../web/screens.ts'
import { enter, logIn } from './session.ts'

// The texts of the specification on the screens where they appear (ids of inventory/messages.tsv), written out here on purpose.
const dialog = (page: Page) => page.getByRole('dialog').last()
const entries = async (page: Page) => {
  await page.getByRole('button', { name: /^您好，/ }).click()
  return page.getByRole('button', { name: /^您好，/ }).locator('xpath=..')
}
/** A project that accepts declarations now, and its policy. */
const openPolicy = async (page: Page): Promise<number> => {
  const { data } = (await (await page.request.get('/dec/project/list?pageSize=100')).json()) as {
    data: { list: { policyId: number; state: number }[] }
  }
  return data.list.find((p) => p.state === 1)!.policyId
}
const answer = (data: unknown) => ({ contentType: 'application/json', body: JSON.stringify({ success: true, data }) })

test('a visitor: log-in, service hours, first list, features not available yet (M003, M100, M110, M120, K018)', async ({ page }) => {
  await page.goto('/page/home')
  await expect(page.getByRole('link', { name: '企业登录', exact: true }).first()).toBeVisible()
  await expect(page.getByText('服务时间：08:30-17:00').first()).toBeVisible()
  await page.goto('/page/policysearch')
  await expect(page.locator('main').getByRole('heading', { level: 3 })).toHaveCount(POLICY_LIST_PAGE_SIZE)
  expect(POLICY_LIST_PAGE_SIZE).toBe(10)
  await page.goto('/page/policymarket/index')
  const [details] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('link', { name: /^立即了解/ })
      .first()
      .click(),
  ])
  await expect(details).toHaveURL(/\/page\/policymarket\/details/)
  const todo = screens.find((s) => !isBuilt(s) && s.who === 'public' && layoutOf(s) !== 'work' && s.path.startsWith('/page/'))
  test.skip(!todo, 'every public screen is built')
  await page.goto(todo!.path)
  await expect(page.getByText('功能开发中，敬请期待').first()).toBeVisible()
})

test('a visitor is asked to log in, where necessary as an enterprise (M002, M059, M060, M085, M086, M087)', async ({ page }) => {
  await page.goto('/page/policymarket/index')
  await page
    .getByRole('button', { name: /^政策咨询/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('提示')
  await expect(dialog(page)).toContainText('请先登录')
  await page.keyboard.press('Escape')
  await page.goto(`/page/policyserverdetail?id=${await openPolicy(page)}`)
  const declare = page.getByRole('button', { name: /申报/ }).first()
  await declare.click()
  await expect(dialog(page)).toContainText('请先使用企业账号登录')
  await dialog(page).getByRole('button', { name: '暂不', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await declare.click()
  await dialog(page).getByRole('button', { name: '去登录', exact: true }).click()
  await expect(page).not.toHaveURL(/policyserverdetail/)
})

test('saving a result requires any log-in (M088)', async ({ page }) => {
  await page.goto('/page/policyserver/calculator/subList')
  await page.getByRole('button', { name: /保存/ }).first().click()
  await expect(dialog(page)).toContainText('请先登录')
  await expect(dialog(page).getByRole('button', { name: '去登录', exact: true })).toBeVisible()
})

test('an enterprise: greeting and entries, authorization, consulting (M061, M062, M101, M102, M103, M104, M105, M107, M108, M109)', async ({
  page,
}) => {
  await enter(page, 'qy2')
  const token = (await page.context().cookies()).find((c) => c.name === 'token')!.value
  await page.request.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01', { headers: { authorization: token } })
  await page.goto('/page/home')
  const menu = await entries(page)
  for (const name of ['进入工作台', '前往市级企业服务平台', '企业用户授权', '退出登录'])
    await expect(menu.getByText(name, { exact: true })).toBeVisible()
  await expect(menu.getByText('修改密码')).toHaveCount(0)
  expect(await menu.getByText('前往市级企业服务平台').getAttribute('href')).toBe('/demo-city')
  await menu.getByText('企业用户授权').click()
  await expect(dialog(page).getByRole('button', { name: '同意授权' })).toBeDisabled()
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: '同意授权' }).click()
  await expect(page.getByText('授权成功', { exact: true })).toBeVisible()

  await page.goto('/page/policymarket/index')
  await page
    .getByRole('button', { name: /^政策咨询/ })
    .first()
    .click()
  await expect(dialog(page).getByRole('heading', { name: '政策咨询' })).toBeVisible()
  await expect(dialog(page).getByText(/^如需进一步了解，请拨打企业服务中心电话：\S+/)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: '取消', exact: true })).toBeVisible()
  await dialog(page).getByLabel('咨询内容').fill('申报截止之后还能补交材料吗？')
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await expect(page.getByText('提交成功，感谢咨询')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await (await entries(page)).getByText('进入工作台').click()
  await expect(page).toHaveURL(/\/work\//)
})

test('before declaring: risks, incomplete information (M075, M076, M077, M116)', async ({ page }) => {
  await enter(page, 'qy2')
  const policy = `/page/policyserverdetail?id=${await openPolicy(page)}`
  const risks = [{ riskName: '拖欠工资或欠缴社保', riskCount: 1 }]
  await page.route('**/policy/doc/checkBeforeDeclaration**', (route) =>
    route.fulfill(answer({ riskType: '02', wholeInfo: false, riskList: risks })),
  )
  const token = (await page.context().cookies()).find((c) => c.name === 'token')!.value
  await page.request.get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02', { headers: { authorization: token } })
  await page.goto(policy)
  await page.getByRole('button', { name: /申报/ }).first().click()
  await expect(dialog(page)).toContainText('建议企业自查确认')
  await expect(dialog(page)).toContainText('拖欠工资或欠缴社保')
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await expect(dialog(page)).toContainText('企业信息尚未完善，是否先完善信息？')
  await expect(dialog(page).getByRole('button', { name: '去完善信息', exact: true })).toBeVisible()
  await dialog(page).getByRole('button', { name: '前往申报', exact: true }).click()
  await expect(page).toHaveURL(/policyserverdeclare/)
})

test('leaving a declaration in progress asks first (M078)', async ({ page }) => {
  await enter(page, 'qy2')
  const token = (await page.context().cookies()).find((c) => c.name === 'token')!.value
  const { data } = (await (await page.request.get('/dec/my/list?pageSize=50', { headers: { authorization: token } })).json()) as {
    data: { list: { id: number; allowed: string[] }[] }
  }
  await page.goto(`/page/policyserverdeclare?id=${data.list.find((d) => d.allowed.includes('save'))!.id}`)
  await page.getByRole('button', { name: '退出', exact: true }).click()
  await expect(dialog(page)).toContainText('是否确定要放弃录入本次政策申报？')
  // A declaration returned for correction has a number already, so leaving never offers to delete it.
  await expect(dialog(page).getByRole('button', { name: '放弃并删除草稿' })).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: '直接离开' })).toBeVisible()
  await dialog(page).getByRole('button', { name: '保留草稿' }).click()
  await expect(page).toHaveURL(/\/work\/myProject/)
})

test('an operator is asked after 90 days to change the password, does so, and logs in again (M063, M070, M106)', async ({ page }) => {
  await page.route('**/sys/activeUser/isNeedUpdatePwd', (route) => route.fulfill(answer(true)))
  await logIn(page, 'audit1')
  await expect(dialog(page)).toContainText('您的密码已超过90天未修改，请马上修改')
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  await (await entries(page)).getByText('修改密码', { exact: true }).click()
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await expect(dialog(page)).toContainText('请输入旧密码')
  await dialog(page).getByLabel('旧密码').fill('Qifu@2026')
  await dialog(page).getByLabel('新密码').fill('Xin#2027qifu')
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click()
  await expect(page.getByText('密码修改成功,请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})
