import { expect, test } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { CAPTCHA, person } from '../session.ts'
import { chooseOption, optionsOf, take } from '../select.ts'

test('a new colleague: one administrator adds the account, another gives the role, and the colleague opens the review desk', async ({
  browser,
}) => {
  const userName = `wang${Date.now() % 1_000_000}`
  const admin = await person(browser, 'admin1')
  let password = ''

  await test.step('admin1 adds the account; a taken name is refused at its field, and the input stays', async () => {
    await admin.goto('/work/user')
    await admin.getByRole('button', { name: '新增用户' }).click()
    const dialog = admin.getByRole('dialog', { name: '新增用户' })
    await dialog.getByLabel('用户名').fill('dept2')
    await dialog.getByLabel('姓名').fill('王芳（示例）')
    await dialog.getByRole('combobox', { name: '部门' }).fill('科技局')
    await admin.locator('.ant-select-dropdown:visible').getByText('县科技局').click()
    await dialog.getByLabel('手机号').fill('13800001111')
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(dialog.getByText('该用户名已被使用').first()).toBeVisible()
    await expect(dialog.getByLabel('姓名')).toHaveValue('王芳（示例）')
    await dialog.getByLabel('用户名').fill(userName)
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    const once = admin.getByRole('dialog', { name: '密码只显示这一次' })
    password = (await once.locator('code').textContent())!
    expect(password).toHaveLength(12)
    await once.getByRole('button', { name: '已记下' }).click()
    const row = admin.getByRole('row').filter({ hasText: userName })
    await expect(row).toContainText('138****1111')
    await expect(row).toContainText('未授予')
    await expect(admin.getByRole('button', { name: /^授予角色/ })).toHaveCount(0)
    expect(await graveFaults(admin)).toEqual([])
  })

  await test.step('security1 gives the role until a day; without that day it is refused at the field', async () => {
    const security = await person(browser, 'security1')
    await security.goto(`/work/user?name=${userName}`)
    await security.getByRole('button', { name: '授予角色：王芳（示例）' }).click()
    const dialog = security.getByRole('dialog', { name: '“王芳（示例）”的角色' })
    await dialog.getByRole('checkbox', { name: '部门审核人员', exact: true }).check()
    await dialog.getByRole('checkbox', { name: '限期：部门审核人员' }).check()
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(dialog.getByText('请选择结束日期')).toBeVisible()
    const last = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('结束日期：部门审核人员').fill(last)
    await dialog.getByLabel('结束日期：部门审核人员').press('Enter')
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(security.getByRole('row').filter({ hasText: userName })).toContainText(`部门审核人员（至 ${last}）`)
  })

  await test.step('the colleague logs in, must change the password, and finds the review desk in the menu', async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto('/login')
    await page.getByLabel('用户名').fill(userName)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('dialog').getByText(/密码/).first()).toBeVisible()
  })
})

test('offices, menus and roles have screens of their own', async ({ browser }) => {
  const admin = await person(browser, 'admin1')
  const name = `企业服务科${Date.now() % 1_000_000}`
  await admin.goto('/work/Office')
  await admin.getByRole('button', { name: '新增下级：县经济和信息化局' }).click()
  const office = admin.getByRole('dialog', { name: '新增部门' })
  await office.getByLabel('部门名称').fill(name)
  await office.getByLabel('部门代码').fill(`qf${Date.now() % 1_000_000}`)
  await office.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(admin.getByRole('row').filter({ hasText: name })).toBeVisible()
  expect(await graveFaults(admin)).toEqual([])

  await admin.goto('/work/menu')
  await admin.getByRole('button', { name: '更多操作：系统管理', exact: true }).click()
  await admin.getByRole('menuitem', { name: '删除' }).click()
  const kept = admin.getByRole('dialog').filter({ hasText: '“系统管理”还不能删除' })
  await expect(kept.getByText(/^它有 \d+ 个直接下级，请先删除或移走下级菜单。$/)).toBeVisible()
  await kept.getByRole('button', { name: '知道了' }).click()
  await expect(kept).toHaveCount(0)
  await admin.getByRole('button', { name: '编辑：项目管理' }).click()
  const menu = admin.getByRole('dialog', { name: '编辑菜单' })
  await menu.getByRole('combobox', { name: '地址' }).fill('javascript:alert(1)')
  await menu.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(menu.getByText('请选择平台的页面，或填写 https:// 开头的地址').first()).toBeVisible()
  await menu.getByRole('button', { name: /^取\s?消$/ }).click()

  const security = await person(browser, 'security1')
  await security.goto('/work/role')
  await security.getByRole('button', { name: '新增角色' }).click()
  const role = security.getByRole('dialog', { name: '新增角色' })
  await role.getByLabel('角色名称').fill(`窗口值守${Date.now() % 1_000_000}`)
  await role.getByLabel('角色代码').fill(`clerk${Date.now() % 1_000_000}`)
  await role.getByRole('checkbox', { name: /^查看留言/ }).check()
  await expect(role.getByRole('checkbox', { name: /^管理用户/ })).toHaveCount(0)
  await role.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(security.getByRole('row').filter({ hasText: '窗口值守' }).first()).toBeVisible()
  expect(await graveFaults(security)).toEqual([])
})

test('a row rule is previewed, saved and applied: the leader sees only approved declarations', async ({ browser }) => {
  const leader = await person(browser, 'leader1')
  // A user who was asked for an opinion sees that declaration despite the rule, so the number is smaller, but not zero.
  const seen = async (): Promise<number> => {
    const token = decodeURIComponent((await leader.context().cookies()).find((c) => c.name === 'token')!.value)
    const answer = await leader.request.get('/dec/declare/list?pageSize=1', { headers: { authorization: token } })
    return ((await answer.json()) as { data: { total: number } }).data.total
  }
  const all = await seen()

  const security = await person(browser, 'security1')
  await security.goto('/work/role?name=领导')
  await security.getByRole('button', { name: '数据规则：领导' }).click()
  const drawer = security.getByRole('dialog', { name: '“领导”的数据规则' })
  await drawer.getByRole('button', { name: '修改：项目申报' }).click()
  await drawer.getByRole('button', { name: '添加条件' }).click()
  await drawer.getByRole('button', { name: '保存规则' }).click()
  await expect(drawer.getByText('请选择至少一项')).toBeVisible()
  await drawer.getByRole('combobox', { name: '取值' }).click()
  await security.locator('.ant-select-dropdown:visible').getByText('已通过', { exact: true }).click()
  await security.keyboard.press('Escape')
  await drawer.getByRole('button', { name: '预览影响' }).click()
  await expect(drawer.getByText(/0 人会多看到，1 人会少看到/)).toBeVisible()
  expect(await graveFaults(security)).toEqual([])
  await drawer.getByRole('button', { name: '保存规则' }).click()
  await expect(drawer.getByText('全部 并且（状态 是 已通过）')).toBeVisible()

  await leader.goto('/work/govcheckmanage?todo=&state=3')
  await expect(leader.getByRole('row').filter({ hasText: '已通过' }).first()).toBeVisible()
  expect(await seen()).toBeLessThan(all)

  await drawer.getByRole('button', { name: '修改：项目申报' }).click()
  await drawer.getByRole('button', { name: '去掉这一条' }).click()
  await drawer.getByRole('button', { name: '保存规则' }).click()
  await expect(drawer.getByText('全部', { exact: true }).first()).toBeVisible()
})

test('a colleague leaves: their tasks go to another, and without a successor the account stays', async ({ browser }) => {
  const admin = await person(browser, 'admin1')
  const as = async (userName: string) => {
    const page = userName === 'admin1' ? admin : await person(browser, userName)
    const token = decodeURIComponent((await page.context().cookies()).find((c) => c.name === 'token')!.value)
    const headers = { authorization: token }
    return {
      get: async (path: string) => ((await (await page.request.get(path, { headers })).json()) as { data: any }).data,
      post: async (path: string, data: object) => ((await (await page.request.post(path, { headers, data })).json()) as { data: any }).data,
      form: async (path: string, form: Record<string, string>) =>
        ((await (await page.request.post(path, { headers, form })).json()) as { data: any }).data,
    }
  }
  const userName = `li${Date.now() % 1_000_000}`
  const question = `谁来答复${Date.now() % 1_000_000}？`
  const desk = await as('admin1')
  const { id } = await desk.post('/sys/user/saveOrUpdate', { userName, name: '李离（示例）' })
  const security = await as('security1')
  const roles = (await security.get('/sys/role/options')) as { id: number; code: string }[]
  await security.post('/sys/user/saveRoles', { id, version: 1, roleIds: [roles.find((role) => role.code === 'front')!.id] })
  const { id: polInfoId } = await desk.get('/policy/doc/policyDetail?code=demo-talent')
  await (await as('gr1')).form('/pol/my/getPolConsult', { consultContent: question, polInfoId: String(polInfoId) })
  const front = await as('front1')
  const { list } = await front.get(`/pol/consult/list?keyword=${encodeURIComponent(question)}`)
  await front.post('/pol/consult/passOn', { id: list[0].id, userId: id })
  // A column of the person goes on without them: nobody has to take it over.
  const editor = await as('editor1')
  const editing = roles.find((role) => role.code === 'editor')!.id
  const { version } = await desk.get(`/sys/user/findById?id=${id}`)
  const fronting = roles.find((role) => role.code === 'front')!.id
  await security.post('/sys/user/saveRoles', { id, version, roleIds: [fronting, editing] })
  const columnName = `${userName}的栏目`
  await editor.post('/cms/news/column/add', { name: columnName })
  const writer = await person(browser, 'editor1')
  await writer.goto('/work/newsManage?tab=columns')
  const column = writer.getByRole('row').filter({ hasText: columnName })
  await column.getByRole('button', { name: /编\s?辑/ }).click()
  const form = writer.getByRole('dialog', { name: '编辑栏目' })
  await chooseOption(form.getByRole('combobox', { name: '负责人' }), '李离（示例）')
  await form.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(column).toContainText('李离（示例）')

  await admin.goto(`/work/user?name=${userName}`)
  const row = admin.getByRole('row').filter({ hasText: userName })
  await row.getByRole('button', { name: '更多操作：李离（示例）' }).click()
  await admin.getByRole('menuitem', { name: '停用' }).click()
  const dialog = admin.getByRole('dialog', { name: '停用“李离（示例）”？' })
  await expect(dialog.getByText('转交给本人的政策咨询（1 件）')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^停\s?用$/ })).toBeDisabled()
  await expect(dialog.getByText('负责的资讯栏目（1 件）')).toBeVisible()
  await expect(dialog.getByText(/没有选择的，成为没有负责人的栏目/)).toBeVisible()
  expect(await graveFaults(admin)).toEqual([])
  const heir = dialog.getByRole('combobox', { name: /转交给本人的政策咨询/ })
  await take(heir, (await optionsOf(heir)).first())
  await dialog.getByRole('button', { name: /^停\s?用$/ }).click()
  await expect(row).toContainText('停用')
  expect(await desk.get(`/sys/user/handOver?id=${id}`)).toMatchObject({ items: [] })
  await writer.reload()
  await expect(column).toContainText('没有')
})
